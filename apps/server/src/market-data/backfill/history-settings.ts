import type { Market } from '@candor/rules'
import { FeedError } from '../feeds/feed.ts'
import { protocolsOf } from '../feeds/live/live-feed.ts'
import { cryptoChoices, type LiveSettings } from '../feeds/live/live-settings.ts'
import { binanceHistory } from './binance-history.ts'
import { coinbaseHistory } from './coinbase-history.ts'
import type { HistorySource } from './history-source.ts'
import { krakenHistory } from './kraken-history.ts'
import { massiveHistory } from './massive-history.ts'

const exchanges = { kraken: krakenHistory, coinbase: coinbaseHistory, binance: binanceHistory } as const
const freeRequestsPerMinute = 5

/** A live market and the exchange that gives its past. */
export interface HistoryOfMarket {
  readonly code: string
  readonly source: 'live' | 'delayed'
  readonly history: HistorySource
}

/**
 * The exchange of each live market's past: for crypto CANDOR_HISTORY_EXCHANGE (kraken, coinbase, binance or off; without it, the exchange of the
 * prices) at CANDOR_HISTORY_URL, for forex and stocks Massive at CANDOR_MASSIVE_HISTORY_URL, with CANDOR_MASSIVE_REQUESTS_PER_MINUTE.
 */
export function historyOfMarkets(
  settings: LiveSettings,
  environment: Readonly<Record<string, string | undefined>>,
  markets: readonly Market[] = [],
): HistoryOfMarket[] {
  const chosen = environment.CANDOR_HISTORY_EXCHANGE || settings.crypto
  const exchange = cryptoChoices.find((choice) => choice === chosen)
  if (exchange === undefined)
    throw new FeedError(
      `CANDOR_HISTORY_EXCHANGE must be one of ${cryptoChoices.join(', ')}; it was “${chosen}”.`,
    )
  const histories: HistorySource[] = []
  if (exchange !== 'off')
    histories.push(exchanges[exchange](environment.CANDOR_HISTORY_URL || undefined, markets))
  if (settings.massive !== null)
    histories.push(
      massiveHistory({
        key: settings.massive.key,
        requestsPerMinute: requestsPerMinute(environment.CANDOR_MASSIVE_REQUESTS_PER_MINUTE),
        url: environment.CANDOR_MASSIVE_HISTORY_URL || undefined,
        markets,
      }),
    )
  return protocolsOf(settings, markets).flatMap(({ codes, source }) =>
    [...codes.values()].flatMap((code) => {
      const history = histories.find(({ symbols }) => symbols.has(code))
      return history === undefined ? [] : [{ code, source, history }]
    }),
  )
}

function requestsPerMinute(text: string | undefined): number {
  if (text === undefined || text === '') return freeRequestsPerMinute
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 6_000)
    throw new FeedError(
      `CANDOR_MASSIVE_REQUESTS_PER_MINUTE must be a whole number from 1 to 6000; it was “${text}”.`,
    )
  return value
}
