import { liveSettingsFrom } from '../market-data/feeds/live/live-settings.ts'
import type { FeedChoice } from '../market-data/feeds/open-prices.ts'
import type { Config } from '../platform/config.ts'

/** Returns the feed that flags and environment select. */
export function feedChoiceOf(config: Config, env: NodeJS.ProcessEnv): FeedChoice {
  if (config.feed === 'replay') {
    const speed = config.replaySpeed === Number.POSITIVE_INFINITY ? 'max' : config.replaySpeed
    return { mode: 'replay', dir: config.replayDir ?? '', speed, loop: config.replayLoop }
  }
  if (config.feed === 'simulated') return { mode: 'simulated' }
  return { mode: config.feed, settings: liveSettingsFrom(env) }
}
