import type { OpsCallName, OpsCalls, OpsInputOf, OpsResultOf } from '@candor/contract'
import { opsCalls } from '@candor/contract/back-office/ops.ts'
import { saveFile } from '../shell/csv/csv.ts'
import { CallFailure } from './failure.ts'

export type OpsInput<N extends OpsCallName> = OpsInputOf<OpsCalls[N]>
export type OpsResult<N extends OpsCallName> = OpsResultOf<OpsCalls[N]>

const timeoutMs = 60_000

/** Makes a call of the operators' API; the browser adds the session's cookie. */
export async function callOps<N extends OpsCallName>(name: N, input: OpsInput<N>): Promise<OpsResult<N>> {
  const { method, path } = opsCalls[name]
  const { url, rest } = addressOf(path, input as Readonly<Record<string, unknown>>)
  const request: RequestInit =
    method === 'GET' ? { method } : { method, headers: jsonHeaders, body: JSON.stringify(rest) }
  const response = await send(method === 'GET' ? `${url}${queryOf(rest)}` : url, request)
  return (await resultOf(response, request)) as OpsResult<N>
}

/** Fetches the file of a GET call and saves it as a download. */
export async function downloadOps<N extends OpsCallName>(
  name: N,
  input: OpsInput<N>,
  fileName: string,
): Promise<void> {
  const { url, rest } = addressOf(opsCalls[name].path, input as Readonly<Record<string, unknown>>)
  const request = { method: 'GET' }
  const response = await send(`${url}${queryOf(rest)}`, request)
  // A refusal comes as JSON in the place of the file.
  if (!response.ok || response.headers.get('content-type')?.includes('json'))
    await resultOf(response, request)
  saveFile(fileName, await response.blob())
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

/** After a lost response it is unknown whether a change was made: the request may have arrived. */
const whatNow = ({ method }: RequestInit): string =>
  method === 'GET'
    ? 'Try again.'
    : 'It is not known whether the change was made. Reload the page and check before you try again.'

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    throw new CallFailure('network', `The server could not be reached. ${whatNow(request)}`)
  }
}

interface Envelope {
  readonly code: number
  readonly result: unknown
  readonly message: string | null
}

async function resultOf(response: Response, request: RequestInit): Promise<unknown> {
  const body = (await response.json().catch(() => null)) as Envelope | null
  if (body === null)
    throw new CallFailure('network', `The server’s response could not be read. ${whatNow(request)}`)
  if (body.code === 200) return body.result
  throw new CallFailure(
    body.code,
    body.message ?? `The server responded with code ${body.code}.`,
    body.result,
  )
}
