import type { OpsCallName, ServiceScope } from '@candor/contract'
import type { FastifyRequest } from 'fastify'
import type { CredentialGate } from '../../../platform/http/callers/credential-gate.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { headerOf } from '../../../platform/http/request-headers.ts'
import { type ServiceHolder, type ServiceTokens, serviceTokenPrefix } from './service-tokens.ts'

/** Part of the service tokens that requests need. */
export type ServiceDoor = Pick<ServiceTokens, 'recognizes' | 'authenticate' | 'noteCall'>

/**
 * Returns the service token of a request, which takes precedence over a session; null: it has none. `Authorization` of another form is that of
 * a proxy in front of the console.
 */
export function serviceTokenIn({ headers }: FastifyRequest): string | null {
  const given = /^bearer +(\S+)$/i.exec(headerOf(headers, 'authorization')?.trim() ?? '')?.[1]
  return given?.startsWith(serviceTokenPrefix) === true ? given : null
}

/** Finds the holder of a token, counts the call, and refuses `serviceTokenNotAllowed` outside the token's scopes. */
export async function serviceHolderOf(
  request: FastifyRequest,
  token: string,
  { name, scope }: { readonly name: OpsCallName; readonly scope: ServiceScope | null },
  { gate, services }: { readonly gate: CredentialGate; readonly services: ServiceDoor },
): Promise<ServiceHolder> {
  const credential = { text: token, recognized: services.recognizes(token) }
  const holder = await gate.holderOf(request, credential, () => services.authenticate(token, request.ip))
  const { tokenId } = holder
  request.who = tokenId
  const may = scope !== null && holder.scopes.includes(scope)
  await services.noteCall(tokenId, name, !may)
  if (!may) throw new Refusal('serviceTokenNotAllowed', { scope })
  return holder
}
