import { usdt } from '@candor/money'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../../platform/database/database.ts'
import type { OpenRisk } from './open-risk.ts'

/** Stores the positions of an hour (epoch ms of its begin) and the money behind them; once. */
export const recordHour = (db: Database, at: number, { markets, cover }: OpenRisk): Promise<void> =>
  db.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('orders_risk_cover')
      .values({
        at: BigInt(at),
        capital: usdt(cover.capital).minor,
        would_win: usdt(cover.wouldWin).minor,
        negative_balance: usdt(cover.negativeBalance).minor,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n || markets.length === 0) return
    await tx
      .insertInto('orders_risk_hours')
      .values(
        markets.map(({ code, net, gross, unrealised, margin }) => ({
          at: BigInt(at),
          code,
          net: usdt(net).minor,
          gross: usdt(gross).minor,
          unrealised: usdt(unrealised).minor,
          margin: usdt(margin).minor,
        })),
      )
      .execute()
  })

/** Finds out whether an hour is recorded. */
export async function isRecorded(reader: Reader, at: number): Promise<boolean> {
  const row = await reader
    .selectFrom('orders_risk_cover')
    .select('at')
    .where('at', '=', BigInt(at))
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes hours before a moment. */
export async function forgetHours(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('orders_risk_hours').where('at', '<', BigInt(before)).execute()
  await tx.deleteFrom('orders_risk_cover').where('at', '<', BigInt(before)).execute()
}

/** Positions at an hour, in USDT's smallest unit. */
export interface HourSums {
  readonly at: bigint
  readonly net: bigint
  readonly gross: bigint
  readonly unrealised: bigint
  readonly margin: bigint
}

/** Lists the hours from a moment on, oldest first: of one market, zero where it had no positions, or all together. */
export async function hoursSince(
  reader: Reader,
  { from, code }: { readonly from: number; readonly code: string | undefined },
): Promise<readonly HourSums[]> {
  const sum = (column: 'net' | 'gross' | 'unrealised' | 'margin') =>
    sql<bigint>`coalesce(sum(${sql.ref(`h.${column}`)}), 0)::bigint`.as(column)
  return reader
    .selectFrom('orders_risk_cover as c')
    .leftJoin('orders_risk_hours as h', (join) =>
      code === undefined
        ? join.onRef('h.at', '=', 'c.at')
        : join.onRef('h.at', '=', 'c.at').on('h.code', '=', code),
    )
    .select(['c.at', sum('net'), sum('gross'), sum('unrealised'), sum('margin')])
    .where('c.at', '>=', BigInt(from))
    .groupBy('c.at')
    .orderBy('c.at')
    .execute()
}

/** Lists the money behind all positions of these hours. */
export const coverSince = (reader: Reader, from: number) =>
  reader
    .selectFrom('orders_risk_cover')
    .select(['at', 'capital', 'would_win', 'negative_balance'])
    .where('at', '>=', BigInt(from))
    .orderBy('at')
    .execute()
