import type { AssetCode, Rate } from '@candor/money'
import { type SavingsHolding, type SavingsRate, type SettledDay, savingsCoverDays } from '@candor/rules'
import { type Selectable, sql } from 'kysely'
import { readHouseBalances } from '../ledger/reports/house-balances.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { SavingsTables } from './savings-tables.ts'

export type HoldingRow = Selectable<SavingsTables['savings_holdings']>
export type TermsRow = Selectable<SavingsTables['savings_terms']>

/** Terms of one coin. */
export interface CoinTerms {
  readonly asset: AssetCode
  readonly taking: boolean
  readonly minMinor: bigint
  /** Newest announcement first. */
  readonly rates: readonly SavingsRate[]
}

/** All that moves savings of one coin waits for each other, so that what the reserve has free cannot change meanwhile. */
export async function lockCoin(tx: Tx, asset: AssetCode): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`savings:${asset}`}, 0))`.execute(tx)
}

/** Every coin that was ever offered. */
export async function termsOfAll(reader: Reader): Promise<CoinTerms[]> {
  const rows = await reader.selectFrom('savings_terms').selectAll().orderBy('sequence', 'desc').execute()
  const assets = [...new Set(rows.map(({ asset }) => asset))]
  return assets.flatMap((asset) => termsFrom(rows.filter((row) => row.asset === asset)) ?? [])
}

/** Null: never offered. */
export async function termsOf(reader: Reader, asset: AssetCode): Promise<CoinTerms | null> {
  const rows = await reader
    .selectFrom('savings_terms')
    .selectAll()
    .where('asset', '=', asset)
    .orderBy('sequence', 'desc')
    .execute()
  return termsFrom(rows)
}

function termsFrom(rows: readonly TermsRow[]): CoinTerms | null {
  const [newest] = rows
  if (newest === undefined) return null
  return {
    asset: newest.asset,
    taking: newest.taking,
    minMinor: newest.min_amount,
    rates: rows.map((row) => ({ dailyRate: row.daily_rate as Rate, fromDay: row.rate_from })),
  }
}

/** The reserve of each coin, in its smallest unit. */
export async function reserves(reader: Reader): Promise<Map<AssetCode, { balance: bigint; held: bigint }>> {
  const rows = await readHouseBalances(reader, ['savings-reserve'])
  return new Map(rows.map(({ asset, balance, held }) => [asset as AssetCode, { balance, held }]))
}

/** Beginning with nothing on `day` where there is no holding yet; locks it. */
export async function lockHolding(
  tx: Tx,
  { userId, asset, day, newId }: { userId: string; asset: AssetCode; day: number; newId: () => string },
): Promise<HoldingRow> {
  await tx
    .insertInto('savings_holdings')
    .values({ id: newId(), user_id: userId, asset, day })
    .onConflict((conflict) => conflict.columns(['user_id', 'asset']).doNothing())
    .execute()
  return tx
    .selectFrom('savings_holdings')
    .selectAll()
    .where('user_id', '=', userId)
    .where('asset', '=', asset)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Locks a holding with a day to settle; null when nothing is due any more. */
export async function lockDueHolding(tx: Tx, id: string, today: number): Promise<HoldingRow | null> {
  const row = await tx
    .selectFrom('savings_holdings')
    .selectAll()
    .where('id', '=', id)
    .where('day', '<', today)
    .where('held', '>', 0n)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Holdings with a day to settle, the longest waiting first. */
export const dueHoldings = (reader: Reader, today: number, limit: number) =>
  reader
    .selectFrom('savings_holdings')
    .select(['id', 'asset'])
    .where('held', '>', 0n)
    .where('day', '<', today)
    .orderBy('day')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Sums the missing cover of a coin's holdings at this rate, without `exceptId`. */
export async function missingMinor(
  reader: Reader,
  asset: AssetCode,
  coverRate: Rate,
  exceptId: string | null = null,
): Promise<bigint> {
  const { rows } = await sql<{ missing: bigint }>`
    SELECT coalesce(sum(greatest(floor(held::numeric * ${coverRate.toString()}::numeric / 1000000000000) * ${savingsCoverDays} - reserved, 0)), 0)::bigint AS missing
      FROM savings_holdings WHERE asset = ${asset} AND held > 0 AND id IS DISTINCT FROM ${exceptId}::uuid`.execute(
    reader,
  )
  return rows[0]?.missing ?? 0n
}

export async function keepHolding(
  tx: Tx,
  row: HoldingRow,
  holding: SavingsHolding,
  moved: boolean,
): Promise<HoldingRow> {
  return tx
    .updateTable('savings_holdings')
    .set({
      held: holding.heldMinor,
      steady: holding.steadyMinor,
      day: holding.day,
      reserved: holding.reservedMinor,
      moves: moved ? row.moves + 1 : row.moves,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function addInterest(
  tx: Tx,
  holdingId: string,
  days: readonly SettledDay[],
  paidAt: number,
): Promise<void> {
  if (days.length === 0) return
  await tx
    .insertInto('savings_interest')
    .values(
      days.map((one) => ({
        holding_id: holdingId,
        day: one.day,
        steady: one.steadyMinor,
        daily_rate: one.dailyRate,
        due: one.dueMinor,
        paid: one.paidMinor,
        paid_at: BigInt(paidAt),
      })),
    )
    .execute()
}

export const holdingsOf = (reader: Reader, userId: string): Promise<HoldingRow[]> =>
  reader.selectFrom('savings_holdings').selectAll().where('user_id', '=', userId).execute()

/** Lists the coins that these customers have in savings. Interest is in their balance as soon as it is earned: after each full day. */
export const heldInSavings = (
  reader: Reader,
  userIds: readonly string[],
): Promise<Pick<HoldingRow, 'user_id' | 'asset' | 'held'>[]> =>
  reader
    .selectFrom('savings_holdings')
    .select(['user_id', 'asset', 'held'])
    .where('user_id', 'in', userIds)
    .where('held', '>', 0n)
    .execute()

/** Returns the total interest of each of these holdings and its newest day that earned; absent: none yet. */
export async function interestOf(
  reader: Reader,
  holdingIds: readonly string[],
): Promise<Map<string, Interest>> {
  if (holdingIds.length === 0) return new Map()
  const sums = await reader
    .selectFrom('savings_interest')
    .select(['holding_id', sql<bigint>`sum(paid)::bigint`.as('minor')])
    .where('holding_id', 'in', holdingIds)
    .groupBy('holding_id')
    .execute()
  const last = await reader
    .selectFrom('savings_interest')
    .distinctOn('holding_id')
    .selectAll()
    .where('holding_id', 'in', holdingIds)
    .orderBy('holding_id')
    .orderBy('day', 'desc')
    .execute()
  const sumOf = new Map(sums.map(({ holding_id, minor }) => [holding_id, minor]))
  return new Map(
    last.map(({ holding_id, day, due, paid }) => [
      holding_id,
      { paidMinor: sumOf.get(holding_id) ?? 0n, last: { day, due, paid } },
    ]),
  )
}

export interface Interest {
  readonly paidMinor: bigint
  readonly last: { readonly day: number; readonly due: bigint; readonly paid: bigint }
}

/** Sums a customer's savings interest in USDT since `sinceMs`, in its smallest unit. */
export async function savingsEarnedSince(reader: Reader, userId: string, sinceMs: number): Promise<bigint> {
  const row = await reader
    .selectFrom('savings_interest as interest')
    .innerJoin('savings_holdings as holding', 'holding.id', 'interest.holding_id')
    .select(sql<bigint>`coalesce(sum(interest.paid), 0)::bigint`.as('minor'))
    .where('holding.user_id', '=', userId)
    .where('holding.asset', '=', 'USDT')
    .where('interest.paid_at', '>=', BigInt(sinceMs))
    .executeTakeFirstOrThrow()
  return row.minor
}

/** Checks whether a customer has coins in savings. */
export async function holdsSavings(reader: Reader, userId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('savings_holdings')
    .select('id')
    .where('user_id', '=', userId)
    .where('held', '>', 0n)
    .executeTakeFirst()
  return row !== undefined
}

/** Query of the coins in savings, for the proof of liabilities. */
export const owedInSavings = `
  SELECT user_id, asset, held AS minor, held AS in_plans FROM savings_holdings WHERE held > 0`
