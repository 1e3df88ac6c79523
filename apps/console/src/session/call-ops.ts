import type { OpsCallName, OpsCalls, OpsInputOf, OpsResultOf } from '@candor/contract'
import { opsCalls } from '@candor/contract/back-office/ops.ts'
import { CallFailure } from './failure.ts'

export type OpsInput<N extends OpsCallName> = OpsInputOf<OpsCalls[N]>
export type OpsResult<N extends OpsCallName> = OpsResultOf<OpsCalls[N]>

const timeoutMs = 60_000

/** Makes a call of the operators' API; the browser adds the session's cookie. */
export async function callOps<N extends OpsCallName>(name: N, input: OpsInput<N>): Promise<OpsResult<N>> {
  const { method, path } = opsCalls[name]
  const { url, rest } = addressOf(path, input as Readonly<Record<string, unknown>>)
  const response = await send(
    method === 'GET' ? `${url}${queryOf(rest)}` : url,
    method === 'GET' ? { method } : { method, headers: jsonHeaders, body: JSON.stringify(rest) },
  )
  return (await resultOf(response)) as OpsResult<N>
}

const jsonHeaders = { 'content-type': 'application/json', 'x-candor-console': '1' }

function addressOf(path: string, fields: Readonly<Record<string, unknown>>) {
  const rest = { ...fields }
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(fields[name]))
  })
  return { url, rest }
}

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return given.length === 0 ? '' : `?${query}`
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    throw new CallFailure('network', 'The server could not be reached. Nothing was changed by this page.')
  }
}

interface Envelope {
  readonly code: number
  readonly result: unknown
  readonly message: string | null
}

async function resultOf(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => null)) as Envelope | null
  if (body === null) throw new CallFailure('network', 'The server’s response could not be read.')
  if (body.code === 200) return body.result
  throw new CallFailure(
    body.code,
    body.message ?? `The server responded with code ${body.code}.`,
    body.result,
  )
}
