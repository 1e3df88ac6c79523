import { priceToNumber } from '@candor/money'
import {
  localDay,
  type Market,
  type MarketHours,
  type MarketType,
  type QuoteSource,
  weekOn,
} from '@candor/rules'
import { translator } from '@candor/texts/server.ts'
import { marketName } from '../market-name.ts'
import { exchangeName, resolutions } from './protocol.ts'

const t = translator('en')

const typeNames: Readonly<Record<MarketType, string>> = {
  1: 'forex',
  2: 'crypto',
  3: 'stock',
  4: 'futures',
}

/** Configuration that a chart program asks for first. */
export const udfConfig = {
  supports_search: true,
  supports_group_request: false,
  supports_marks: true,
  supports_timescale_marks: true,
  supports_time: true,
  supported_resolutions: resolutions,
  exchanges: [{ value: exchangeName, name: exchangeName, desc: exchangeName }],
  symbols_types: [
    { value: '', name: t('markets.tab.all') },
    ...([1, 2, 3, 4] as const).map((type) => ({ value: typeNames[type], name: t(`markets.tab.${type}`) })),
  ],
}

/** Returns a market's name, and the source of prices that are none of the market's own now (trust T4). */
export function describeMarket(market: Market, source: QuoteSource): string {
  const name = marketName(market, 'en')
  return source === 'live' ? name : `${name} (${t(`markets.source.${source}`)})`
}

/** Describes a market for a chart: its prices, its weekly hours at `now` (epoch ms) and resolutions. */
export function symbolInfo(market: Market, source: QuoteSource, now: number) {
  const week = weekOn(market.hours, localDay(market.hours, now))
  const scale = 10 ** market.digits
  return {
    name: market.code,
    ticker: market.code,
    description: describeMarket(market, source),
    type: typeNames[market.type],
    exchange: exchangeName,
    listed_exchange: exchangeName,
    session: sessionText(week),
    timezone: week.timeZone === 'UTC' ? 'Etc/UTC' : week.timeZone,
    format: 'price',
    minmov: Math.max(1, Math.round(priceToNumber(market.tickSize) * scale)),
    pricescale: scale,
    has_intraday: true,
    intraday_multipliers: resolutions.filter((one) => /^\d+$/.test(one)),
    has_daily: true,
    has_weekly_and_monthly: true,
    weekly_multipliers: ['1'],
    monthly_multipliers: [],
    supported_resolutions: resolutions,
    visible_plots_set: 'ohlcv',
    volume_precision: 2,
    data_status: source === 'delayed' ? 'delayed_streaming' : 'streaming',
    currency_code: market.quoteCurrency,
  }
}

/** Lists markets whose code or name has the typed text, in the order of the market list. */
export function searchSymbols(
  markets: readonly Market[],
  { typed, type, exchange, limit }: SymbolSearch,
  sourceOf: (code: string) => QuoteSource,
) {
  const words = typed.toLowerCase()
  const isElsewhere = exchange !== undefined && exchange.toLowerCase() !== exchangeName.toLowerCase()
  const found = markets.filter(
    (market) =>
      (type === undefined || typeNames[market.type] === type) &&
      [market.code, marketName(market, 'en')].some((one) => one.toLowerCase().includes(words)),
  )
  return (isElsewhere ? [] : found.slice(0, limit)).map((market) => ({
    symbol: market.code,
    full_name: `${exchangeName}:${market.code}`,
    description: describeMarket(market, sourceOf(market.code)),
    exchange: exchangeName,
    ticker: market.code,
    type: typeNames[market.type],
  }))
}

export interface SymbolSearch {
  readonly typed: string
  readonly type: string | undefined
  readonly exchange: string | undefined
  readonly limit: number
}

/** Writes weekly hours as the protocol does: days from 1, Sunday; a session over midnight under the day it ends on. */
function sessionText({ sessions }: Pick<MarketHours, 'sessions'>): string {
  if (sessions.length === 0) return '24x7'
  return sessions
    .map(({ days, from, to }) => {
      const shift = to <= from ? 2 : 1
      const written = days.map((day) => ((day + shift - 1) % 7) + 1).sort()
      return `${from.replace(':', '')}-${to.replace(':', '')}:${written.join('')}`
    })
    .join('|')
}
