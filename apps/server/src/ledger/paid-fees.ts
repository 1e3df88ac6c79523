import { type Kysely, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** Trading fees of a real account: entries after a number, made within two moments. */
export interface PaidFeesAsk {
  readonly owner: string
  readonly afterEntry: bigint
  readonly fromMs: bigint
  readonly untilMs: bigint
}

/** What a customer in fact paid; null `throughEntry`: the account has no further entry. */
export interface PaidFees {
  readonly throughEntry: bigint | null
  readonly minor: bigint
}

/**
 * For each ask, in its order, the commissions on trades paid in USDT, looking at entries made before `cutoffMs`. What the house's
 * `negative-balance` covered was not paid and does not count. One account's entries follow each other, so `throughEntry` leaves none behind.
 */
export async function paidTradingFees(
  db: Kysely<Schema> | Tx,
  asks: readonly PaidFeesAsk[],
  cutoffMs: number,
): Promise<PaidFees[]> {
  if (asks.length === 0) return []
  const { rows } = await sql<PaidFees>`
    SELECT seen.through AS "throughEntry", coalesce(paid.minor, 0)::bigint AS minor
      FROM unnest(${asks.map(({ owner }) => owner)}::text[], ${asks.map(({ afterEntry }) => String(afterEntry))}::bigint[],
                  ${asks.map(({ fromMs }) => String(fromMs))}::bigint[], ${asks.map(({ untilMs }) => String(untilMs))}::bigint[])
           WITH ORDINALITY ask (owner, after, from_ms, until_ms, place)
      LEFT JOIN ledger_accounts a ON a.owner = ask.owner AND a.class = 'customer' AND a.asset = 'USDT'
      LEFT JOIN LATERAL (
        SELECT max(e.seq) AS through FROM ledger_entries e
         WHERE e.customer = a.id AND e.seq > ask.after AND e.created_at < to_timestamp(${cutoffMs}::float8 / 1000)) seen ON true
      LEFT JOIN LATERAL (
        SELECT sum(e.minor) AS minor FROM ledger_entries e
         WHERE e.customer = a.id AND e.seq > ask.after AND e.seq <= seen.through AND e.kind = 'contract-commission'
           AND e.debited = a.id
           AND e.created_at >= to_timestamp(ask.from_ms::float8 / 1000)
           AND e.created_at < to_timestamp(ask.until_ms::float8 / 1000)) paid ON true
     ORDER BY ask.place`.execute(db)
  return rows
}
