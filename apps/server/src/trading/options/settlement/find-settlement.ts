import { type BoardQuote, boardQuoteOf, isFromMarket, isOfItsContract, type StoredQuote } from '@candor/rules'
import type { QuoteHistory } from '../../../market-data/history/quote-paths.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DecidingQuote } from '../option-event-details.ts'
import { knownQuote } from '../options-store.ts'
import type { WatchedOption } from './watched-option.ts'

/** Settlement of an option according to its market's stored quotes. */
export interface FoundSettlement {
  /** The first tradable quote at or after its end, in time; null when there was none. */
  readonly closing: DecidingQuote | null
  /** Quotes that prove there was none. Journalled, so that they are stored as long as the receipt. */
  readonly seen: readonly BoardQuote[]
}

const neighboursShown = 5

/** Finds the quote that settles an option whose end this process did not see. */
export async function findSettlement(
  { db, quoteHistory: { paths, sandbox } }: { readonly db: Database; readonly quoteHistory: QuoteHistory },
  option: WatchedOption,
): Promise<FoundSettlement> {
  const { code, expiresAt, openSeq } = option
  const until = expiresAt + option.settleWithinMs
  const { before, within } = await paths.receivedWithin(code, {
    after: openSeq - 1,
    from: expiresAt,
    to: until,
    before: neighboursShown,
  })
  const at = within.findIndex((quote) => decides(quote, option, sandbox))
  const found = within[at]
  // A kill can lose the last second of stored quotes, but those that trading used are in the journal.
  const known = await knownQuote(
    db.query,
    option,
    Math.min(until, (option.rollsAt ?? Number.MAX_SAFE_INTEGER) - 1),
  )
  if (known !== null && (found === undefined || known.seq < found.seq))
    return { closing: { quote: known, neighbours: [] }, seen: [] }
  if (found !== undefined) {
    const neighbours = [...before, ...within.slice(0, at)].slice(-neighboursShown)
    return { closing: { quote: boardQuoteOf(found), neighbours: neighbours.map(boardQuoteOf) }, seen: [] }
  }
  const ends = [before.at(-1), within[0], within.at(-1)].flatMap((quote) => quote ?? [])
  return { closing: null, seen: ends.map(boardQuoteOf) }
}

/** In the market's hours, halted or not, of the contract it was bought in, and of a source that may decide for the account. */
const decides = (
  { judged, source, receivedAt }: StoredQuote,
  { mode, rollsAt }: WatchedOption,
  sandbox: boolean,
): boolean =>
  judged >= 2 && isOfItsContract(rollsAt, receivedAt) && (mode === 'demo' || sandbox || isFromMarket(source))
