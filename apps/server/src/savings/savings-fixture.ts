import { type AssetCode, type Rate, rate } from '@candor/money'
import { savingsDayOf } from '@candor/rules'
import { type ModuleFixture, openModuleFixture } from '../testing/module-fixture.ts'
import type { Call } from '../testing/serve-handlers.ts'
import { payDueSavings } from './pay-due-savings.ts'
import { savingsHandlers } from './routes.ts'
import { savingsHouseAccounts } from './savings-postings.ts'
import { reserves } from './savings-store.ts'

export interface SavingsFixture extends ModuleFixture {
  readonly call: Call
  /** Runs the scheduled payment. */
  pay(): Promise<number>
  /** Sets terms that two operators would have approved, from today on. */
  offer(asset: AssetCode, dailyRate: Rate, taking?: boolean): Promise<void>
  /** A customer's balance, in the coin's smallest unit. */
  money(owner: string, asset?: AssetCode): Promise<bigint>
  reserve(asset?: AssetCode): Promise<{ balance: bigint; held: bigint }>
}

/** Opens the savings module on real parts: USDT at 0.01 % a day from 10 USDT on, with a reserve of this many minor units. */
export async function openSavingsFixture(reserveMinor: bigint): Promise<SavingsFixture> {
  const fixture = await openModuleFixture()
  await fixture.ledger.open(savingsHouseAccounts)
  if (reserveMinor > 0n) await fixture.fund('savings-reserve', 'house', 'USDT', reserveMinor)
  const context = {
    ...fixture,
    customerOf: async (id: string) => fixture.customers.get(id) ?? { country: null, frozen: false },
    ownLimit: async () => null,
  }
  const served = await fixture.serve(savingsHandlers(context))
  const offer: SavingsFixture['offer'] = async (asset, dailyRate, taking = true) => {
    await fixture.db.query
      .insertInto('savings_terms')
      .values({
        asset,
        taking,
        min_amount: 10_000_000n,
        daily_rate: dailyRate,
        rate_from: savingsDayOf(fixture.clock.now()),
        reason: 'a test',
        proposed_by: 'ana',
        approved_by: 'ben',
        changed_at: BigInt(fixture.clock.now()),
      })
      .execute()
  }
  await offer('USDT', rate('0.0001'))
  return {
    ...fixture,
    call: (name, input, who) => served(name, input, { mode: 'real', ...who }),
    pay: () => payDueSavings(fixture),
    offer,
    money: async (owner, asset = 'USDT') =>
      (await fixture.ledger.balancesOf(owner)).find((one) => one.asset === asset)?.balanceMinor ?? 0n,
    reserve: async (asset = 'USDT') =>
      (await reserves(fixture.db.query)).get(asset) ?? { balance: 0n, held: 0n },
  }
}
