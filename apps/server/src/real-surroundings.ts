import { openFoundation } from './foundation.ts'
import { openFeeds } from './market-data/feeds/open-feeds.ts'
import { openBus } from './platform/bus/open-bus.ts'
import { openServers } from './platform/http/open-servers.ts'
import { publicHosts } from './platform/outbound/outbound-policy.ts'
import type { Surroundings } from './running-app.ts'

/** Surroundings of a server that is neither simulated nor tested. */
export const realSurroundings: Surroundings = {
  ...{ openFoundation, openBus, openFeeds, openServers },
  outbound: publicHosts,
}
