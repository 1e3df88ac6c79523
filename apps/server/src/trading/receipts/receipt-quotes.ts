import type { QuoteHistory } from '../../market-data/history/quote-paths.ts'
import type { OrdersStore } from '../orders/orders-store.ts'
import type { EventRow } from '../orders/orders-tables.ts'
import { type JournalledQuotes, type QuoteRef, quotesNamed } from './contract-receipt.ts'

/** The references of an event to quotes that decided something in it. */
interface DecidingRefs {
  readonly quote?: QuoteRef
  readonly trailingQuote?: QuoteRef
  readonly conversion?: { readonly quote: QuoteRef | null }
}

const nameOf = ({ code, seq }: QuoteRef): string => `${code} ${seq}`

/**
 * Reads every quote that an order's events name. Those that decided something include their judgement on arrival, if all
 * quotes of that time are stored.
 */
export async function receiptQuotes(
  store: OrdersStore,
  events: readonly EventRow[],
  paths: QuoteHistory['paths'],
): Promise<JournalledQuotes> {
  const deciding = events.flatMap(({ facts: details }) => {
    const { quote, trailingQuote, conversion } = details as DecidingRefs
    return [quote, trailingQuote, conversion?.quote].flatMap((ref) => ref ?? [])
  })
  const refs = new Map(deciding.map((ref) => [nameOf(ref), ref]))
  const [journalled, ...stored] = await Promise.all([
    store.quotes(quotesNamed(events)),
    ...[...refs.values()].map(({ code, seq }) => paths.quotesIn(code, { from: seq, to: seq })),
  ])
  const judged = new Map(stored.flat().map((quote) => [nameOf(quote), quote.judged]))
  return (ref) => {
    const quote = journalled(ref)
    const judgement = judged.get(nameOf(ref))
    return quote === null || judgement === undefined ? quote : { ...quote, judged: judgement }
  }
}
