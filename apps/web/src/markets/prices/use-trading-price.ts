import type { MarketInfo } from '@candor/contract'
import { type Exact, type Price, parsePrice } from '@candor/money'
import type { Market } from '@candor/rules'
import { withAddedSpread } from '@candor/rules/markets/added-spread.ts'
import type { TwoPrices } from '@candor/rules/orders/contract.ts'
import { conversionCodes, conversionOf } from '@candor/rules/orders/conversion.ts'
import { useMemo } from 'react'
import { prices, useConnection, useFullQuotes, useLivePrice } from '../../live/price-socket.ts'
import { useNow } from './use-moving-price.ts'

export interface TradingPrice {
  /** Prices for a buyer and a seller, the added spread included; null before the first quote. */
  readonly quote: TwoPrices | null
  /** USDT for one unit of the quote currency; null without a price for it. */
  readonly conversion: Exact | null
  /** Too old for a market order (rulebook): trading pauses. */
  readonly stale: boolean
  readonly ageMs: number
}

/** Live prices for a ticket or a position, with their age. */
export function useTradingPrice(
  market: Pick<Market, 'code' | 'quoteCurrency' | 'spreadAdded' | 'maxQuoteAgeMs'>,
  first: Pick<MarketInfo, 'bid' | 'ask'>,
): TradingPrice {
  const { code, quoteCurrency } = market
  useFullQuotes(useMemo(() => [code], [code]))
  const shown = useLivePrice(code)
  const conversion = useConversion(quoteCurrency)
  const { state, sinceMs } = useConnection()
  const now = useNow(1_000)
  const bid = shown?.bid ?? first.bid
  const ask = shown?.ask ?? first.ask
  const quote = useMemo(() => twoPrices(market, bid, ask), [market, bid, ask])
  const ageMs = Math.max(0, now - (prices.quotedAtMs(code) ?? sinceMs))
  return { quote, conversion, ageMs, stale: state === 'lost' || ageMs > market.maxQuoteAgeMs }
}

/** Bid and ask as texts, with half of the added spread on each side. */
export function twoPrices(
  market: Pick<Market, 'spreadAdded'>,
  bid: string | null,
  ask: string | null,
): TwoPrices | null {
  const low = bid === null ? null : parsePrice(bid)
  const high = ask === null ? null : parsePrice(ask)
  return low === null || high === null ? null : withAddedSpread(market as Market, low, high)
}

/** USDT for one unit of a currency, at the newest mid of the market that trades it. */
export function useConversion(currency: string): Exact | null {
  const codes = useMemo(() => conversionCodes(currency).map(({ code }) => code), [currency])
  // Hooks cannot be called in a loop of changing length; the rule names at most three.
  const first = useLivePrice(codes[0] ?? '')?.price
  const second = useLivePrice(codes[1] ?? '')?.price
  const third = useLivePrice(codes[2] ?? '')?.price
  return useMemo(() => {
    const mids = new Map([
      [codes[0], first],
      [codes[1], second],
      [codes[2], third],
    ])
    return conversionOf(currency, (code) => parsed(mids.get(code)))
  }, [currency, codes, first, second, third])
}

const parsed = (text: string | undefined): Price | null => (text === undefined ? null : parsePrice(text))
