import type { HitExplanation } from '@candor/contract'
import type { TransactionKind } from '@candor/rules'
import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { MonitoringTables } from './monitoring-tables.ts'

export type HitRow = Selectable<MonitoringTables['monitoring_hits']>

export interface NewHit {
  readonly id: string
  readonly ruleId: string
  readonly version: number
  readonly kind: TransactionKind
  readonly transactionId: string
  readonly userId: string
  readonly at: number
  readonly explanation: HitExplanation
}

export async function addHits(tx: Tx, hits: readonly NewHit[]): Promise<void> {
  if (hits.length === 0) return
  await tx
    .insertInto('monitoring_hits')
    .values(
      hits.map(({ id, ruleId, version, kind, transactionId, userId, at, explanation }) => ({
        ...{ id, rule_id: ruleId, version, kind, transaction_id: transactionId, user_id: userId },
        ...{ stage: explanation.stage, at: BigInt(at), explanation: JSON.stringify(explanation) },
      })),
    )
    .execute()
}

/** Reads the hits of a transaction, oldest first. */
export const hitsOf = (reader: Reader, kind: TransactionKind, transactionId: string): Promise<HitRow[]> =>
  reader
    .selectFrom('monitoring_hits')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .where('kind', '=', kind)
    .orderBy('at')
    .orderBy('rule_id')
    .execute()

export interface EarlierRequest {
  readonly userId: string
  /** Transaction whose hits are left out. */
  readonly except: string
  readonly fromMs: number
  readonly untilMs: number
  readonly limit: number
}

/** Reads the hits of a customer's other transactions in a span, newest first. */
export const earlierHits = (
  reader: Reader,
  { userId, except, fromMs, untilMs, limit }: EarlierRequest,
): Promise<HitRow[]> =>
  reader
    .selectFrom('monitoring_hits')
    .selectAll()
    .where('user_id', '=', userId)
    .where('transaction_id', '<>', except)
    .where('at', '>', BigInt(fromMs))
    .where('at', '<=', BigInt(untilMs))
    .orderBy('at', 'desc')
    .orderBy('rule_id')
    .limit(limit)
    .execute()

/** Counts hits since a moment, by rule. */
export async function countHits(reader: Reader, sinceMs: number): Promise<ReadonlyMap<string, number>> {
  const rows = await reader
    .selectFrom('monitoring_hits')
    .select(['rule_id', sql<number>`count(*)::int`.as('hits')])
    .where('at', '>=', BigInt(sinceMs))
    .groupBy('rule_id')
    .execute()
  return new Map(rows.map(({ rule_id, hits }) => [rule_id, hits]))
}
