import { createHash } from 'node:crypto'
import { rate, usdt } from '@candor/money'
import type { NftChain, SaleKind } from '@candor/rules'
import { addressNetworkOf } from '@candor/rules'
import { hourMs } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../../module.ts'
import type { NftPorts } from '../nft-ports.ts'
import { noSale } from '../works-ops.ts'
import { type DrawingProgram, drawingName, drawingPrograms, drawingTitles } from './sample-drawings.ts'

interface Offer {
  readonly saleKind: SaleKind
  readonly price: string
  /** Hours from the installation's first start. */
  readonly startsIn: number
  readonly endsIn: number | null
  readonly chain: NftChain
}

const fixed = (price: string, chain: NftChain = 'ethereum'): Offer => ({
  saleKind: 'fixed',
  price,
  startsIn: 0,
  endsIn: null,
  chain,
})
const auction = (price: string, endsIn: number, startsIn = 0, chain: NftChain = 'ethereum'): Offer => ({
  saleKind: 'auction',
  price,
  startsIn,
  endsIn,
  chain,
})

/** In the order of each program's titles. */
const offers: Readonly<Record<DrawingProgram, readonly Offer[]>> = {
  tides: [fixed('45'), auction('60', 75), auction('35', 20), fixed('80', 'polygon')],
  loom: [auction('25', 130, 0, 'polygon'), fixed('30', 'polygon'), fixed('55'), auction('40', 220, 48)],
  orbits: [auction('90', 170), fixed('120'), auction('50', 45, 0, 'polygon'), fixed('65', 'polygon')],
  garden: [fixed('28'), auction('30', 100), fixed('150'), auction('75', 260, 72, 'polygon')],
}

/** Ids follow from names, so that what is there already is found again. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(`candor sample ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Adds a sandbox's works once, drawn by our own program and marked as samples: their tokens exist on no chain. Keeps later changes by an
 * operator.
 */
export async function addSampleWorks({ db, clock, readAddress }: ServerContext & NftPorts): Promise<void> {
  const now = clock.now()
  const creators = drawingPrograms.map((program) => ({
    id: idOf(program),
    name: `Candor ${program[0]?.toUpperCase()}${program.slice(1)}`,
    about: '',
    created_at: BigInt(now),
  }))
  const rounds = [0, 1, 2, 3].flatMap((number) => drawingPrograms.map((program) => ({ program, number })))
  const works = rounds.map(({ program, number }) => {
    const title = drawingTitles[program][number] ?? ''
    const offer = offers[program][number]
    if (offer === undefined) throw new Error(`${title} is not offered`)
    const contract = `0x${createHash('sha256').update(`candor sample contract ${program}`).digest('hex').slice(0, 40)}`
    const startsAt = now + offer.startsIn * hourMs
    return {
      ...noSale,
      id: idOf(`${program} ${title}`),
      title,
      description: '',
      creator_id: idOf(program),
      picture_id: null,
      drawing: drawingName(program, title),
      chain: offer.chain,
      address: readAddress(addressNetworkOf(offer.chain), contract) ?? contract,
      token_id: String(number + 1),
      sample: true,
      created_at: BigInt(now),
      state: 'offered' as const,
      sale_kind: offer.saleKind,
      price: usdt(offer.price).minor,
      starts_at: BigInt(startsAt),
      ends_at: offer.endsIn === null ? null : BigInt(now + offer.endsIn * hourMs),
      bid_step: rate('0.05'),
      soft_close_ms: 120_000n,
      fee_rate: 0n,
    }
  })
  await db.transaction(async (tx) => {
    await tx
      .insertInto('nft_creators')
      .values(creators)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('nft_works')
      .values(works)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
