import { marketsOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import { actionProposals, type EmailsOf } from './action-proposals.ts'
import { type EventQuotes, followMarketEvents } from './follow-market-events.ts'
import { marketAlerts } from './market-alerts.ts'
import { marketCalls } from './market-calls.ts'
import { type HoldersAt, notifyCancellations } from './notify-cancellations.ts'
import { type HoldersOf, type KeepNotices, notifyHalts } from './notify-halts.ts'

export interface MarketEventsPorts {
  readonly quotes: EventQuotes
  /** From notifications. */
  readonly keepNotices: KeepNotices
  /** From operators. */
  readonly emailsOf: EmailsOf
}

/** Halts, splits, dividends and rolls: the console's calls about them, and every process's board that follows them. */
export const marketEventsModule = defineModule({
  name: 'market-events',
  opsCalls: marketsOps,
  open: async (context: ServerContext, { quotes, keepNotices, emailsOf }: MarketEventsPorts) => {
    const { audit } = context.console
    const { actions, follow, start, jobs } = followMarketEvents({ ...context, audit, quotes })
    const proposed = actionProposals(context, emailsOf)
    await start()
    return {
      backOffice: {
        proposals: proposed.proposals,
        alerts: [marketAlerts(context.db, quotes.board.clockOffsets)],
        handlers: { ...marketCalls(context, quotes.board), ...proposed.handlers },
      },
      followers: jobs,
      ...{ actions, follow },
      /** Notifies the affected customers of each halt and its end, where the engine leads. */
      tellHalts: (holdersOf: HoldersOf) => notifyHalts(context, quotes.board, keepNotices, holdersOf),
      notifyCancellations: (holdersAt: HoldersAt) => notifyCancellations(context, { keepNotices, holdersAt }),
    }
  },
})
