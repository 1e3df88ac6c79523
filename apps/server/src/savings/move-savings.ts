import {
  afterEntry,
  afterExit,
  type SavingsHolding,
  type Settled,
  savingsCoverRate,
  savingsDayOf,
  savingsReservation,
  settleSavings,
} from '@candor/rules'
import type { Ledger, PostingOutcome } from '../ledger/ledger.ts'
import type { ReservedMoney } from '../ledger/spend-once.ts'
import type { Tx } from '../platform/database/database.ts'
import { movePostings } from './savings-postings.ts'
import { addInterest, type CoinTerms, type HoldingRow, keepHolding, reserves } from './savings-store.ts'

export interface MoveRequest {
  readonly row: HoldingRow
  /** Null: nothing of this coin was ever offered. */
  readonly terms: CoinTerms | null
  readonly nowMs: number
  /** Returns the amount that comes in (above zero) or goes out (below), decided with every ended day already settled. */
  readonly change: (settled: Settled) => bigint | Promise<bigint>
  /** Source of an incoming amount. */
  readonly money?: ReservedMoney
}

/**
 * Settles every ended day, moves the customer's money and renews the hold for the next days' interest, in one posting call. Runs within
 * `tx`, which holds the coin's lock and the holding's row. Returns the row and the ledger's refusal, if any.
 */
export async function moveSavings(
  ledger: Ledger,
  tx: Tx,
  { row, terms, nowMs, change, money }: MoveRequest,
): Promise<{ readonly row: HoldingRow; readonly refused: PostingOutcome | null }> {
  const today = savingsDayOf(nowMs)
  const rates = terms?.rates ?? []
  const reserve = (await reserves(tx)).get(row.asset) ?? { balance: 0n, held: 0n }
  const settled = settleSavings(holdingOf(row), { rates, today, freeMinor: reserve.balance - reserve.held })
  const changeMinor = await change(settled)
  const after =
    changeMinor < 0n ? afterExit(settled.holding, -changeMinor) : afterEntry(settled.holding, changeMinor)
  const reservedAfter = savingsReservation(after.heldMinor, savingsCoverRate(rates, today), settled.poolMinor)
  const postings = movePostings({
    holdingId: row.id,
    userId: row.user_id,
    asset: row.asset,
    moves: row.moves,
    reservedBefore: row.reserved,
    days: settled.days,
    changeMinor,
    reservedAfter,
  })
  const outcomes =
    postings.length === 0 ? [] : await (money?.postAll(tx, postings) ?? ledger.postIn(tx, postings))
  const refused = outcomes.find((outcome) => !outcome.ok) ?? null
  if (refused !== null) return { row, refused }
  await addInterest(tx, row.id, settled.days, nowMs)
  const stored = await keepHolding(tx, row, { ...after, reservedMinor: reservedAfter }, postings.length > 0)
  return { row: stored, refused: null }
}

export const holdingOf = (row: HoldingRow): SavingsHolding => ({
  heldMinor: row.held,
  steadyMinor: row.steady,
  day: row.day,
  reservedMinor: row.reserved,
})
