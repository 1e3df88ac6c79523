import type { AssetCode } from '@candor/money'
import { compareTransactions, type MonitoredTransaction, type TransactionKind } from '@candor/rules'
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import type {
  CustomerStretch,
  ListedTransaction,
  TransactionPage,
  TransactionSources,
} from '../transaction-monitoring/monitoring-ports.ts'
import { destinationAddedAt } from './withdrawals/destination-added-at.ts'

/** Deposits and withdrawals as transaction monitoring reads them, with everything that happened to them since. */
export const monitoredTransactions: TransactionSources = { page: readPage, of: readHistories }

interface PageRow {
  readonly user_id: string
  readonly user_name: string
  readonly at: bigint
  readonly kind: TransactionKind
  readonly id: string
  readonly last_event_at: bigint
}

const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Reads a page by two indexes of customer and time: each reads about as many rows as it returns. What belongs to a row is looked up for it
 * alone, because a join is planned as one of whole tables.
 */
async function readPage(
  reader: Reader,
  { fromMs, untilMs, after, limit }: TransactionPage,
): Promise<readonly ListedTransaction[]> {
  const { userId, at, kind, id } = after ?? { userId: firstId, at: 0, kind: '', id: firstId }
  const rest = (own: TransactionKind) => sql`
    (user_id, created_at) >= (${userId}::uuid, ${at}::bigint)
      AND (user_id, created_at, ${own}::text, id) > (${userId}::uuid, ${at}::bigint, ${kind}::text, ${id}::uuid)
      AND created_at >= ${fromMs} AND created_at < ${untilMs}
    ORDER BY user_id, created_at, id LIMIT ${limit}`
  const { rows } = await sql<PageRow>`
    SELECT t.user_id, t.at, t.kind, t.id,
           (SELECT person.user_name FROM accounts_names AS person WHERE person.id = t.user_id) AS user_name,
           greatest(t.at, CASE WHEN t.kind = 'deposit' THEN (SELECT e.at FROM funding_deposit_events AS e
             WHERE e.deposit_id = t.id AND e.status = 'approved') END) AS last_event_at
      FROM (SELECT * FROM (
              (SELECT user_id, created_at AS at, 'deposit' AS kind, id FROM funding_deposits WHERE ${rest('deposit')})
              UNION ALL
              (SELECT user_id, created_at, 'withdrawal', id FROM funding_withdrawals WHERE ${rest('withdrawal')})) AS both_kinds
             ORDER BY user_id, at, kind, id LIMIT ${limit}) AS t
     ORDER BY t.user_id, t.at, t.kind, t.id`.execute(reader)
  return rows.map((row) => ({
    ...{ userId: row.user_id, userName: row.user_name, at: Number(row.at) },
    ...{ kind: row.kind, id: row.id, lastEventAt: Number(row.last_event_at) },
  }))
}

interface TransactionRow {
  readonly user_id: string
  readonly kind: TransactionKind
  readonly id: string
  readonly sequence: bigint
  readonly asset: AssetCode
  readonly at: bigint
  readonly amount: bigint
  readonly value: bigint | null
  readonly credited: bigint | null
  readonly credited_at: bigint | null
  readonly ended_at: bigint | null
  readonly added_at: bigint | null
}

async function readHistories(
  reader: Reader,
  stretches: readonly CustomerStretch[],
): Promise<ReadonlyMap<string, readonly MonitoredTransaction[]>> {
  if (stretches.length === 0) return new Map()
  const { rows } = await sql<TransactionRow>`
    WITH s AS (SELECT * FROM unnest(
        ${stretches.map(({ userId }) => userId)}::uuid[], ${stretches.map(({ fromMs }) => fromMs)}::bigint[],
        ${stretches.map(({ untilMs }) => untilMs)}::bigint[]) AS s (user_id, from_at, until_at))
    SELECT d.user_id, 'deposit' AS kind, d.id, d.sequence, d.coin AS asset, d.created_at AS at, d.amount,
           coalesce(d.value, CASE WHEN d.coin = 'USDT' THEN d.amount END) AS value,
           d.credited, CASE WHEN e.status = 'approved' THEN e.at END AS credited_at,
           CASE WHEN e.status = 'rejected' THEN e.at ELSE r.at END AS ended_at, NULL::bigint AS added_at
      FROM s JOIN funding_deposits d ON d.user_id = s.user_id AND d.created_at > s.from_at AND d.created_at <= s.until_at
      LEFT JOIN funding_deposit_events e ON e.deposit_id = d.id AND e.status IN ('approved', 'rejected')
      LEFT JOIN funding_reversals r ON r.deposit_id = d.id
    UNION ALL
    SELECT w.user_id, 'withdrawal', w.id, w.sequence, w.coin, w.created_at, w.amount,
           coalesce(w.value, CASE WHEN w.coin = 'USDT' THEN w.amount END), NULL, NULL, e.at, ${destinationAddedAt}
      FROM s JOIN funding_withdrawals w ON w.user_id = s.user_id AND w.created_at > s.from_at AND w.created_at <= s.until_at
      LEFT JOIN funding_withdrawal_events e ON e.withdrawal_id = w.id AND e.status IN ('rejected', 'cancelled', 'failed')
    `.execute(reader)
  const histories = new Map<string, MonitoredTransaction[]>()
  for (const row of rows) {
    const history = histories.get(row.user_id)
    if (history === undefined) histories.set(row.user_id, [toTransaction(row)])
    else history.push(toTransaction(row))
  }
  for (const history of histories.values()) history.sort(compareTransactions)
  return histories
}

const toTransaction = (row: TransactionRow): MonitoredTransaction => ({
  ...{ kind: row.kind, id: row.id, sequence: row.sequence, asset: row.asset, at: Number(row.at) },
  ...{ minor: row.amount, valueMinor: row.value },
  credited:
    row.credited === null || row.credited_at === null
      ? null
      : { at: Number(row.credited_at), minor: row.credited },
  endedAt: row.ended_at === null ? null : Number(row.ended_at),
  destinationAddedAt: row.added_at === null ? null : Number(row.added_at),
})
