import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { NoResponse, VenueUnavailable } from '../../venue.ts'
import { errorResponse, timeResponse } from './binance-responses.ts'

/** Keys of the operator's account at the exchange. They appear in no message and no log. */
export interface ExchangeKeys {
  readonly key: string
  readonly secret: string
}

export interface RequestOptions {
  readonly url: string
  readonly keys: ExchangeKeys
  /** Time of the machine, epoch ms. */
  readonly now: () => number
  /** Longest wait for an answer. */
  readonly responseMs: number
  /** Age at which the exchange refuses a request instead of carrying it out. */
  readonly receiveWindowMs: number
}

type Method = 'GET' | 'POST' | 'PUT'
type Fields = Readonly<Record<string, string>>

/** The exchange refused a request, and carried out nothing of it. */
export class ExchangeRefusal extends Error {
  override readonly name = 'ExchangeRefusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(`${code} ${message}`)
    this.code = code
  }
}

/** The exchange's codes for requests of which the outcome is unknown. */
const unknownOutcomes = new Set([-1000, -1006, -1007])
/** Its codes for being too busy, with nothing carried out. */
const busyCodes = new Set([-1001, -1003, -1008, -1015, -1016])
const wrongTime = -1021
const longestPauseMs = 60_000

/** Sends requests to the exchange: signed, at its time, and not while it asks to wait. */
export class SignedRequests {
  readonly options: RequestOptions
  private offsetMs: number | null = null
  /** Requests wait until then, by our clock: the exchange limits how many it takes. */
  private pausedUntil = 0

  constructor(options: RequestOptions) {
    this.options = options
  }

  /** Sends a request that needs no signature. */
  async open<T>(method: Method, path: string, schema: z.ZodType<T>): Promise<T> {
    return this.parse(await this.send(method, path, ''), path, schema)
  }

  /** Sends a signed request. The first one, and the one after a refusal for its time, asks for the exchange's time before. */
  async signed<T>(method: Method, path: string, fields: Fields, schema: z.ZodType<T>): Promise<T> {
    this.offsetMs ??= await this.measureOffset()
    const { keys, now, receiveWindowMs } = this.options
    const query = new URLSearchParams({
      ...fields,
      recvWindow: String(receiveWindowMs),
      timestamp: String(now() + this.offsetMs),
    }).toString()
    const signature = createHmac('sha256', keys.secret).update(query).digest('hex')
    try {
      return this.parse(await this.send(method, path, `?${query}&signature=${signature}`), path, schema)
    } catch (error) {
      if (error instanceof ExchangeRefusal && error.code === wrongTime) {
        this.offsetMs = null
        throw new VenueUnavailable(`the exchange has another time: ${error.message}`)
      }
      throw error
    }
  }

  private async measureOffset(): Promise<number> {
    const before = this.options.now()
    const { serverTime } = await this.open('GET', '/fapi/v1/time', timeResponse)
    const after = this.options.now()
    return Math.round(serverTime - (before + after) / 2)
  }

  private async send(method: Method, path: string, query: string): Promise<unknown> {
    const { url, keys, now, responseMs } = this.options
    if (now() < this.pausedUntil) throw new VenueUnavailable('the exchange asked to wait: too many requests')
    let response: Response
    let text: string
    try {
      response = await fetch(`${url}${path}${query}`, {
        method,
        headers: { 'X-MBX-APIKEY': keys.key },
        signal: AbortSignal.timeout(responseMs),
        redirect: 'error',
      })
      text = await response.text()
    } catch (error) {
      throw new NoResponse(`no answer to ${path}: ${faultOf(error as Error)}`)
    }
    this.heed(response)
    if (response.ok) return jsonOf(text, path)
    throw failureOf(response.status, text, path)
  }

  /** Waits as long as the exchange asks when it refuses for too many requests. */
  private heed(response: Response): void {
    if (response.status !== 429 && response.status !== 418) return
    const seconds = Number(response.headers.get('retry-after') ?? '1')
    const waitMs = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1) * 1_000, longestPauseMs) : 1_000
    this.pausedUntil = this.options.now() + waitMs
  }

  private parse<T>(value: unknown, path: string, schema: z.ZodType<T>): T {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new NoResponse(
      `the answer to ${path} is not understood: ${issue?.path.join('.')} ${issue?.message}`,
    )
  }
}

/** Names what failed. Its message is left out: the address is part of some, and a signature part of the address. */
function faultOf({ name, cause }: Error): string {
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : name
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NoResponse(`the answer to ${path} is not JSON`)
  }
}

/** Tells a refusal from an answer that leaves the outcome open. */
function failureOf(status: number, text: string, path: string): Error {
  const refusal = errorResponse.safeParse(jsonOrNull(text))
  if (!refusal.success) return new NoResponse(`${path} was answered with status ${status}`)
  const { code, msg } = refusal.data
  if (unknownOutcomes.has(code)) return new NoResponse(`${path}: ${code} ${msg}`)
  if (busyCodes.has(code)) return new VenueUnavailable(`${path}: ${code} ${msg}`)
  return new ExchangeRefusal(code, msg)
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
