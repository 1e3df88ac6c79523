import type { ConversionRecord } from '@candor/contract'
import { Amount } from '@candor/money'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { ConversionTables } from './conversion-tables.ts'

type ConversionRow = Selectable<ConversionTables['funding_conversions']>

/** Stores a conversion; null when its held quote has been used before. Waits for another one that is using it now. */
export async function addConversion(
  tx: Tx,
  row: Insertable<ConversionTables['funding_conversions']>,
): Promise<ConversionRow | null> {
  const added = await tx
    .insertInto('funding_conversions')
    .values(row)
    .onConflict((conflict) => conflict.column('held_quote').doNothing())
    .returningAll()
    .executeTakeFirst()
  return added ?? null
}

/** Newest first; `before` is the sequence of the last one of the page before. */
export function listConversions(
  db: Kysely<Schema>,
  userId: string,
  before: bigint | null,
  limit: number,
): Promise<ConversionRow[]> {
  let query = db.selectFrom('funding_conversions').selectAll().where('user_id', '=', userId)
  if (before !== null) query = query.where('sequence', '<', before)
  return query.orderBy('sequence', 'desc').limit(limit).execute()
}

export const toConversionResponse = (row: ConversionRow): ConversionRecord => ({
  id: row.id,
  from: row.from_asset,
  to: row.to_asset,
  amount: String(new Amount(row.from_asset, row.amount)),
  fee: String(new Amount(row.from_asset, row.fee)),
  rate: row.rate,
  received: String(new Amount(row.to_asset, row.received)),
  createdAt: new Date(Number(row.created_at)).toISOString(),
})
