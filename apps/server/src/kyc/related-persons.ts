import type { Relation } from '../back-office/review-context/review-ports.ts'
import type { Database } from '../platform/database/database.ts'
import type { KycPorts } from './kyc-ports.ts'
import { caseOf } from './kyc-store.ts'
import { type MarkKind, markKinds, phoneDigits, phoneMark } from './person-marks.ts'
import { formOfCase, openForm } from './sealed-form.ts'

/** Phone numbers of accounts, which belong to accounts. */
export interface AccountPhones {
  readonly of: (userId: string) => Promise<string | null>
  readonly accountWith: (phone: string) => Promise<{ readonly id: string; readonly since: Date } | null>
}

/** More than these are no relation any more: a home of hundreds, a phone number that everyone writes. */
const mostOfMark = 50

/** Finds accounts whose identity check, or whose phone, is of the same person as this customer's. */
export async function relatedPersons(
  ports: KycPorts & { readonly db: Database },
  phones: AccountPhones,
  userId: string,
): Promise<readonly Relation[]> {
  const { query } = ports.db
  const own = await query.selectFrom('kyc_marks').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const ofAccount = phoneMark(ports.secrets.markKey, await phones.of(userId))
  const marksOfKind = (kind: MarkKind): readonly Buffer[] =>
    [own?.[kind] ?? null, kind === 'phone' ? ofAccount : null].filter((mark) => mark !== null)
  const found = await Promise.all(
    markKinds.map((kind) => withMark(ports.db, userId, { kind, marks: marksOfKind(kind) })),
  )
  return [...found.flat(), ...(await phoneOwner(ports, phones, userId))]
}

async function withMark(
  { query }: Database,
  userId: string,
  { kind, marks }: { readonly kind: MarkKind; readonly marks: readonly Buffer[] },
): Promise<readonly Relation[]> {
  if (marks.length === 0) return []
  const rows = await query
    .selectFrom('kyc_marks')
    .innerJoin('kyc_cases', 'kyc_cases.id', 'kyc_marks.case_id')
    .select(['kyc_marks.user_id', 'kyc_cases.submitted_at'])
    .where(`kyc_marks.${kind}`, 'in', marks)
    .where('kyc_marks.user_id', '<>', userId)
    .orderBy('kyc_cases.submitted_at', 'desc')
    .limit(mostOfMark)
    .execute()
  return rows.map((row) => ({ userId: row.user_id, by: kind, what: null, at: row.submitted_at }))
}

/** Finds the account whose confirmed phone this customer wrote into their check. */
async function phoneOwner(
  ports: KycPorts & { readonly db: Database },
  phones: AccountPhones,
  userId: string,
): Promise<readonly Relation[]> {
  const { query } = ports.db
  const newest = await caseOf(query, userId)
  if (newest === undefined) return []
  const form = await openForm(ports, query, formOfCase(userId, newest.id), newest.sealed)
  const digits = phoneDigits(form?.phone ?? null)
  const owner = digits === '' ? null : await phones.accountWith(`+${digits}`)
  return owner === null || owner.id === userId
    ? []
    : [{ userId: owner.id, by: 'phone', what: null, at: owner.since }]
}
