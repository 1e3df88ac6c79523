import { Exact, price } from '@candor/money'
import { type CheckedMarket, type ConvertingQuote, isConversionBy } from '@candor/rules'
import { type Contract, conversionOfEvent, type Event } from '../contract-document.ts'

/**
 * Checks each event's conversion: it is of the market's own currency, names a quote of a market that trades that currency against dollars or
 * USDT, and is what that quote gives (rulebook, Contracts).
 */
export function checkConversions(
  order: Contract,
  market: CheckedMarket | null,
  events: readonly Event[],
  findings: string[],
): void {
  if (market === null) {
    if (events.some(({ conversion }) => conversion !== undefined))
      findings.push(`the currency of ${order.code} is not known`)
    return
  }
  for (const event of events) findings.push(...faultsOf(order, event, market.quoteCurrency))
}

function faultsOf(order: Contract, event: Event, currency: string): string[] {
  const { conversion, number } = event
  if (conversion === undefined) return []
  if (conversion.currency !== currency) return [`event ${number} is converted from ${conversion.currency}`]
  const { quote } = conversion
  const named = quote && { code: quote.code, bid: price(quote.bid), ask: price(quote.ask) }
  if (isConvertedRightly(order, event, { currency, rate: conversionOfEvent(event), quote: named })) return []
  return quote === null
    ? [`event ${number} is converted at a rate that no quote gave`]
    : [`event ${number}: the conversion of ${currency} does not follow from quote ${quote.code} ${quote.seq}`]
}

/** A currency, its stated rate in USDT and the quote that is named for it. */
interface StatedConversion {
  readonly currency: string
  readonly rate: Exact
  readonly quote: ConvertingQuote | null
}

/** Only a replay is given rates that no market quotes, and a replay trades demo money alone, on its recording. */
export function isConvertedRightly(order: Contract, event: Event, stated: StatedConversion): boolean {
  const { currency, rate, quote } = stated
  if (isConversionBy(currency, rate, quote)) return true
  const isReplay = order.mode === 'demo' && event.quote?.source === 'replay'
  return isReplay && quote === null && !isDollar(currency)
}

const isDollar = (currency: string): boolean => isConversionBy(currency, new Exact(1n), null)
