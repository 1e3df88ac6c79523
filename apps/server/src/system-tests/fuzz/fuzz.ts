import { Chance } from '../../simulator/surroundings/chance.ts'
import { type OddRequest, RequestMaker } from './make-request.ts'
import { type ApiPage, type Operation, operationsOf } from './operations.ts'
import { type Timing, Timings } from './timings.ts'

/** A caller: the API they use, and the credentials of their requests. */
export interface FuzzSession {
  readonly name: string
  readonly page: ApiPage
  readonly headers: Readonly<Record<string, string>>
  /**
   * Signs in again, because an unusual request may have ended the session, closed the account or disabled the operator. Null
   * for a caller without a sign-in.
   */
  readonly renew: (() => Promise<Readonly<Record<string, string>>>) | null
}

export interface FuzzOptions {
  readonly url: string
  readonly sessions: readonly FuzzSession[]
  readonly requests: number
  readonly seed: number
  /** Called with each fault as it is found. */
  readonly onFault?: (fault: string) => void
}

export interface FuzzReport {
  readonly requests: number
  readonly operations: number
  /** Number of responses with each code of the envelope; `file` for those without one. */
  readonly codes: Readonly<Record<string, number>>
  /** Requests that got a server error or no response, as `curl` commands. */
  readonly faults: readonly string[]
  readonly timings: readonly Timing[]
}

/** So many requests of one session are under way at once. */
const atOnceOfOne = 2
const longestWaitMs = 60_000
/** After so many consecutive responses "not signed in", the session counts as over. */
const lostAfter = 3

/** Sends requests of all sessions at once. The same seed sends the same requests, but for the ids that rows were given. */
export async function fuzz({ url, sessions, requests, seed, onFault }: FuzzOptions): Promise<FuzzReport> {
  const codes: Record<string, number> = {}
  const faults: string[] = []
  const timings = new Timings()
  const requested = new Set<string>()
  const lanes = sessions.flatMap((session) => Array.from({ length: atOnceOfOne }, () => session))
  const each = Math.ceil(requests / lanes.length)
  const run = async (session: FuzzSession, number: number): Promise<void> => {
    const lane = new Lane(url, session, new Chance(seed * 1_000 + number))
    for (let sent = 0; sent < each; sent++) {
      const { operation, code, fault, ms } = await lane.call()
      requested.add(operation)
      codes[code] = (codes[code] ?? 0) + 1
      if (fault !== null) {
        faults.push(fault)
        onFault?.(fault)
      }
      timings.add(operation, ms)
    }
  }
  await Promise.all(lanes.map(run))
  return { requests: each * lanes.length, operations: requested.size, codes, faults, timings: timings.read() }
}

interface FuzzResponse {
  readonly code: string
  readonly fault: string | null
  readonly ms: number
  readonly text: string
}

/** One request after the other of one session. */
class Lane {
  private readonly url: string
  private readonly session: FuzzSession
  private readonly chance: Chance
  private readonly maker: RequestMaker
  private readonly operations: readonly Operation[]
  private headers: Readonly<Record<string, string>>
  private refused = 0

  constructor(url: string, session: FuzzSession, chance: Chance) {
    this.url = url
    this.session = session
    this.chance = chance
    this.maker = new RequestMaker(chance)
    this.operations = operationsOf(session.page)
    this.headers = session.headers
  }

  async call(): Promise<FuzzResponse & { readonly operation: string }> {
    const request = this.maker.of(this.chance.pick(this.operations))
    const outcome = await sendRequest(this.url, request, this.headers)
    this.maker.learn(outcome.text)
    this.refused = outcome.code === '401' ? this.refused + 1 : 0
    if (this.refused >= lostAfter && this.session.renew !== null) {
      this.headers = await this.session.renew()
      this.refused = 0
    }
    return { ...outcome, operation: request.operation }
  }
}

async function sendRequest(
  url: string,
  request: OddRequest,
  own: Readonly<Record<string, string>>,
): Promise<FuzzResponse> {
  const { operation, method, path, body } = request
  const headers = { ...request.headers, ...own }
  const began = performance.now()
  const faultOf = (what: string) => `${operation}: ${what}\n  ${curlOf(url, request, headers)}`
  try {
    const signal = AbortSignal.timeout(longestWaitMs)
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      signal,
      ...(body === null ? {} : { body }),
    })
    const text = await response.text()
    const ms = performance.now() - began
    const wrong = wrongIn(response, text)
    return { code: codeIn(text, response), fault: wrong === null ? null : faultOf(wrong), ms, text }
  } catch (error) {
    const ms = performance.now() - began
    return { code: 'none', fault: faultOf(`${error} ${(error as Error).cause ?? ''}`), ms, text: '' }
  }
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/json') === true

/**
 * Returns the fault of a response: a server error, a page that a browser would run (not one that it saves), or one that reveals internals; null without
 * a fault.
 */
function wrongIn(response: Response, text: string): string | null {
  const { status, headers } = response
  if (status >= 500) return `${status} ${text.slice(0, 300)}`
  const type = headers.get('content-type') ?? ''
  const isSaved = headers.get('content-disposition')?.startsWith('attachment') === true
  if (/html|svg|xml|javascript/.test(type) && !isSaved) return `an answer of the type ${type}`
  if (headers.get('x-content-type-options') !== 'nosniff' && status !== 400 && status !== 431)
    return 'no nosniff'
  if (status >= 400 && /node_modules|\.m?[jt]s:\d+|\bSELECT\b.+\bFROM\b|violates .+ constraint/.test(text))
    return `tells of our insides: ${text.slice(0, 300)}`
  return null
}

function codeIn(text: string, response: Response): string {
  if (!isJson(response) || text === '') return 'file'
  const { code } = JSON.parse(text) as { code?: number }
  return String(code ?? 'file')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as it can be pasted into a shell; bodies above 2 kB are cut. */
function curlOf(
  url: string,
  { method, path, body }: OddRequest,
  headers: Readonly<Record<string, string>>,
): string {
  const headerArgs = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = body === null ? [] : [`--data-raw ${quoted(body.slice(0, 2_000))}`]
  return ['curl -sS', `-X ${method}`, ...headerArgs, ...data, quoted(`${url}${path}`)].join(' ')
}
