import type { Database, Reader } from '../../../platform/database/database.ts'
import type { RiskAlertKind } from './risk-tables.ts'

/** A threshold that is passed. */
export interface RiskAlert {
  readonly kind: RiskAlertKind
  /** The market; empty for other kinds. */
  readonly code: string
  readonly costMinor: bigint
}

/** Replaces the alerts that hold; one that held before keeps the time since when it does. */
export const keepAlerts = (db: Database, alerts: readonly RiskAlert[], now: number): Promise<void> =>
  db.transaction(async (tx) => {
    const held = await tx.selectFrom('orders_risk_alerts').select(['kind', 'code']).forNoKeyUpdate().execute()
    const gone = held.filter(
      (one) => !alerts.some(({ kind, code }) => kind === one.kind && code === one.code),
    )
    // No cases: alerts of one look, written together.
    for (const { kind, code } of gone)
      await tx.deleteFrom('orders_risk_alerts').where('kind', '=', kind).where('code', '=', code).execute()
    if (alerts.length === 0) return
    await tx
      .insertInto('orders_risk_alerts')
      .values(
        alerts.map(({ kind, code, costMinor }) => ({ kind, code, cost: costMinor, since: BigInt(now) })),
      )
      .onConflict((conflict) =>
        conflict.columns(['kind', 'code']).doUpdateSet((eb) => ({ cost: eb.ref('excluded.cost') })),
      )
      .execute()
  })

/** Lists the alerts that hold, the dearest first. */
export const alertsInForce = (reader: Reader) =>
  reader.selectFrom('orders_risk_alerts').selectAll().orderBy('cost', 'desc').orderBy('code').execute()
