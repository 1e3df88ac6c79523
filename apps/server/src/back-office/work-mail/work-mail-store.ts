import type { OperatorRole, WorkMailPreference } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { ReportedWork } from './news-of-work.ts'

type Db = Kysely<Schema>

/** An enabled operator who asked for letters. */
export interface WorkMailReader {
  readonly id: string
  readonly email: string
  readonly role: OperatorRole
  readonly preference: Exclude<WorkMailPreference, 'never'>
  readonly reported: Partial<ReportedWork>
  readonly mailed_at: Date | null
}

/** Lists those who want letters, in the order of their ids, after one of them. */
export async function readersOfWorkMail(
  db: Db,
  after: string | null,
  limit: number,
): Promise<WorkMailReader[]> {
  let query = db
    .selectFrom('operators_work_mail as mail')
    .innerJoin('operators_people as person', 'person.id', 'mail.operator_id')
    .select([
      'person.id',
      'person.email',
      'person.role',
      'mail.preference',
      'mail.reported',
      'mail.mailed_at',
    ])
    .where('person.disabled_at', 'is', null)
  if (after !== null) query = query.where('person.id', '>', after)
  return query.orderBy('person.id').limit(limit).execute()
}

export async function workMailPreferenceOf(db: Db, operatorId: string): Promise<WorkMailPreference> {
  const row = await db
    .selectFrom('operators_work_mail')
    .select('preference')
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return row?.preference ?? 'never'
}

/** Stores an operator's choice. What they were told before stays told. */
export async function setWorkMail(db: Db, operatorId: string, preference: WorkMailPreference): Promise<void> {
  if (preference === 'never') {
    await db.deleteFrom('operators_work_mail').where('operator_id', '=', operatorId).execute()
    return
  }
  await db
    .insertInto('operators_work_mail')
    .values({ operator_id: operatorId, preference, reported: '{}' })
    .onConflict((row) => row.column('operator_id').doUpdateSet({ preference }))
    .execute()
}

/** Stores what an operator knows, and when a letter told them. */
export async function storeReported(
  db: Db,
  operatorId: string,
  { reported, mailedAt }: { readonly reported: ReportedWork; readonly mailedAt?: Date },
): Promise<void> {
  await db
    .updateTable('operators_work_mail')
    .set({ reported: JSON.stringify(reported), ...(mailedAt === undefined ? {} : { mailed_at: mailedAt }) })
    .where('operator_id', '=', operatorId)
    .execute()
}
