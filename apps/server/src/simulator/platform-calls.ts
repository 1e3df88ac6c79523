import { randomUUID } from 'node:crypto'
import { type CallName, calls, type OpsCallName, opsCalls } from '@candor/contract'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Operator } from '../back-office/operators/operator.ts'
import { consoleHeader } from '../back-office/operators/register-ops.ts'
import { fillPath, queryOf } from '../platform/http/request-path.ts'
import { type Incarnation, runAs } from './surroundings/incarnations.ts'

/** An answer as a client gets it. */
export interface ClientResponse {
  readonly status: number
  readonly code: number
  readonly result: unknown
}

export interface CallOptions {
  readonly as: string
  readonly mode: 'demo' | 'real'
  /** The `Idempotency-Key`; one of its own where none is given. */
  readonly key?: string
}

/** Calls of a server's routes. */
export interface PlatformCalls {
  /** Makes a customer's call. */
  call(name: CallName, input: object, options: CallOptions): Promise<ClientResponse>
  /** Asks for a file of a customer's. */
  downloadFile(name: CallName, as: string): Promise<{ readonly status: number; readonly bytes: Uint8Array }>
  /** Makes an operator's call; null: a visitor makes it, who is invited. */
  callOps(name: OpsCallName, input: object, operator: Operator | null): Promise<ClientResponse>
}

const json = 'application/json'

/** Makes calls through the routes, as this life of the server. */
export function callsThrough(app: FastifyInstance, incarnation: Incarnation): PlatformCalls {
  const inject = (method: 'GET' | 'POST', path: string, rest: unknown, headers: Record<string, string>) =>
    runAs(incarnation, async () => {
      const query = method === 'GET' ? `?${queryOf(rest)}` : ''
      const payload = method === 'GET' ? {} : { payload: JSON.stringify(rest) }
      return toClientResponse(await app.inject({ method, url: `${path}${query}`, headers, ...payload }))
    })
  return {
    call: (name, input, { as, mode, key = randomUUID() }) => {
      const { method, path: pattern } = calls[name]
      const { path, rest } = fillPath(pattern, input)
      const virtually = mode === 'real' ? 'YES' : 'NO'
      const headers = { authorization: as, virtually, 'idempotency-key': key, 'content-type': json }
      return inject(method, path, rest, headers)
    },
    downloadFile: (name, as) =>
      runAs(incarnation, async () => {
        const headers = { authorization: as, virtually: 'YES' }
        const { statusCode: status, rawPayload } = await app.inject({ url: calls[name].path, headers })
        return { status, bytes: new Uint8Array(rawPayload) }
      }),
    callOps: (name, input, operator) => {
      const { method, path: pattern } = opsCalls[name]
      const { path, rest } = fillPath(pattern, input)
      const cookie = operator === null ? {} : { cookie: `candor_console=${operator.id}` }
      return inject(method, path, rest, { ...cookie, [consoleHeader]: '1', 'content-type': json })
    },
  }
}

function toClientResponse(response: LightMyRequestResponse): ClientResponse {
  const { code = 0, result = null } = response.json<{ code?: number; result?: unknown }>()
  return { status: response.statusCode, code, result }
}
