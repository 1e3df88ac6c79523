import { type AccountMode, notificationsCalls } from '@candor/contract'
import type { SplitRatio } from '@candor/rules'
import { secondMs } from '@candor/rules/time-units.ts'
import type { PriceBoard } from '../market-data/price-board/price-board.ts'
import { defineModule, type ServerContext } from '../module.ts'
import { type LevelIndex, PriceAlerts } from './price-alerts.ts'
import { notificationsHandlers, shown } from './routes.ts'

export interface AlertsPorts {
  readonly board: PriceBoard
  /** From trading: one market's levels in order of price. */
  readonly newIndex: () => LevelIndex<string>
}

const modes: readonly AccountMode[] = ['demo', 'real']

/** Price alerts. To be opened before the feed starts: every alert is then watched before its first quote. */
export const alertsModule = defineModule({
  name: 'alerts',
  calls: notificationsCalls,
  export: [
    { call: 'listAlert', folder: 'person' },
    { call: 'notifications', folder: 'person', list: 'plain' },
  ],
  open: async (context: ServerContext, { board, newIndex }: AlertsPorts) => {
    const { events } = context
    const alerts = new PriceAlerts(context, board, newIndex, (row) => {
      // An alert belongs to the customer, so every open tab gets it, in either account.
      for (const mode of modes) events.publish(row.user_id, mode, 'alert', shown(board, row))
    })
    await alerts.start()
    return {
      handlers: notificationsHandlers(context, board, alerts),
      jobs: [{ name: 'write-alerts', everyMs: secondMs, run: () => alerts.writeAgain() }],
      /** A market was split: its waiting alerts move with it. */
      rebase: (code: string, ratio: SplitRatio) => alerts.rebase(code, ratio),
      stop: () => alerts.stop(),
    }
  },
})
