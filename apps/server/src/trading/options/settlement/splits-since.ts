import type { CarriedOutSplit } from '@candor/rules'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

/** From the markets module: returns splits carried out after a moment (epoch ms), by market. */
export type SplitsSince = (
  reader: Kysely<Schema>,
  codes: readonly string[],
  sinceMs: number,
) => Promise<ReadonlyMap<string, readonly CarriedOutSplit[]>>
