import { instrumentsOps, plainRow } from '@candor/contract'
import { decideHours, type HoursChange, type HoursEffect } from '@candor/rules'
import type { Kysely } from 'kysely'
import type { Operator } from '../../../back-office/operators/operator.ts'
import type { ProposalKind } from '../../../back-office/proposals/proposal-kind.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { orRefuse } from '../../../platform/http/refusal.ts'
import { notifyAll } from '../../tariffs/propose-terms.ts'
import type { InstrumentsContext } from '../instruments-context.ts'
import { marketsWithoutHours } from '../instruments-store.ts'
import { closureNoticeMs } from './closure-notice.ts'
import {
  announcedHours,
  hoursChangeShape,
  lockHours,
  type StoredHoursChange,
  writeDecision,
} from './hours-store.ts'
import { changeSections, changeTexts, scopeName, scopeText } from './hours-words.ts'

/** Decides a change of hours by what is announced now. Refuses what cannot be at its field (`decideHours`). */
async function judgeHours(
  context: InstrumentsContext,
  db: Kysely<Schema>,
  change: HoursChange,
): Promise<HoursEffect> {
  const now = context.clock.now()
  return orRefuse(
    decideHours(change, {
      announced: await announcedHours(db),
      // Also those that begin later: they have the hours of their scopes from then on.
      markets: await marketsWithoutHours(db, Number.POSITIVE_INFINITY),
      now,
      noticeMs: await closureNoticeMs(context, db),
    }),
  )
}

function summaryOf(change: HoursChange): string {
  const { announced, withdrawn } = changeTexts(change)
  const shown = announced[0] ?? `withdraw ${withdrawn[0] ?? ''}`
  const others = announced.length + withdrawn.length - 1
  return `Hours of ${scopeText(change.scope)}: ${shown}${others > 0 ? ` and ${others} more` : ''}`
}

/** The proposal that announces closed days and weekly sessions of markets, or withdraws announced ones. An unscheduled closure is a halt. */
export function hoursKind(context: InstrumentsContext) {
  const { clock } = context
  const kind: ProposalKind<StoredHoursChange> = {
    kind: 'markets.hours',
    roles: instrumentsOps.opsProposeHours.roles,
    parse: (payload) => hoursChangeShape.parse(payload),
    show: async (_db, change) => ({
      summary: summaryOf(change),
      sections: [
        {
          title: scopeText(change.scope),
          rows: [
            plainRow('Open positions', 'stay; nothing fills while a market is closed'),
            plainRow('Pending orders', 'wait until it opens'),
            plainRow('On approval', 'every customer is notified'),
          ],
          images: [],
        },
        ...changeSections(change),
      ],
    }),
    judge: async (db, change) => {
      await judgeHours(context, db, change)
    },
    apply: async (tx, change, { proposalId, reason, proposedBy, approvedBy }) => {
      await lockHours(tx)
      // Before it is judged by a later moment: it never begins before it was announced.
      const at = clock.now()
      const effect = await judgeHours(context, tx, change)
      await writeDecision(tx, {
        id: proposalId,
        change,
        ...effect,
        ...{ reason, proposedBy, approvedBy, at },
      })
      const [name, from] = [scopeName(change.scope), new Date(effect.changesFrom ?? at).toISOString()]
      const isMarket = change.scope.startsWith('market:')
      const noticeValues = { from, about: 'hours', names: name, orders: '1' }
      await notifyAll(tx, { changeId: proposalId, at, code: isMarket ? name : null }, noticeValues)
    },
  }
  const propose = async (change: StoredHoursChange, reason: string, operator: Operator) => {
    await judgeHours(context, context.db.query, change)
    return (await context.console.propose({ kind: kind.kind, payload: change, reason }, operator)).id
  }
  return { kind, propose }
}
