import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'

/** Trading fees of a real account: entries after a number, made within two moments, and what was given back of them after another. */
export interface PaidFeesRequest {
  readonly owner: string
  readonly afterEntry: bigint
  readonly afterRebate: bigint
  readonly fromMs: bigint
  readonly untilMs: bigint
}

/** Fees that a customer in fact paid; `throughEntry` is null when the account has no further entry. */
export interface PaidFees {
  readonly throughEntry: bigint | null
  /** Paid, less `rebates`; below nothing where more was given back than was paid since. */
  readonly minor: bigint
  readonly rebates: bigint
  /** The entry of the last rebate in it; null: there is none. */
  readonly throughRebate: bigint | null
}

/**
 * Returns, for each request in order, the commissions on trades paid in USDT by entries made before `cutoffMs`. Excludes the part that the
 * house's `negative-balance` covered, which was not paid. Subtracts VIP rebates, whenever paid, for the days (UTC) that lie whole within
 * the request's period and before `cutoffMs`. One account's entries follow each other, so `throughEntry` skips none.
 */
export async function paidTradingFees(
  db: Reader,
  asks: readonly PaidFeesRequest[],
  cutoffMs: number,
): Promise<PaidFees[]> {
  if (asks.length === 0) return []
  const { rows } = await sql<PaidFees>`
    SELECT seen.through AS "throughEntry", back.through AS "throughRebate", coalesce(back.minor, 0)::bigint AS rebates,
           (coalesce(paid.minor, 0) - coalesce(back.minor, 0))::bigint AS minor
      FROM unnest(${asks.map(({ owner }) => owner)}::text[], ${asks.map(({ afterEntry }) => String(afterEntry))}::bigint[],
                  ${asks.map(({ afterRebate }) => String(afterRebate))}::bigint[],
                  ${asks.map(({ fromMs }) => String(fromMs))}::bigint[], ${asks.map(({ untilMs }) => String(untilMs))}::bigint[])
           WITH ORDINALITY ask (owner, after, after_rebate, from_ms, until_ms, place)
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
      LEFT JOIN LATERAL (
        SELECT sum(e.minor) AS minor, max(e.seq) AS through FROM ledger_entries e
         WHERE e.customer = a.id AND e.seq > ask.after_rebate AND e.kind = 'fee-rebate' AND e.credited = a.id
           AND extract(epoch FROM e.reference::date) * 1000 >= ask.from_ms
           AND (extract(epoch FROM e.reference::date) + 86400) * 1000 <= least(ask.until_ms, ${cutoffMs}::bigint)) back ON true
     ORDER BY ask.place`.execute(db)
  return rows
}

/** Statement that sums the trading fees of each real account between two moments (epoch ms). For use within a statement of the caller. */
export const tradingFeesByOwner = (
  fromMs: number,
  untilMs: number,
): RawBuilder<{ owner: string; fees: bigint }> => sql`
  SELECT a.owner, day.fees
    FROM (SELECT e.debited, sum(e.minor)::bigint AS fees FROM ledger_entries e
           WHERE e.kind = 'contract-commission' AND e.asset = 'USDT' AND e.debited = e.customer
             AND e.created_at >= to_timestamp(${fromMs}::float8 / 1000)
             AND e.created_at < to_timestamp(${untilMs}::float8 / 1000)
           GROUP BY e.debited) day
   CROSS JOIN LATERAL (SELECT a.owner FROM ledger_accounts a WHERE a.id = day.debited LIMIT 1) a`

/** Sums the trading fees in USDT since the moment that `since` computes, in its smallest unit. */
export async function tradingFeesSince(reader: Reader, since: RawBuilder<Date>): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    SELECT coalesce(sum(e.minor), 0)::bigint AS minor
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.credited
     WHERE e.kind = 'contract-commission' AND a.class = 'fee-revenue' AND a.asset = 'USDT'
       AND e.created_at >= (${since})`.execute(reader)
  return rows[0]?.minor ?? 0n
}
