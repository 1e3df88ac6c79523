import type { CallName, Calls, InputOf, ResultOf } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { currentLanguage } from '../language/shown-language.ts'
import { withWork } from '../proof-of-work/with-work.ts'
import { forgetEverything, sessionNow, signOut } from '../session-store.ts'
import { withFreshProof } from '../with-fresh-proof.ts'
import { type CallRequest, headersFor, requestFor, takeEarly } from './early-responses.ts'
import { CallFailure } from './failure.ts'
import { firstCalls, type MoneyRow, type Row } from './first-calls.ts'
import { newKey } from './intent.ts'

/** Specification §7. */
const timeoutMs = 90_000

export type CallInput<N extends CallName> = InputOf<Calls[N]>
export type CallResult<N extends CallName> = ResultOf<Calls[N]>

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The idempotency key of the intent, for calls that move money. */
  readonly key?: string
  /** Identifies this browser; sent with sign-in only. */
  readonly device?: string
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Calls the server and returns the result, or throws a `CallFailure`. Sets all headers of the specification (§7), asks for a fresh
 * proof where one is required, and solves a proof of work where the server asks for one.
 */
export function callServer<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<CallResult<N>> {
  const attempt = () =>
    withWork((work) => callOnce(name, work === undefined ? input : { ...input, work }, options))
  return name === 'proveIdentity' ? attempt() : withFreshProof(attempt)
}

async function callOnce<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions,
): Promise<CallResult<N>> {
  const [method, path, money] = await rowOf(name)
  const fields = input as Fields
  const headers = sessionHeaders()
  if (money !== undefined) headers['Idempotency-Key'] = options.key ?? newKey()
  if (options.device !== undefined) headers.device = options.device
  const request = requestFor(method, headers, fields)
  const response = await send(address(method, path, fields), request, options.signal)
  return (await unwrap(response)) as CallResult<N>
}

/** Finds method and path of a call. The table of all calls is not loaded on a first visit. */
export async function rowOf(name: CallName): Promise<Row | MoneyRow> {
  const first: Readonly<Record<string, Row>> = firstCalls
  const row = Object.hasOwn(first, name) ? first[name] : undefined
  if (row !== undefined) return row
  const { callTable } = await import('./call-table.ts').catch(() => {
    throw new CallFailure('network')
  })
  return callTable[name]
}

/** Headers of every request (specification §7): language, token, and the account mode. */
export function sessionHeaders(): Record<string, string> {
  const { token, mode } = sessionNow()
  return headersFor(currentLanguage(), mode, token)
}

/** Fills the path's parameters; the other fields become the query of a GET, arrays as repeated keys (specification §7). */
export function address(method: 'GET' | 'POST', path: string, fields: Fields): string {
  const inPath = new Set<string>()
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(fields[name]))
  })
  if (method === 'POST') return filled
  const text = queryOf(Object.entries(fields).filter(([name]) => !inPath.has(name)))
  return text === '' ? filled : `${filled}?${text}`
}

function queryOf(fields: readonly (readonly [string, unknown])[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    const values = Array.isArray(value) ? value : [value ?? null]
    for (const one of values) if (one !== null) query.append(name, String(one))
  }
  return query.toString()
}

async function send(url: string, request: CallRequest, given: AbortSignal | undefined): Promise<Response> {
  const tooLong = AbortSignal.timeout(timeoutMs)
  const signal = given ? AbortSignal.any([given, tooLong]) : tooLong
  try {
    return await (takeEarly(url, request) ?? fetch(url, { ...request, signal }))
  } catch (error) {
    if (given?.aborted) throw error
    throw new CallFailure(tooLong.aborted ? 'timeout' : 'network')
  }
}

interface Envelope {
  readonly code?: number | string
  readonly result?: unknown
  readonly reference?: string
}

/** 503: the deciding process did not respond in time (ADR-016), so the request may have been carried out. */
const codeOf = ({ status }: Response, code: number) => (status === 503 ? 'timeout' : code)

/** Returns the result of a response, or throws its refusal; an expired session is ended here too. */
export async function unwrap(response: Response): Promise<unknown> {
  if (response.status === 401) {
    forgetEverything()
    throw new CallFailure(401)
  }
  const body = (await response.json().catch(() => null)) as Envelope | null
  if (body === null) throw new CallFailure(response.status === 404 ? refusals.notFound : 'network')
  const code = Number(body.code)
  if (code === 200 || (code >= 20001 && code <= 20005)) return body.result
  if (code === 401) signOut()
  throw new CallFailure(codeOf(response, code), body.result ?? null, body.reference ?? null)
}
