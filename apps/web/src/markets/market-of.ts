import type { MarketInfo } from '@candor/contract'
import { lots, price, rate } from '@candor/money'
import type { Market, MarketType } from '@candor/rules'

/**
 * Converts the server's market to the input of the shared rules, so that the ticket's preview runs the same function as the
 * server's charge. Fields for the simulator only are zero.
 */
export function marketOf(info: MarketInfo): Market {
  return {
    id: info.id,
    code: info.code,
    type: info.type as MarketType,
    name: info.appName,
    base: baseOf(info),
    quoteCurrency: info.quoteCurrency,
    digits: info.digits,
    tickSize: price(info.tickSize),
    pipSize: price(info.pipSize),
    contractSize: BigInt(info.lotSize.split('.')[0] ?? '1'),
    lotMin: lots(info.lotMin),
    lotMax: lots(info.lotMax),
    lotStep: lots(info.lotStep),
    leverageMax: info.leverageMax,
    commissionRate: rate(info.commissionRate),
    spreadAdded: price(info.spreadAdded),
    swapLong: rate(info.swapLong),
    swapShort: rate(info.swapShort),
    marginLevels: { call: rate(info.marginCall), closeOut: rate(info.marginCloseOut) },
    hours: {
      timeZone: info.hours.timeZone,
      sessions: info.hours.sessions,
      // The server says if it is open now (`open`), so the browser needs no calendar.
      holidays: null,
    },
    maxQuoteAgeMs: quoteAgeMs(info),
    simulation: { price: 0, volatility: 0, spread: 0 },
  }
}

/** The coin or currency of one unit; stocks and futures are named by their own code. */
export function baseOf(item: Pick<MarketInfo, 'code' | 'type' | 'quoteCurrency'>): string {
  if (item.type > 2) return item.code
  return item.code.endsWith(item.quoteCurrency)
    ? item.code.slice(0, -item.quoteCurrency.length)
    : item.code.replace(/(USDT|USD|PERP)$/, '')
}

/** Rulebook, "Which quotes trade": 5 s for crypto, 10 s for the others; recorded prices count their own time, 60 s. */
export function quoteAgeMs(item: Pick<MarketInfo, 'type' | 'source'>): number {
  if (item.source === 'replay') return 60_000
  return item.type === 2 ? 5_000 : 10_000
}
