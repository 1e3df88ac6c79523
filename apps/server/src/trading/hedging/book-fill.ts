import { divide, type Exact, type Lots, roundDown, roundUp } from '@candor/money'
import { bookHedgeFill, type HedgePosition, hedgeResultMinor } from '@candor/rules/hedging/hedge-position.ts'
import { type AccountRef, house, type Ledger, type Posting, type Step } from '../../ledger/ledger.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type HedgedMarket, lotsOf } from './hedged-market.ts'
import { lockPosition, ownOrders, writePosition } from './hedging-store.ts'
import { feeScale, type VenueFill } from './venue.ts'

/** The operator's own money at venues. */
export const hedgeCapital: AccountRef = { class: 'hedge-capital', owner: house, asset: 'USDT' }
const world: AccountRef = { class: 'world', owner: house, asset: 'USDT' }

export interface FillBooks {
  readonly ledger: Ledger
  readonly venue: string
  readonly now: () => number
  /** USDT for one unit of a currency; null: not known now. */
  readonly rateOf: (currency: string) => Exact | null
  readonly quoteCurrencyOf: (code: string) => string
}

/** `foreign`: of an order that is not ours. `unrated`: no rate converts its result or fee now; it is booked when there is one. */
export type BookingOutcome = 'booked' | 'repeated' | 'foreign' | 'unrated'

interface Costs {
  readonly realised: bigint
  /** Positive: paid to the venue. */
  readonly charged: bigint
}

/** Books an execution once: the row, the position and the entries of the ledger in one transaction. */
export async function bookFill(
  books: FillBooks,
  market: HedgedMarket,
  fill: VenueFill,
): Promise<{ readonly outcome: BookingOutcome; readonly position: HedgePosition | null }> {
  const { venue, ledger } = books
  const lots = lotsOf(market, fill.quantity)
  if (lots === null)
    throw new Error(`${market.code}: an execution of ${fill.quantity} is no whole number of lots`)
  return ledger.transaction(async (tx) => {
    if (!(await ownOrders(tx, market.code, [fill.clientId])).has(fill.clientId))
      return { outcome: 'foreign', position: null }
    const before = await lockPosition(tx, venue, market.code)
    if (await isBooked(tx, venue, fill)) return { outcome: 'repeated', position: before }
    const { position, realised } = bookHedgeFill(before, { ...fill, lots: lots as Lots })
    const costs = costsOf(books, market, fill, realised)
    if (costs === null) return { outcome: 'unrated', position: before }
    const paid = await post(books, tx, postingOf(venue, fill, costs))
    await insertFill(tx, { books, market, fill, lots, costs, paid })
    await writePosition(tx, venue, market.code, position)
    return { outcome: 'booked', position }
  })
}

function costsOf(
  { rateOf, quoteCurrencyOf }: FillBooks,
  { code, contractSize }: HedgedMarket,
  { fee, feeAsset }: VenueFill,
  realised: bigint,
): Costs | null {
  const rate = rateOf(quoteCurrencyOf(code))
  const feeRate = fee === 0n ? rate : rateOf(feeAsset)
  if (rate === null || feeRate === null) return null
  const charged = divide(
    fee * feeRate.numerator,
    feeRate.denominator * 10n ** BigInt(feeScale - 6),
    // Against the operator: more is paid, and less received.
    fee > 0n ? roundUp : roundDown,
  )
  return { realised: hedgeResultMinor(realised, contractSize, rate), charged }
}

/** One posting for each execution, named by it: the ledger makes it once, whatever happens here. */
export function postingOf(
  venue: string,
  { symbol, fillId, clientId }: Pick<VenueFill, 'symbol' | 'fillId' | 'clientId'>,
  { realised, charged }: Costs,
): Posting {
  const moved = (minor: bigint, kinds: { readonly gain: string; readonly loss: string }): Step[] => {
    if (minor === 0n) return []
    const [from, to] = minor > 0n ? [world, hedgeCapital] : [hedgeCapital, world]
    const kind = minor > 0n ? kinds.gain : kinds.loss
    return [{ do: 'transfer', kind, from, to, minor: minor > 0n ? minor : -minor }]
  }
  return {
    id: `hedge-fill:${venue}:${symbol}:${fillId}`,
    reference: clientId,
    steps: [
      ...moved(realised, { gain: 'hedge-fill-gain', loss: 'hedge-fill-loss' }),
      ...moved(-charged, { gain: 'hedge-fee-rebate', loss: 'hedge-fee' }),
    ],
  }
}

/** Returns false where the account of hedging money cannot pay. What happened at the venue has happened: the execution counts all the same. */
export async function post(
  { ledger }: Pick<FillBooks, 'ledger'>,
  tx: Tx,
  posting: Posting,
): Promise<boolean> {
  if (posting.steps.length === 0) return true
  const [outcome] = await ledger.postIn(tx, [posting])
  if (outcome?.ok === true) return true
  if (outcome?.why === 'insufficient') return false
  throw new Error(`the ledger refused ${posting.id}: ${outcome?.why}`)
}

async function isBooked(tx: Tx, venue: string, { symbol, fillId }: VenueFill): Promise<boolean> {
  const row = await tx
    .selectFrom('hedging_fills')
    .select('number')
    .where('venue', '=', venue)
    .where('symbol', '=', symbol)
    .where('fill_id', '=', fillId)
    .executeTakeFirst()
  return row !== undefined
}

interface BookedFill {
  readonly books: FillBooks
  readonly market: HedgedMarket
  readonly fill: VenueFill
  readonly lots: bigint
  readonly costs: Costs
  readonly paid: boolean
}

async function insertFill(tx: Tx, { books, market, fill, lots, costs, paid }: BookedFill): Promise<void> {
  await tx
    .insertInto('hedging_fills')
    .values({
      ...{ venue: books.venue, symbol: fill.symbol, fill_id: fill.fillId, client_id: fill.clientId },
      ...{ code: market.code, side: fill.side, lots, quantity: fill.quantity, price: fill.price },
      ...{ fee: fill.fee.toString(), fee_asset: fill.feeAsset, at: BigInt(fill.at) },
      ...{ booked_at: BigInt(books.now()), ...costs, paid },
    })
    .execute()
}
