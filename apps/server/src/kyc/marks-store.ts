import { type Kysely, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { invalidField } from '../platform/http/refusal.ts'
import { noMarks, type PersonMarks } from './person-marks.ts'

/** Stores the marks of a customer's newest check; `invalidInput` at the number of a document that another account holds. */
export async function keepMarks(
  tx: Tx,
  { userId, caseId }: { readonly userId: string; readonly caseId: string },
  marks: PersonMarks,
): Promise<void> {
  const row = { case_id: caseId, names_of: caseId, ...marks, names: [...marks.names] }
  await tx
    .insertInto('kyc_marks')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
    .catch(refuseTaken)
}

/** Two customers can send the same number at one moment: the index decides. */
function refuseTaken(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'kyc_marks_document')
    throw invalidField('documentNumber', 'taken')
  throw error
}

/** Lets another account use the document: a reviewer found that it is not this customer's. */
export async function releaseDocument(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('kyc_marks').set({ document: null }).where('user_id', '=', userId).execute()
}

/** Forgets the marks of an erased person, whose document another account may use from now on. */
export async function eraseMarks(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('kyc_marks')
    .set({ ...noMarks, names: [] })
    .where('user_id', '=', userId)
    .execute()
}

/** Finds newest checks without marks, or without those of names: a version before there were any stored them. */
export const casesWithoutMarks = (db: Kysely<Schema>, limit: number, after: string | null) =>
  db
    .selectFrom('kyc_cases')
    .leftJoin('kyc_marks', 'kyc_marks.user_id', 'kyc_cases.user_id')
    .select(['kyc_cases.id', 'kyc_cases.user_id', 'kyc_cases.sealed'])
    .where((eb) => eb('kyc_marks.names_of', 'is distinct from', eb.ref('kyc_cases.id')))
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM kyc_cases n WHERE n.user_id = kyc_cases.user_id AND n.attempt > kyc_cases.attempt)`,
    )
    .$if(after !== null, (found) => found.where('kyc_cases.id', '>', after ?? ''))
    .orderBy('kyc_cases.id')
    .limit(limit)
    .execute()
