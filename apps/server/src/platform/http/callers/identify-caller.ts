import type { FastifyRequest } from 'fastify'
import type { Budget, BudgetStanding } from '../../limits/request-budget.ts'
import { spend } from '../../limits/spend.ts'
import type { Authenticate, AuthenticateKey, KeyHolder, SignedInAs } from '../authenticate.ts'
import type { Caller, Visitor } from '../caller.ts'
import { Refusal } from '../refusal.ts'
import { deviceMarkOf, deviceOf, headerOf, languageOf, modeOf } from '../request-headers.ts'
import type { Route } from '../route-table.ts'
import type { CredentialGate } from './credential-gate.ts'

/** Options by which callers are identified and their requests counted. */
export interface CallerOptions {
  readonly authenticate: Authenticate
  /** Finds the holder of an API key. */
  readonly authenticateKey: AuthenticateKey
  /** Checks without a query whether this installation issued an API key, as far as that can be seen. */
  readonly recognizesKey: (key: string) => boolean
  /** Request budgets of one account, and of one network whose requests have no valid session; null disables the limit (tests). */
  readonly budgets: { readonly account: Budget; readonly visitor: Budget } | null
}

export interface CallerOfCountry {
  readonly caller: Caller | Visitor
  readonly country: string | null
}

export interface IdentifiedCaller extends CallerOfCountry {
  /** By the operator. */
  readonly frozen: boolean
  /** The budget that the request took from: the key's, or the account's; null for visitors. */
  readonly standing: BudgetStanding | null
}

/** Identifies the caller. The only place that turns headers into a caller. */
export async function callerOf(
  request: FastifyRequest,
  route: Route,
  options: CallerOptions & { readonly gate: CredentialGate },
): Promise<IdentifiedCaller> {
  const { headers } = request
  const mode = modeOf(headerOf(headers, 'virtually'))
  const language = languageOf(headerOf(headers, 'lang'))
  if (route.access === 'visitor') {
    const device = deviceOf(headers)
    const deviceMark = deviceMarkOf(headers)
    return {
      caller: { userId: null, mode, language, address: request.ip, device, deviceMark },
      frozen: false,
      country: null,
      standing: null,
    }
  }
  const holder = await holderOf(request, route, options)
  const { userId, sessionId, frozen, country } = holder
  request.who = userId
  const ofAccount = options.budgets === null ? null : await spend(options.budgets.account, userId)
  const standing = 'standing' in holder ? holder.standing : ofAccount
  return { caller: { userId, sessionId, mode, language, address: request.ip }, frozen, country, standing }
}

/** A session's token, or where none is sent an API key. */
async function holderOf(
  request: FastifyRequest,
  route: Route,
  { gate, authenticate, authenticateKey, recognizesKey }: CallerOptions & { readonly gate: CredentialGate },
): Promise<SignedInAs | KeyHolder> {
  const { headers, ip } = request
  const token = headerOf(headers, 'authorization')?.trim() || null
  // A forged token costs no query.
  if (token !== null)
    return gate.holderOf(request, { text: token, recognized: true }, () => authenticate(token))
  const key = headerOf(headers, 'x-api-key')?.trim() || null
  if (key === null) return gate.refuse(request, 'ended')
  const credential = { text: key, recognized: recognizesKey(key) }
  const holder = await gate.holderOf(request, credential, () => authenticateKey(key, ip))
  refuseBeyondScope(route, holder)
  return holder
}

/** Refuses with `apiKeyNotAllowed` a call that this key may not make. */
function refuseBeyondScope(route: Route, holder: KeyHolder): void {
  const may = route.apiScope === 'read' || (route.apiScope === 'trade' && holder.scope === 'trade')
  if (!may) throw new Refusal('apiKeyNotAllowed')
}
