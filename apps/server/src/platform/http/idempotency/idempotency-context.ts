import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { AccountMode, CallName } from '@candor/contract'
import { isUuid } from '../../uuid.ts'
import type { IdempotencyContext } from '../handlers.ts'
import { Refusal } from '../refusal.ts'
import { headerOf } from '../request-headers.ts'

/** The `Idempotency-Key` of a money call; refuses with `invalidInput` when it is no UUID. */
export function keyOf(headers: IncomingHttpHeaders): string {
  const key = headerOf(headers, 'idempotency-key')?.trim() ?? ''
  if (isUuid(key)) return key.toLowerCase()
  throw new Refusal('invalidInput', {
    issues: [{ path: 'Idempotency-Key', code: key === '' ? 'required' : 'uuid' }],
  })
}

/** Identifies a request for idempotency: the call, its account, and the parsed fields, whose order is the schema's own. */
export function idempotencyContextOf(
  key: string,
  call: CallName,
  mode: AccountMode,
  parsed: unknown,
): IdempotencyContext {
  const bodyHash = hash('sha256', `${call}\n${mode}\n${JSON.stringify(parsed)}`, 'hex')
  return { key, call, bodyHash }
}

/** Returns the idempotency key, which the route guarantees for a call that moves money. */
export function keyed(idempotency: IdempotencyContext | null): IdempotencyContext {
  if (idempotency === null) throw new Error('this call moves money and needs an Idempotency-Key')
  return idempotency
}
