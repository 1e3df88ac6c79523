import type { AssetCode } from '@candor/money'
import { savingsCoverRate, savingsDayOf } from '@candor/rules'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { missingMinor, termsOf } from './savings-store.ts'

/** Interest of the coming thirty days that is promised on savings of a coin and not set aside yet. */
export async function unreservedInterestMinor(
  reader: Kysely<Schema> | Tx,
  coin: AssetCode,
  nowMs: number,
): Promise<bigint> {
  const terms = await termsOf(reader, coin)
  if (terms === null) return 0n
  return missingMinor(reader, coin, savingsCoverRate(terms.rates, savingsDayOf(nowMs)))
}
