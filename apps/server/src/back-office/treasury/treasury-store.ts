import type { AssetCode } from '@candor/money'
import { type TreasuryAccount, type TreasuryPlace, treasuryPlaces } from '@candor/rules'
import { type Insertable, sql } from 'kysely'
import { readHouseBalances } from '../../ledger/reports/house-balances.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { TreasuryTables } from './treasury-tables.ts'

export type NewMove = Omit<Insertable<TreasuryTables['treasury_moves']>, 'sequence'>

const newest = 100

export interface HouseBalance extends TreasuryAccount {
  readonly balanceMinor: bigint
  readonly heldMinor: bigint
}

/** Balances of all accounts the treasury knows; an account that was never opened has nothing. */
export async function houseBalances(reader: Reader): Promise<HouseBalance[]> {
  const rows = await readHouseBalances(reader, treasuryPlaces)
  return rows.flatMap(({ class: place, asset, balance, held }) =>
    asset === 'DEMO'
      ? []
      : { place: place as TreasuryPlace, coin: asset, balanceMinor: balance, heldMinor: held },
  )
}

export const balanceIn = (
  balances: readonly HouseBalance[],
  { place, coin }: TreasuryAccount,
): { readonly balanceMinor: bigint; readonly heldMinor: bigint } =>
  balances.find((one) => one.place === place && one.coin === coin) ?? { balanceMinor: 0n, heldMinor: 0n }

/** Returns false when a transfer with this reference was already booked in the same direction. */
export async function addMove(tx: Tx, move: NewMove): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('treasury_moves')
    .values(move)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function isReferenceBooked(
  reader: Reader,
  { coin, out, reference }: { readonly coin: AssetCode; readonly out: boolean; readonly reference: string },
): Promise<boolean> {
  const row = await reader
    .selectFrom('treasury_moves')
    .select('id')
    .where('asset', '=', coin)
    .where('act', '<>', 'move')
    .where(sql<boolean>`(to_class = 'world') = ${out}`)
    .where(sql<boolean>`lower(reference) = lower(${reference})`)
    .executeTakeFirst()
  return row !== undefined
}

/** The newest hundred moves, newest first, with the e-mail addresses of both people. */
export async function newestMoves(reader: Reader) {
  return reader
    .selectFrom('treasury_moves as m')
    .innerJoin('operators_people as a', 'a.id', 'm.proposed_by')
    .innerJoin('operators_people as b', 'b.id', 'm.approved_by')
    .selectAll('m')
    .select(['a.email as proposed_email', 'b.email as approved_email'])
    .orderBy('m.sequence', 'desc')
    .limit(newest)
    .execute()
}

/** Written by the engine every few seconds. */
export async function keepOpenProfit(reader: Reader, minor: bigint, atMs: number): Promise<void> {
  const values = { minor, at: BigInt(atMs) }
  await reader
    .insertInto('treasury_open_profit')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute()
}

export interface OpenProfit {
  readonly minor: bigint
  readonly atMs: number
}

/** Null: the engine never wrote one. */
export async function openProfitSeen(reader: Reader): Promise<OpenProfit | null> {
  const row = await reader.selectFrom('treasury_open_profit').selectAll().executeTakeFirst()
  return row === undefined ? null : { minor: row.minor, atMs: Number(row.at) }
}
