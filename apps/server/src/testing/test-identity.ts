import { randomUUID } from 'node:crypto'
import type { CallResponse, TestApp } from './test-client.ts'
import type { TestOperator } from './test-operators.ts'

/** A person as tests send them to the identity check, without their documents. */
export const ada = {
  firstName: 'Ada',
  lastName: 'Okafor',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'DE',
  address: 'Lindenweg 4, 10115 Berlin',
  phone: '+49 30 1234567',
} as const

/** A document that no other customer has. */
export const newDocument = (documentType: 'idCard' | 'passport') => ({
  documentType,
  documentNumber: `T1${randomUUID().slice(0, 13)}`,
  documentExpiry: '2060-12-31',
})

/** Everything an identity check requires, with pictures just uploaded. */
export async function identityForm(app: TestApp, token: string, changes: object = {}): Promise<object> {
  const picture = async (purpose: string) => (await app.upload(token, purpose)).result.fileId
  return {
    ...ada,
    companyAddress: null,
    guarantorId: null,
    guarantorName: null,
    ...newDocument('idCard'),
    photoFront: await picture('kyc'),
    photoBack: await picture('kyc'),
    photoHolding: await picture('kyc'),
    signature: await picture('signature'),
    ...changes,
  }
}

/** The customer's case that waits, claimed by this reviewer. */
export async function claimIdentity(
  app: TestApp,
  reviewer: TestOperator,
  userId: string,
): Promise<{ kind: 'kyc'; id: string; shown: CallResponse }> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    `SELECT id FROM kyc_cases WHERE user_id = $1 AND status = 'pending'`,
    [userId],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no identity check of this customer waits')
  await reviewer.call('opsClaim', { kind: 'kyc', id })
  return { kind: 'kyc', id, shown: await reviewer.call('opsCase', { kind: 'kyc', id }) }
}

/** Makes a customer verified the way it happens: sent by them, approved by a reviewer. */
export async function verifyIdentity(
  app: TestApp,
  reviewer: TestOperator,
  customer: { readonly id: string; readonly token: string },
): Promise<void> {
  const sent = await app.call('identification', await identityForm(app, customer.token), customer)
  if (sent.code !== 20001) throw new Error(`the identity check answered ${sent.text}`)
  const { kind, id, shown } = await claimIdentity(app, reviewer, customer.id)
  const { shownHash } = shown.result
  const response = await reviewer.call('opsApprove', { kind, id, shownHash })
  if (response.code !== 200) throw new Error(`the approval answered ${response.text}`)
}
