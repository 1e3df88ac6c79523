import type { FastifyRequest } from 'fastify'
import { networkOf } from '../limits/network-of.ts'
import type { RequestBudget } from '../limits/request-budget.ts'
import { spend } from '../limits/spend.ts'
import type { Authenticate, AuthenticateKey, SignedInAs } from './authenticate.ts'
import type { Caller, Visitor } from './caller.ts'
import { Refusal, SignedOut } from './refusal.ts'
import { deviceMarkOf, deviceOf, headerOf, languageOf, modeOf } from './request-headers.ts'
import type { Route } from './route-table.ts'

/** Options by which callers are identified and their requests counted. */
export interface CallerOptions {
  readonly authenticate: Authenticate
  /** Finds the holder of an API key. */
  readonly authenticateKey: AuthenticateKey
  /** Request budgets of one account, and of one network whose requests have no valid session; null disables the limit (tests). */
  readonly budgets: { readonly account: RequestBudget; readonly visitor: RequestBudget } | null
}

export interface CallerOfCountry {
  readonly caller: Caller | Visitor
  readonly country: string | null
}

/** Identifies the caller. The only place that turns headers into a caller. */
export async function callerOf(
  request: FastifyRequest,
  route: Route,
  options: CallerOptions,
): Promise<CallerOfCountry & { readonly frozen: boolean }> {
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
    }
  }
  const found = await holderOf(request, route, options).catch(async (error: unknown) => {
    if (options.budgets !== null && error instanceof SignedOut)
      await spend(options.budgets.visitor, networkOf(request.ip))
    throw error
  })
  const { userId, sessionId, frozen, country } = found
  request.who = userId
  if (options.budgets !== null) await spend(options.budgets.account, userId)
  return { caller: { userId, sessionId, mode, language, address: request.ip }, frozen, country }
}

/** A session's token, or where none is sent an API key. */
async function holderOf(
  { headers, ip }: FastifyRequest,
  route: Route,
  options: CallerOptions,
): Promise<SignedInAs> {
  const token = headerOf(headers, 'authorization')?.trim() || null
  const key = headerOf(headers, 'x-api-key')?.trim() || null
  if (token === null && key !== null) return holderOfKey(key, ip, route, options)
  const found = token === null ? 'ended' : await options.authenticate(token)
  if (typeof found === 'string') throw new SignedOut(found)
  return found
}

/** Refuses with `apiKeyNotAllowed` a call that this key may not make. */
async function holderOfKey(
  key: string,
  ip: string,
  route: Route,
  options: CallerOptions,
): Promise<SignedInAs> {
  const holder = await options.authenticateKey(key, ip)
  if (typeof holder === 'string') throw new SignedOut(holder)
  const may = route.apiScope === 'read' || (route.apiScope === 'trade' && holder.scope === 'trade')
  if (!may) throw new Refusal('apiKeyNotAllowed')
  return holder
}
