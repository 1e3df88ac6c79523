import type { OwnArtwork } from '@candor/contract'
import type { ServerContext } from '../module.ts'
import { type ModuleFixture, openModuleFixture } from '../testing/module-fixture.ts'
import type { Call } from '../testing/serve-handlers.ts'
import { endSales } from './end-sales.ts'
import type { NftPorts } from './nft-ports.ts'
import { nftHouseAccounts } from './nft-postings.ts'
import { nftHandlers } from './routes.ts'
import { addSampleWorks } from './sample/sample-works.ts'
import type { ArtworkChange } from './work-response.ts'

export interface NftFixture extends ModuleFixture {
  readonly context: ServerContext & NftPorts
  /** Calls of the module over HTTP, in the real account. */
  readonly call: Call
  /** Messages sent to every open page. */
  readonly changes: ArtworkChange[]
  /** Runs the scheduled end of sales. */
  end(): Promise<number>
  /** A sample work by its title. */
  work(title: string): Promise<{ id: string; endsAt: number }>
  /** Returns a customer's balance and the held part of it, in USDT's smallest unit. */
  money(owner: string): Promise<{ balance: bigint; held: bigint }>
  buy(
    as: string,
    title: string,
    fields?: Partial<Record<string, string>>,
  ): Promise<{ code: number; result: OwnArtwork }>
}

export const wallets = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xde709f2102306220921060314715629080e2fb77',
] as const

/** Opens the artworks module on real parts, with the sample works. */
export async function openNftFixture(): Promise<NftFixture> {
  const fixture = await openModuleFixture()
  const { db, ledger } = fixture
  const changes: ArtworkChange[] = []
  const context: NftFixture['context'] = {
    ...fixture,
    customerOf: async (id) => fixture.customers.get(id) ?? { frozen: false },
    viewers: { notify: (change) => void changes.push(change) },
    drawing: { draw: () => Promise.reject(new Error('no picture is drawn here')) },
  }
  await ledger.open(nftHouseAccounts)
  await addSampleWorks(context)
  const served = await fixture.serve(nftHandlers(context))
  const call: Call = (name, input, who) => served(name, input, { mode: 'real', ...who })
  const work: NftFixture['work'] = async (title) => {
    const row = await db.query
      .selectFrom('nft_works')
      .select(['id', 'ends_at'])
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
    return { id: row.id, endsAt: Number(row.ends_at) }
  }
  return {
    ...fixture,
    context,
    call,
    changes,
    work,
    end: () => endSales(context),
    money: async (owner) => {
      const usdt = (await ledger.balancesOf(owner)).find(({ asset }) => asset === 'USDT')
      return { balance: usdt?.balanceMinor ?? 0n, held: usdt?.heldMinor ?? 0n }
    },
    buy: async (as, title, fields = {}) => {
      const { id } = await work(title)
      const { code, result } = await call('buyNft', { id, receivingAddress: wallets[0], ...fields }, { as })
      return { code, result: JSON.parse(JSON.stringify(result)) }
    },
  }
}
