import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { DepositRow } from './deposit-store.ts'

/** A deposit with its customer's name, as a reviewer reads it. */
export type CaseRow = DepositRow & { readonly user_name: string }

const cases = (reader: Kysely<Schema>) =>
  reader
    .selectFrom('funding_deposits as deposit')
    .innerJoin('accounts_names as person', 'person.id', 'deposit.user_id')
    .selectAll('deposit')
    .select('person.user_name')

/** Lists the cases that wait for a person first, then those that wait for the chain, each the oldest first. */
export const waitingCases = (reader: Kysely<Schema>): Promise<CaseRow[]> =>
  cases(reader)
    .where('deposit.status', '=', 'pending')
    .orderBy((eb) => eb('deposit.waits_for', '=', 'review'), 'desc')
    .orderBy('deposit.sequence')
    .limit(500)
    .execute()

export const closedCases = (reader: Kysely<Schema>, beforeMs: number, limit: number): Promise<CaseRow[]> =>
  cases(reader)
    .where('deposit.status', '<>', 'pending')
    .where('deposit.created_at', '<', BigInt(beforeMs))
    .orderBy('deposit.created_at', 'desc')
    .limit(limit)
    .execute()

export const casesOf = (reader: Kysely<Schema>, userId: string): Promise<CaseRow[]> =>
  cases(reader).where('deposit.user_id', '=', userId).orderBy('deposit.sequence', 'desc').limit(50).execute()

export async function caseById(reader: Kysely<Schema>, id: string, lock: boolean): Promise<CaseRow | null> {
  if (!isUuid(id)) return null
  const query = cases(reader).where('deposit.id', '=', id)
  return (await (lock ? query.forNoKeyUpdate('deposit') : query).executeTakeFirst()) ?? null
}
