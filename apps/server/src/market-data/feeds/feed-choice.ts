import type { Market } from '@candor/rules'
import type { Config } from '../../platform/config.ts'
import { historyOfMarkets } from '../backfill/history-settings.ts'
import { liveSettingsFrom } from './live/live-settings.ts'
import type { FeedChoice } from './open-prices.ts'

/** Returns the feed that flags and environment select; exchanges give the past of these markets, added ones by their symbols. */
export function feedChoiceOf(
  config: Config,
  env: NodeJS.ProcessEnv,
  markets: readonly Market[] = [],
): FeedChoice {
  if (config.feed === 'replay') {
    const speed = config.replaySpeed === Number.POSITIVE_INFINITY ? 'max' : config.replaySpeed
    return { mode: 'replay', dir: config.replayDir ?? '', speed, loop: config.replayLoop }
  }
  if (config.feed === 'simulated') return { mode: 'simulated' }
  const settings = liveSettingsFrom(env)
  return { mode: config.feed, settings, history: historyOfMarkets(settings, env, markets) }
}
