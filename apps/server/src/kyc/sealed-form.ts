import { type IdentityForm, identityFiles, identityItems } from '@candor/rules'
import type { Kysely } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'
import type { SealedBytes } from '../platform/keys/sealing.ts'
import type { KycPorts } from './kyc-ports.ts'

type Query = Kysely<Schema>

export const emptyForm = Object.fromEntries(identityItems.map((item) => [item, null])) as IdentityForm

/** Person whose key seals a form, and the draft or case that the sealed form is bound to. */
export interface FormPlace {
  readonly userId: string
  readonly about: string
}

/** Seals a person's identity form under their own key. */
export const sealForm = (
  { secrets }: KycPorts,
  db: Query,
  { userId, about }: FormPlace,
  form: IdentityForm,
) => secrets.keys.seal(db, userId, about, Buffer.from(JSON.stringify(form)))

/** Null once the person was erased. */
export async function openForm(
  { secrets }: KycPorts,
  db: Query,
  { userId, about }: FormPlace,
  sealed: SealedBytes,
): Promise<IdentityForm | null> {
  const plain = await secrets.keys.open(db, userId, about, sealed)
  return plain === null ? null : { ...emptyForm, ...(JSON.parse(plain.toString()) as Partial<IdentityForm>) }
}

export const draftOfPerson = (userId: string): FormPlace => ({ userId, about: 'identity draft' })
export const formOfCase = (userId: string, id: string): FormPlace => ({
  userId,
  about: `identity case ${id}`,
})

/** The ids of a form's pictures, each once. */
export const filesIn = (form: IdentityForm): string[] => [
  ...new Set(identityFiles.map((item) => form[item]).filter((fileId) => fileId !== null)),
]
