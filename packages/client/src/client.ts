import type { Arguments, CallName, CallOptions, MakeCall, ResultOf } from './calls.ts'
import { callTable } from './generated/call-table.ts'
import { type AccountFollower, type AccountStream, followAccount } from './live/follow-account.ts'
import { followOrders, type OrderFollower } from './live/follow-orders.ts'
import { followPrices, type PriceFollower, type PriceStream } from './live/follow-prices.ts'
import type { SocketConstructor } from './live/keep-connected.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import { addressOf, type PreparedRequest, readResult, type SendOptions, sendRequest } from './send-request.ts'

export interface ClientOptions {
  /** Address of the installation, such as `https://trade.example`. */
  readonly url: string
  /** Key that the customer created in the settings. */
  readonly apiKey?: string
  /** Token of a session, in place of a key. */
  readonly token?: string
  /** The account that calls and streams are about; `demo` if omitted. */
  readonly mode?: 'demo' | 'real'
  /** Language of `message` in refusals; English if omitted. */
  readonly language?: string
  /** Time to wait for a response; the server itself may wait five seconds for a fresh price. 20 000 if omitted. */
  readonly timeoutMs?: number
  /** Repetitions of a request that may be repeated; 3 if omitted. */
  readonly retries?: number
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Replaces the global `WebSocket`. Needed below Node 22: pass the class of the package `ws`. */
  readonly WebSocket?: SocketConstructor
  /** Source of randomness for waiting times, from 0 to 1. */
  readonly random?: () => number
}

/** A file that a call returned. */
export interface Download {
  readonly name: string
  readonly blob: Blob
}

export interface Client {
  /** Makes a call and returns its result. Throws `Refusal` when the server refuses it, `NoResponse` when none arrives. */
  readonly call: MakeCall
  /** Makes a call whose response is a file, such as a list with `format: 'csv'`. */
  download<Name extends CallName>(name: Name, ...rest: Arguments<Name>): Promise<Download>
  /** Budget of requests after the newest response that states one; null before. */
  readonly rateLimit: RateLimit | null
  /** Follows the prices of all markets, and the full quotes of those named. Reconnects until it is closed. */
  followPrices(follower: PriceFollower): PriceStream
  /** Follows the messages of the account: changed orders, balances and fired alerts. Reconnects until it is closed. */
  followAccount(follower: AccountFollower): AccountStream
  /** Follows the contracts of the account: first the pending and open ones, then every change, also those during an interruption. */
  followOrders(follower: OrderFollower): AccountStream
}

/** Creates a client of one installation, for one customer and one of their accounts. It opens no connection by itself. */
export function createClient(options: ClientOptions): Client {
  const url = options.url.replace(/\/+$/, '')
  let rateLimit: RateLimit | null = null
  const sending: Omit<SendOptions, 'signal'> = {
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 20_000,
    retries: options.retries ?? 3,
    random: options.random ?? Math.random,
    onHeaders: (headers) => {
      rateLimit = readRateLimit(headers) ?? rateLimit
    },
  }
  const send = async (name: CallName, input: object = {}, { idempotencyKey, signal }: CallOptions = {}) => {
    const request = prepare(name, input, { ...options, url, idempotencyKey })
    const response = await sendRequest(request, { ...sending, signal })
    return { response, key: request.idempotencyKey }
  }
  const call: MakeCall = async (name, ...[input, callOptions]) => {
    const { response, key } = await send(name, input, callOptions)
    // A result is what the contract says; the server checks it in its tests.
    return (await readResult(response, key)) as ResultOf<typeof name>
  }
  const live = { options, url: url.replace(/^http/, 'ws'), random: sending.random }
  return {
    call,
    download: async (name, ...[input, callOptions]) => {
      const { response, key } = await send(name, input, callOptions)
      if (isJson(response)) throw await notFile(response, key)
      return { name: fileNameOf(response) ?? name, blob: await response.blob() }
    },
    get rateLimit() {
      return rateLimit
    },
    followPrices: (follower) => followPrices(live, follower),
    followAccount: (follower) => followAccount(live, follower),
    followOrders: (follower) => followOrders(live, { call, follower }),
  }
}

interface RequestParts extends Pick<ClientOptions, 'apiKey' | 'token' | 'mode' | 'language'> {
  readonly url: string
  readonly idempotencyKey: string | undefined
}

function prepare(name: CallName, input: object, parts: RequestParts): PreparedRequest {
  const [method, pattern, kind] = callTable[name] as readonly ['GET' | 'POST', string, ('money' | 'upload')?]
  const { path, body } = addressOf(pattern, method, { ...input })
  const idempotencyKey = kind === 'money' ? (parts.idempotencyKey ?? newKey()) : null
  const headers = headersOf(parts)
  if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey
  const request = { url: `${parts.url}${path}`, method, headers, idempotencyKey }
  if (method === 'GET') return { ...request, body: null }
  if (kind === 'upload') return { ...request, body: formOf(body) }
  headers['content-type'] = 'application/json'
  return { ...request, body: JSON.stringify(body) }
}

function headersOf({ apiKey, token, mode, language }: RequestParts): Record<string, string> {
  return {
    virtually: mode === 'real' ? 'YES' : 'NO',
    lang: language ?? 'en',
    ...(token === undefined ? {} : { authorization: token }),
    ...(token === undefined && apiKey !== undefined ? { 'x-api-key': apiKey } : {}),
  }
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) form.set(name, value, 'file')
    else if (value != null) form.set(name, String(value))
  return form
}

const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') === true

const fileNameOf = ({ headers }: Response): string | null =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? null

/** The error of a download that got JSON: a refusal, or the sign that this input returns no file. */
async function notFile(response: Response, key: string | null): Promise<Error> {
  try {
    await readResult(response, key)
    return new TypeError('the call returned no file with this input: use call()')
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** A random UUID. `crypto.randomUUID` is missing on pages without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
