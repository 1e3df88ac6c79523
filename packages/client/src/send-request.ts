import { backoffMs, wait } from './backoff.ts'
import { NoResponse, Refusal } from './errors.ts'

export interface PreparedRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | null
  readonly idempotencyKey: string | null
}

export interface SendOptions {
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly retries: number
  readonly random: () => number
  readonly signal?: AbortSignal | undefined
  /** Called with the headers of every response. */
  readonly onHeaders: (headers: Headers) => void
}

/** Longest wait that a response may request before the repetition; beyond it the refusal goes to the caller. */
const longestRetryAfterMs = 30_000
const tooMany = 429
const firstServerFault = 500

/**
 * Sends a request. It is repeated after 429, which was not carried out, and after a failure if it may be made twice: it only reads, or
 * it has an idempotency key.
 */
export async function sendRequest(request: PreparedRequest, options: SendOptions): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const outcome = await attempt(request, options)
    const waitMs =
      tries < options.retries ? repetitionMs(outcome, request, backoffMs(tries, options.random())) : null
    if (waitMs === null) return responseOf(outcome)
    if ('response' in outcome) await outcome.response.body?.cancel()
    await wait(waitMs, options.signal)
  }
}

type Outcome = { readonly response: Response } | { readonly error: NoResponse }

async function attempt(
  { url, method, headers, body, idempotencyKey }: PreparedRequest,
  { fetch, timeoutMs, signal, onHeaders }: SendOptions,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const ended = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  try {
    // Nothing of the API redirects, and a redirect to another host would carry the key there.
    const response = await fetch(url, { method, headers, body, signal: ended, redirect: 'error' })
    onHeaders(response.headers)
    return { response }
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason
    const words = timeout.aborted ? `no response within ${timeoutMs} ms` : 'the server is not reachable'
    return { error: new NoResponse(words, idempotencyKey, error) }
  }
}

const isSafeTwice = ({ method, idempotencyKey }: PreparedRequest) =>
  method === 'GET' || idempotencyKey !== null

function responseOf(outcome: Outcome): Response {
  if ('error' in outcome) throw outcome.error
  return outcome.response
}

/** Time to wait before the request is repeated; null where it is not. */
function repetitionMs(outcome: Outcome, request: PreparedRequest, ownMs: number): number | null {
  if ('error' in outcome) return isSafeTwice(request) ? ownMs : null
  const { response } = outcome
  const isRepeated =
    response.status === tooMany || (response.status >= firstServerFault && isSafeTwice(request))
  const statedMs = retryAfterMsOf(response) ?? 0
  return isRepeated && statedMs <= longestRetryAfterMs ? statedMs + ownMs : null
}

function retryAfterMsOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1_000 : null
}

interface Envelope {
  readonly code: number
  readonly result: unknown
  readonly message: string | null
}

/** Codes of a success; everything else is a refusal. */
const isSuccess = (code: number): boolean => code === 200 || (code >= 20_001 && code < 21_000)

/** Returns the result of a response; throws `Refusal`, or `NoResponse` where the server has a fault. */
export async function readResult(response: Response, idempotencyKey: string | null): Promise<unknown> {
  const { code, result, message } = await readEnvelope(response, idempotencyKey)
  if (isSuccess(code)) return result
  if (response.status >= firstServerFault)
    throw new NoResponse(message ?? `the server has a fault (${response.status})`, idempotencyKey, result)
  const details = typeof result === 'object' ? (result as Readonly<Record<string, unknown>> | null) : null
  throw new Refusal({
    status: response.status,
    ...{ code, details, message },
    retryAfterMs: retryAfterMsOf(response),
  })
}

async function readEnvelope(response: Response, idempotencyKey: string | null): Promise<Envelope> {
  try {
    const envelope = (await response.json()) as Partial<Envelope> | null
    if (typeof envelope?.code !== 'number') throw new TypeError('no code')
    return { code: envelope.code, result: envelope.result ?? null, message: envelope.message ?? null }
  } catch (error) {
    throw new NoResponse(`the response is not from Candor (${response.status})`, idempotencyKey, error)
  }
}

/** The address of a call with its path and query filled in, and the fields that are left for the body. */
export function addressOf(
  pattern: string,
  method: 'GET' | 'POST',
  input: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly body: Readonly<Record<string, unknown>> } {
  const rest: Record<string, unknown> = { ...input }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (method === 'POST') return { path, body: rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    for (const one of [value].flat()) if (one != null) query.append(name, String(one))
  const text = query.toString()
  return { path: text === '' ? path : `${path}?${text}`, body: {} }
}
