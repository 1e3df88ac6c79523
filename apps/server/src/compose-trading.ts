import { join } from 'node:path'
import { emailsOf } from './back-office/operators/people/people-store.ts'
import type { Common } from './compose-context.ts'
import { composeEngine } from './compose-engine.ts'
import type { Quotes } from './market-data/feeds/open-feeds.ts'
import { instrumentsModule } from './market-data/instruments/instruments.module.ts'
import { marketEventsModule } from './market-data/market-events/market-events.module.ts'
import { marketsModule } from './market-data/markets.module.ts'
import { tariffsModule } from './market-data/tariffs/tariffs.module.ts'
import { Modules } from './module.ts'
import { keepNotices } from './notifications/notices-store.ts'
import { type Engine, leadEngine } from './trading/engine/lead-engine.ts'
import { tradedVolume } from './trading/statistics/traded-volume.ts'

/** Opens markets with what happens to them, and the engine, here or wherever it leads. */
export async function composeTrading(common: Common, quotes: Quotes): Promise<Engine> {
  const { base, modules, core, limits, sign, bus, engineClient, serves, closing, config } = common
  const { db, clock, log, console, customerOf } = base
  const marketEvents = await modules.open(marketEventsModule, { quotes, keepNotices, emailsOf })
  await modules.open(instrumentsModule, { board: quotes.board, sign })
  await modules.open(tariffsModule, { board: quotes.board })
  await modules.open(marketsModule, {
    ...{ quotes, sign, budget: limits.heldQuotes },
    measures: { registeredUsers: () => core.users.count(), volume24h: tradedVolume(db, clock) },
  })
  return leadEngine({
    ...{ log, clock, bus, closing, client: engineClient, mayLead: serves('engine') },
    open: (waiting, ends) => {
      const folder = join(config.dataDir, 'hedging')
      const hedging = config.hedging === null ? null : { ...config.hedging, folder }
      const installation = { sign, hedging }
      const ports = { quotes, marketEvents, customerOf, installation }
      return composeEngine(new Modules(base, console), base, ports, { waiting, ends })
    },
  })
}
