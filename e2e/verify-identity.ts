import sharp from 'sharp'
import { ada, newDocument } from '../apps/server/src/testing/test-identity.ts'
import { type Customer, call } from './journey.ts'
import { callOpsAs } from './operators.ts'
import type { RunningServer } from './running-server.ts'

type Name = { readonly firstName: string; readonly lastName: string }

/** Sends a customer's identity check over HTTP, complete and with a document of their own. */
export async function submitIdentity(
  server: RunningServer,
  customer: Customer,
  name: Name = ada,
): Promise<void> {
  const [photoFront, photoHolding, signature] = await Promise.all(
    (['kyc', 'kyc', 'signature'] as const).map((purpose) => upload(server, customer, purpose)),
  )
  const form = {
    ...ada,
    firstName: name.firstName,
    lastName: name.lastName,
    ...newDocument('passport'),
    photoFront,
    photoHolding,
    signature,
  }
  await call(server, '/swx/customer/user/identification', form, { Authorization: customer.token })
}

/** Makes a customer verified the way it happens, over HTTP: everything sent by them, approved by the sample reviewer. */
export async function verifyIdentity(
  server: RunningServer,
  customer: Customer,
  name: Name = ada,
): Promise<void> {
  await submitIdentity(server, customer, name)
  const reviewer = await callOpsAs(server, 'reviewer')
  const { items } = await reviewer<{
    items: readonly { readonly id: string; readonly customer: { readonly userName: string } }[]
  }>('/ops/queue/kyc?state=waiting')
  const waiting = items.find((item) => item.customer.userName === customer.userName)
  if (waiting === undefined) throw new Error('no identity check of this customer waits')
  const path = `/ops/case/kyc/${waiting.id}`
  await reviewer(`${path}/claim`, {})
  const { shownHash } = await reviewer<{ shownHash: string }>(path)
  await reviewer(`${path}/approve`, { shownHash })
}

async function upload(server: RunningServer, { token }: Customer, purpose: string): Promise<string> {
  const create = { width: 900, height: 600, channels: 3, background: '#3a6' } as const
  const picture = await sharp({ create }).jpeg().toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture)]), 'photo.jpg')
  form.set('purpose', purpose)
  const headers = { authorization: token, lang: 'en' }
  const path = `${server.url}/swx/customer/user/upload`
  const response = await fetch(path, { method: 'POST', headers, body: form })
  const body = (await response.json()) as { code: number; result: { fileId: string } }
  if (body.result === null) throw new Error(`the upload answered ${body.code}`)
  return body.result.fileId
}
