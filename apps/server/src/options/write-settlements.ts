import type { BoardQuote, OptionSettlement } from '@candor/rules'
import type { Tx } from '../db/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { closeFacts, type DecidingQuote, quotesOf } from './option-facts.ts'
import type { OptionRow } from './option-on-wire.ts'
import { settlePosting } from './option-postings.ts'
import { addEvents, type Closed, closeOptions } from './options-store.ts'
import { eachOnce } from './quotes-once.ts'
import type { WatchedOption } from './watched-option.ts'

/** A settlement on its way to the database. */
export interface Decided {
  readonly option: WatchedOption
  readonly settlement: OptionSettlement
  /** Null: there was no quote to settle by. */
  readonly closing: DecidingQuote | null
  /** Without one: quotes that show it, journalled with it. */
  readonly seen: readonly BoardQuote[]
  /** Epoch ms. */
  readonly at: number
}

export interface WrittenSettlements {
  /** The options that these settlements ended. */
  readonly closed: readonly OptionRow[]
  /** Those the ledger refused, and why: nothing of them happened. */
  readonly refused: readonly { readonly decided: Decided; readonly why: string }[]
}

/**
 * Money, row, quotes and events of many settlements in one commit. The posting's id and the row's state each let one
 * through once, so writing the same settlement again, after a crash or by a second engine, changes nothing.
 */
export function writeSettlements(
  ledger: Ledger,
  journal: (tx: Tx, quotes: readonly BoardQuote[]) => Promise<void>,
  batch: readonly Decided[],
): Promise<WrittenSettlements> {
  return ledger.transaction(async (tx) => {
    const outcomes = await ledger.postIn(
      tx,
      batch.map(({ option, settlement }) => settlePosting(option, settlement)),
    )
    const done = batch.filter((_, at) => outcomes[at]?.ok === true)
    const refused = batch.flatMap((decided, at) => {
      const outcome = outcomes[at]
      return outcome === undefined || outcome.ok ? [] : [{ decided, why: outcome.why }]
    })
    await journal(
      tx,
      eachOnce(done.flatMap(({ closing, seen }) => (closing === null ? seen : quotesOf(closing)))),
    )
    const closed = await closeOptions(tx, done.map(closedOf))
    const ended = new Set(closed.map(({ id }) => id))
    await addEvents(
      tx,
      done
        .filter(({ option }) => ended.has(option.id))
        .map(({ option, settlement, closing, at }) => ({
          order_id: option.id,
          number: 2,
          kind: 'close' as const,
          at: BigInt(at),
          facts: closeFacts(option, settlement, closing),
        })),
    )
    return { closed, refused }
  })
}

const closedOf = ({ option, settlement, closing, at }: Decided): Closed => ({
  id: option.id,
  closeSeq: closing?.quote.seq ?? null,
  closePrice: closing?.quote.mid ?? null,
  result: settlement.result,
  refundReason: settlement.refundReason,
  profitMinor: settlement.profitMinor,
  closedAt: at,
})
