import {
  type BoardQuote,
  type CarriedOutSplit,
  type OptionSettlement,
  type RefundReason,
  type SplitRatio,
  settleOption,
  splitBetween,
  splitPauseMs,
  unsplit,
} from '@candor/rules'
import type { Ledger } from '../../../ledger/ledger.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { closeDetails, type DecidingQuote, quotesOf } from '../option-event-details.ts'
import { settlePosting } from '../option-postings.ts'
import type { OptionRow } from '../option-response.ts'
import { addEvents, type Closed, closeOptions } from '../options-store.ts'
import { eachOnce } from './quotes-once.ts'
import type { SplitsSince } from './splits-since.ts'
import type { WatchedOption } from './watched-option.ts'

/** An end on its way to the database. */
export interface SettlementDecision {
  readonly option: WatchedOption
  /** Reason to refund the stake regardless of the price; null: the closing quote decides. */
  readonly refundReason: RefundReason | null
  /** Null: there was no quote to settle by. */
  readonly closing: DecidingQuote | null
  /** Without one: quotes that show it, journalled with it. */
  readonly seen: readonly BoardQuote[]
  /** Epoch ms. */
  readonly at: number
}

/** Lists the quotes that a settlement depends on. */
export const basisOf = ({
  closing,
  seen,
}: Pick<SettlementDecision, 'closing' | 'seen'>): readonly BoardQuote[] =>
  closing === null ? seen : quotesOf(closing)

/** An end with what follows from its closing quote and the splits since its opening. */
interface Settled extends SettlementDecision {
  readonly settlement: OptionSettlement
  readonly split: SplitRatio
  /** The splits that were looked at. */
  readonly splits: readonly CarriedOutSplit[]
}

export interface SettlementPorts {
  readonly ledger: Ledger
  readonly journal: (tx: Tx, quotes: readonly BoardQuote[]) => Promise<void>
  readonly splits: SplitsSince
}

export interface WrittenSettlements {
  /** The options that these settlements ended. */
  readonly closed: readonly OptionRow[]
  /** Those the ledger refused, and why: nothing of them happened. */
  readonly refused: readonly { readonly decision: SettlementDecision; readonly reason: string }[]
}

/**
 * Money, row, quotes and events of many settlements in one commit. The posting's id and the row's state each let one
 * through once, so writing the same settlement again, after a crash or by a second engine, changes nothing.
 * Splits are read here: a quote on a new scale comes after the commit of its split, so this transaction sees it.
 */
export function writeSettlements(
  { ledger, journal, splits }: SettlementPorts,
  decisions: readonly SettlementDecision[],
): Promise<WrittenSettlements> {
  return ledger.transaction(async (tx) => {
    const batch = await settledBy(decisions, (codes, since) => splits(tx, codes, since))
    const outcomes = await ledger.postIn(
      tx,
      batch.map(({ option, settlement }) => settlePosting(option, settlement)),
    )
    const done = batch.filter((_, at) => outcomes[at]?.ok === true)
    const refused = batch.flatMap((decision, at) => {
      const outcome = outcomes[at]
      return outcome === undefined || outcome.ok ? [] : [{ decision, reason: outcome.why }]
    })
    await journal(tx, eachOnce(done.flatMap(basisOf)))
    const closed = await closeOptions(tx, done.map(closedOf))
    const ended = new Set(closed.map(({ id }) => id))
    await addEvents(
      tx,
      done
        .filter(({ option }) => ended.has(option.id))
        .map((one) => ({
          order_id: one.option.id,
          number: 2,
          kind: 'close' as const,
          at: BigInt(one.at),
          facts: closeDetails(one),
        })),
    )
    return { closed, refused }
  })
}

async function settledBy(
  decisions: readonly SettlementDecision[],
  splitsSince: (codes: readonly string[], since: number) => ReturnType<SplitsSince>,
): Promise<readonly Settled[]> {
  const byQuote = decisions.flatMap(({ option, closing }) => (closing === null ? [] : [option]))
  const openedFirst = Math.min(...byQuote.map(({ openedAt }) => openedAt))
  const codes = byQuote.map(({ code }) => code)
  const splitsByCode = codes.length === 0 ? null : await splitsSince(codes, openedFirst - splitPauseMs)
  return decisions.map((one) => settledOne(one, splitsByCode?.get(one.option.code) ?? []))
}

function settledOne(decision: SettlementDecision, all: readonly CarriedOutSplit[]): Settled {
  const { option, closing, refundReason } = decision
  if (closing === null) {
    const settlement = settleOption(option, null)
    const given = refundReason === null ? settlement : { ...settlement, refundReason }
    return { ...decision, settlement: given, split: unsplit, splits: [] }
  }
  const { mid, receivedAt } = closing.quote
  const splits = all.filter(({ at }) => at > option.openedAt - splitPauseMs && at <= receivedAt)
  const open = { price: option.openPrice, at: option.openedAt }
  const split = splitBetween(open, { price: mid, at: receivedAt }, splits)
  return { ...decision, settlement: settleOption(option, { mid, split }), split, splits }
}

const closedOf = ({ option, settlement, closing, split, at }: Settled): Closed => ({
  id: option.id,
  closeSeq: closing?.quote.seq ?? null,
  closePrice: closing?.quote.mid ?? null,
  split,
  result: settlement.result,
  refundReason: settlement.refundReason,
  profitMinor: settlement.profitMinor,
  closedAt: at,
})
