import type { ConversionQuote } from '@candor/contract'
import {
  Amount,
  type AssetCode,
  parseRate,
  price,
  type Rate,
  rateScale,
  roundHalfEven,
  usdt,
  writePrice,
  writeRate,
} from '@candor/money'
import {
  type BoardQuote,
  type Conversion,
  convertMarkets,
  decideConversion,
  type Market,
  type TradableQuote,
  tradingMoment,
} from '@candor/rules'
import { houseFree } from '../../ledger/reports/house-balances.ts'
import type { ServerContext } from '../../module.ts'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import type { SignedTexts } from '../../platform/http/security/signed-text.ts'
import type { FreshPrices } from '../../trading/quotes/fresh-prices.ts'
import type { ConversionPorts, ConversionPrices } from './conversion-ports.ts'
import type { RecordedQuote } from './conversion-tables.ts'

/** Validity of a quote (calls page, quoteConvert). */
export const quoteHeldMs = 10_000

/** Promised conversion: exactly these terms, until it expires. */
export interface HeldQuote {
  readonly id: string
  readonly userId: string
  readonly from: AssetCode
  readonly to: AssetCode
  readonly amountMinor: string
  readonly feeMinor: string
  readonly receivedMinor: string
  readonly rate: string
  readonly quotes: readonly RecordedQuote[]
  readonly at: number
}

export interface ConversionInput {
  readonly from: AssetCode
  readonly to: AssetCode
  readonly amount: string
}

/**
 * Prices a conversion and promises it for ten seconds. Its prices are as fresh as a market order's; it waits for them as one does (ADR-219).
 * Refuses `invalidInput`, `amountInvalid`, `unavailable` with its reason.
 */
export async function quoteConversion(
  context: ServerContext & ConversionPorts,
  { from, to, amount }: ConversionInput,
  userId: string,
): Promise<ConversionQuote> {
  const terms = await readTerms(context)
  const codes = convertMarkets(from, to)
  const fresh = await freshPrices(context.prices, codes)
  await fresh.untilFresh()
  const quotes = codes.map((code) => freshNow(context.prices, fresh, code))
  const priceOf = (code: string): TradableQuote => {
    const found = quotes.find((quote) => quote.code === code)
    if (found === undefined) throw new Error(`${code} is not among the markets of ${from} and ${to}`)
    return found
  }
  const request = { from, to, amount: Amount.parse(from, amount) }
  const conversion = orRefuse(decideConversion(request, priceOf, terms))
  if (conversion.received.minor > (await houseFree(context.db.query, 'conversion', to)))
    throw new Refusal('unavailable', { reason: 'reserve' })
  const at = context.clock.now()
  const held: HeldQuote = {
    id: context.newId(),
    userId,
    from,
    to,
    amountMinor: String(conversion.amount.minor),
    feeMinor: String(conversion.fee.minor),
    receivedMinor: String(conversion.received.minor),
    rate: rateText(conversion),
    quotes: quotes.map(recordedQuote),
    at,
  }
  return {
    quoteId: context.quotes.sign(JSON.stringify(held)),
    from,
    to,
    amount: String(conversion.amount),
    fee: String(conversion.fee),
    feeRate: writeRate(terms.feeRate),
    rate: held.rate,
    received: String(conversion.received),
    sources: [...new Set(quotes.map(({ source }) => source))],
    goodUntil: new Date(at + quoteHeldMs).toISOString(),
  }
}

/**
 * Returns the quote that `quoteId` promised to this customer for exactly this request; refuses `quoteExpired` for another, a changed or an
 * old one.
 */
export function heldQuote(
  texts: SignedTexts,
  { quoteId, from, to, amount }: ConversionInput & { readonly quoteId: string },
  userId: string,
  now: number,
): HeldQuote {
  const body = texts.open(quoteId)
  const held = body === null ? null : (JSON.parse(body) as HeldQuote)
  const same =
    held !== null &&
    held.userId === userId &&
    held.from === from &&
    held.to === to &&
    held.amountMinor === String(Amount.parse(from, amount)?.minor)
  // A clock that was set back in between leaves a quote of later: how old it is is not known.
  if (!same || Math.abs(now - held.at) > quoteHeldMs) throw new Refusal('quoteExpired')
  return held
}

/** Returns the quotes in the form of the journal. */
export const boardQuotesOf = ({ quotes }: HeldQuote): BoardQuote[] =>
  quotes.map(({ code, seq, source, time, receivedAt, bid, ask, mid }) => ({
    code,
    seq,
    source,
    time,
    receivedAt,
    volume: 0,
    bid: price(bid),
    ask: price(ask),
    mid: price(mid),
  }))

/** The newest quote this market trades on, or `unavailable` with the reason. */
export function tradableNow({ board }: ConversionPrices, code: string): TradableQuote {
  const market = board.market(code)
  if (market === null) throw new Error(`there is no market ${code}`)
  const { unavailable, quote } = tradingMoment(board, market, 'real')
  if (unavailable !== null || quote === null)
    throw new Refusal('unavailable', { reason: unavailable ?? 'stale' })
  return quote
}

/** Returns the rule by which a quote in these markets is as fresh as a market order's. */
function freshPrices({ board, fresh }: ConversionPrices, codes: readonly string[]): Promise<FreshPrices> {
  const isShut = (market: Market) => {
    const { unavailable } = tradingMoment(board, market, 'real')
    return unavailable !== null && unavailable !== 'stale'
  }
  return fresh.forCall({ board, mode: 'real', codes: () => codes, isShut })
}

/** The same as `tradableNow`, and as fresh as a market order's. */
function freshNow(prices: ConversionPrices, fresh: FreshPrices, code: string): TradableQuote {
  const quote = tradableNow(prices, code)
  if (fresh.isTooOld(code)) throw new Refusal('unavailable', { reason: 'stale' })
  return quote
}

async function readTerms({ parameters }: ServerContext): Promise<{ feeRate: Rate; least: Amount<'USDT'> }> {
  const [share, least] = await Promise.all([
    parameters.value('convertRate'),
    parameters.value('convertMinimum'),
  ])
  const feeRate = parseRate(String(share))
  if (feeRate === null) throw new Error('the parameter convertRate cannot be read')
  return { feeRate, least: usdt(String(least)) }
}

/** For reading: twelve decimals of an exact rate. */
const rateText = ({ rate }: Conversion): string => writeRate(rate.rounded(rateScale, roundHalfEven) as Rate)

const recordedQuote = (quote: TradableQuote): RecordedQuote => ({
  code: quote.code,
  seq: quote.seq,
  source: quote.source,
  time: quote.time,
  receivedAt: quote.receivedAt,
  bid: writePrice(quote.bid),
  ask: writePrice(quote.ask),
  mid: writePrice(quote.mid),
  sellPrice: writePrice(quote.sellPrice),
  buyPrice: writePrice(quote.buyPrice),
})
