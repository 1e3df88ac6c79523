import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallName, calls } from '@candor/contract'
import { pino } from 'pino'
import { FileSender } from '../platform/http/files/file-sender.ts'
import { UploadDoor } from '../platform/http/files/upload-door.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { registerCalls } from '../platform/http/register-calls.ts'
import { createEnvelope } from '../platform/http/responses/envelope.ts'
import { routeTable } from '../platform/http/route-table.ts'
import { createWebServer } from '../platform/http/web-server.ts'

export interface CallResponse {
  readonly status: number
  readonly code: number
  readonly result: Record<string, unknown>
}

export type Call = (
  name: CallName,
  input: Readonly<Record<string, unknown>>,
  who: {
    readonly as: string
    readonly mode?: 'demo' | 'real'
    readonly key?: string
    readonly signal?: AbortSignal
  },
) => Promise<CallResponse>

/** Serves handlers over HTTP, without limits on requests of one address. */
export async function serve(handlers: Handlers, verified: ReadonlySet<string> = new Set()) {
  const envelope = createEnvelope(() => '')
  const app = createWebServer({
    envelope,
    log: pino({ level: 'silent' }),
    policy: "default-src 'none'",
    consolePolicy: '',
    addressBudget: null,
    https: false,
    trustProxy: false,
    observe: null,
  })
  const closed = Object.fromEntries(
    routeTable.map(({ name }) => [name, () => Promise.reject(new Refusal('notFound'))]),
  )
  registerCalls(
    app,
    { ...closed, ...handlers },
    {
      // A test's token is the customer's id.
      authenticate: (token) => ({ userId: token, sessionId: token, frozen: false, country: null }),
      authenticateKey: async () => 'forged',
      recognizesKey: () => false,
      envelope,
      isVerified: async (userId) => verified.has(userId),
      requireFreshProof: async () => undefined,
      countryStanding: async () => 'open',
      budgets: null,
      shared: null,
      visitors: null,
      uploads: new UploadDoor(join(tmpdir(), `candor-uploads-${process.pid}`), async () => 2_097_152, null),
      files: new FileSender(join(tmpdir(), `candor-exports-${process.pid}`)),
      checkResults: true,
    },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return { call: callsTo(url), url, close: () => app.close() }
}

/** Makes calls to a server of this address, each with its result parsed. */
function callsTo(url: string): Call {
  return async (name, input, { as, mode = 'demo', key = randomUUID(), signal }) => {
    const call = calls[name]
    const rest = { ...input }
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, field: string) => {
      const value = String(rest[field])
      delete rest[field]
      return encodeURIComponent(value)
    })
    const headers = {
      authorization: as,
      virtually: mode === 'real' ? 'YES' : 'NO',
      'idempotency-key': key,
      'content-type': 'application/json',
    }
    const get = call.method === 'GET'
    const query = get ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
    const response = await fetch(`${url}${path}${query}`, {
      method: call.method,
      headers,
      ...(get ? {} : { body: JSON.stringify(rest) }),
      ...(signal && { signal }),
    })
    const body = (await response.json()) as { code: number; result: Record<string, unknown> }
    return { status: response.status, code: body.code, result: body.result }
  }
}
