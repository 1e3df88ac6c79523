import type { Kysely } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'
import type { KycPorts } from './kyc-ports.ts'
import { caseOf } from './kyc-store.ts'
import { formOfCase, openForm } from './sealed-form.ts'

export interface LegalName {
  readonly where: string
  readonly name: string
  readonly birthdate: string | null
}

/** The name in the identity check that waits or was approved; null: there is none, or it was refused or erased. */
export async function legalNameOf(
  ports: KycPorts,
  db: Kysely<Schema>,
  userId: string,
): Promise<LegalName | null> {
  const newest = await caseOf(db, userId)
  if (newest === undefined || newest.status === 'rejected') return null
  const form = await openForm(ports, db, formOfCase(userId, newest.id), newest.sealed)
  if (form === null) return null
  const name = [form.firstName, form.lastName].filter((part) => part !== null).join(' ')
  return { where: 'legal name', name, birthdate: form.birthdate }
}
