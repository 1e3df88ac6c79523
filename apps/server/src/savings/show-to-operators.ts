import type { OpsCalls, SavingsShown } from '@candor/contract'
import { type AssetCode, assetCodes, type Rate, writeRate } from '@candor/money'
import {
  savingsCoverDays,
  savingsCoverRate,
  savingsDayOf,
  savingsDayStart,
  savingsHeadroomMinor,
} from '@candor/rules'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../platform/database/schema.ts'
import { toRatesResponse, writeCoin } from './savings-response.ts'
import { missingMinor, reserves, termsOf } from './savings-store.ts'

type Shown = z.output<OpsCalls['opsSavings']['result']>

/** Every coin's savings for the console, offered or not, and the newest hundred changes. */
export async function showSavings(db: Kysely<Schema>, nowMs: number): Promise<Shown> {
  const sums = await sumsOf(db)
  const inReserve = await reserves(db)
  const today = savingsDayOf(nowMs)
  const coins: SavingsShown[] = []
  for (const coin of assetCodes)
    coins.push(
      await coinShown(db, coin, {
        today,
        sum: sums.get(coin) ?? noSums,
        reserve: inReserve.get(coin) ?? { balance: 0n, held: 0n },
      }),
    )
  return { coins, coverDays: savingsCoverDays, changes: await newestChanges(db) }
}

interface CoinState {
  readonly today: number
  readonly sum: Sums
  readonly reserve: { readonly balance: bigint; readonly held: bigint }
}

async function coinShown(
  db: Kysely<Schema>,
  coin: AssetCode,
  { today, sum, reserve }: CoinState,
): Promise<SavingsShown> {
  const terms = await termsOf(db, coin)
  const cover = terms === null ? (0n as Rate) : savingsCoverRate(terms.rates, today)
  const missing = await missingMinor(db, coin, cover)
  const capacityMinor = savingsHeadroomMinor(cover, reserve.balance - reserve.held, missing)
  const text = (minor: bigint) => writeCoin(coin, minor)
  return {
    coin,
    offer:
      terms === null
        ? null
        : { taking: terms.taking, minAmount: text(terms.minMinor), ...toRatesResponse(terms, today) },
    held: text(sum.held),
    customers: Number(sum.customers),
    reserve: text(reserve.balance),
    reserved: text(reserve.held),
    missing: text(missing),
    room: capacityMinor === null ? null : text(capacityMinor),
    paid: text(sum.paid),
  }
}

const noSums = { held: 0n, customers: 0n, paid: 0n }

interface Sums {
  readonly held: bigint
  readonly customers: bigint
  readonly paid: bigint
}

async function sumsOf(db: Kysely<Schema>): Promise<Map<AssetCode, Sums>> {
  const { rows } = await sql<Sums & { asset: AssetCode }>`
    SELECT h.asset, sum(h.held)::bigint AS held, count(*) FILTER (WHERE h.held > 0) AS customers,
           coalesce(sum(i.paid), 0)::bigint AS paid
      FROM savings_holdings h
      LEFT JOIN (SELECT holding_id, sum(paid) AS paid FROM savings_interest GROUP BY holding_id) i ON i.holding_id = h.id
     GROUP BY h.asset`.execute(db)
  return new Map(rows.map((row) => [row.asset, row]))
}

async function newestChanges(db: Kysely<Schema>): Promise<Shown['changes']> {
  const rows = await db
    .selectFrom('savings_terms as t')
    .leftJoin('operators_names as a', (join) => join.on(sql`a.id::text`, '=', sql.ref('t.proposed_by')))
    .leftJoin('operators_names as b', (join) => join.on(sql`b.id::text`, '=', sql.ref('t.approved_by')))
    .selectAll('t')
    .select(['a.email as proposed_email', 'b.email as approved_email'])
    .orderBy('t.sequence', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    coin: row.asset,
    taking: row.taking,
    minAmount: writeCoin(row.asset, row.min_amount),
    dailyRate: writeRate(row.daily_rate as Rate),
    reason: row.reason,
    proposedBy: row.proposed_email ?? row.proposed_by,
    approvedBy: row.approved_email ?? row.approved_by,
    changedAt: new Date(Number(row.changed_at)).toISOString(),
    rateFrom: new Date(savingsDayStart(row.rate_from)).toISOString(),
  }))
}
