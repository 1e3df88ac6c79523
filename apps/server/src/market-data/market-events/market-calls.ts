import type { MarketActionShown, MarketHalt } from '@candor/contract'
import { allMarkets } from '@candor/rules'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { OpsHandlers } from '../../back-office/operators/ops-handlers.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { isoOf, isoOrNull } from '../../platform/iso-time.ts'
import type { Json } from '../../platform/json.ts'
import { marketHistories } from '../backfill/backfill-response.ts'
import type { ActionRow } from '../markets-tables.ts'
import type { ClockOffsets } from '../price-board/clock-offsets.ts'
import { actionValue, newestActions } from './actions.ts'
import { clockAlerts } from './clock-alerts.ts'
import { type HaltRefusal, haltMarket, newestHalts, resumeMarket } from './halts.ts'

/** The console's calls about whole markets: what happened, what is to come, and halts, which one person makes at once. */
export const marketCalls = (context: ServerContext, offsets: Pick<ClockOffsets, 'now'>) =>
  ({
    opsMarketEvents: async () => ({
      markets: allMarkets.map(({ code, name, type }) => ({ code, name, stock: type === 3 })),
      halts: (await newestHalts(context.db)).map(toHaltResponse),
      actions: (await newestActions(context.db)).map(toActionResponse),
      clocks: clockAlerts(offsets.now()).map(({ tone, text }) => ({ tone, text })),
    }),
    opsMarketHistory: () => marketHistories(context.db),
    opsHaltMarket: ({ code, reason, note }, operator) =>
      audited(context, operator, { action: 'markets.halt', code, note, after: { reason } }, (tx) =>
        haltMarket(tx, context.clock, { code, reason, note, by: operator.email }),
      ),
    opsResumeMarket: ({ code, note }, operator) =>
      audited(context, operator, { action: 'markets.resume', code, note, after: null }, (tx) =>
        resumeMarket(tx, context.clock, { code, by: operator.email }),
      ),
  }) satisfies OpsHandlers

interface AuditedChange {
  readonly action: string
  readonly code: string
  readonly note: string
  readonly after: Json
}

const audited = (
  { db, console }: ServerContext,
  operator: Operator,
  { action, code, note, after }: AuditedChange,
  change: (tx: Tx) => Promise<HaltRefusal | null>,
): Promise<true> =>
  db.transaction(async (tx) => {
    refuseIf(await change(tx))
    const subject = `market:${code}`
    await console.audit.write(tx, { actor: operator.id, action, subject, reason: note, after })
    return true as const
  })

function refuseIf(refused: HaltRefusal | null): void {
  if (refused === null) return
  if (refused === 'unknown-market' || refused === 'action-due')
    throw new Refusal('invalidInput', { issues: [{ path: 'code', code: refused }] })
  throw new Refusal('changedMeanwhile')
}

const toHaltResponse = (row: Awaited<ReturnType<typeof newestHalts>>[number]): MarketHalt => ({
  id: row.id,
  code: row.code,
  reason: row.reason,
  note: row.note,
  haltedBy: row.halted_by,
  haltedAt: isoOf(row.halted_at),
  liftedBy: row.lifted_by,
  liftedAt: isoOrNull(row.lifted_at),
})

const toActionResponse = (row: ActionRow): MarketActionShown => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  at: isoOf(row.at),
  value: actionValue(row),
  askedBy: row.asked_by,
  appliedAt: isoOrNull(row.applied_at),
  cancelledBy: row.cancelled_by,
  cancelledAt: isoOrNull(row.cancelled_at),
})
