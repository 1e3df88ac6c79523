import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusals } from '@candor/refusals'

/** A call that was accepted once. */
interface Effect {
  readonly key: string
  readonly path: string
  /** Id of the order; undefined where the response has none. */
  readonly id: string | undefined
}

/** Reason to repeat a request: nothing says that it was carried out, or it was refused without an effect. */
type Repeat = 'connection lost' | 'response dropped' | 'HTTP 503' | 'no price'

interface Response {
  readonly code: number
  readonly result: { readonly id?: string; readonly token: string; readonly user: { readonly id: string } }
}

const pauseMs = 50
/** Every so many attempts the response is dropped, as if the connection had been cut after the request was carried out. */
const dropEvery = 5
/** Longer than a server waits for an engine. */
const longestAttemptMs = 20_000

/** Sends keyed requests to processes in turn, and repeats one that failed at the next process with the same key until it is accepted. */
export class KeyedClient {
  readonly effects: Effect[] = []
  readonly repeats = new Map<Repeat, number>()
  /** From the first attempt to the acceptance of the slowest request. */
  longestRequestMs = 0
  /** Longest time in which no request of anyone was accepted. */
  longestGapMs = 0
  private readonly urls: () => readonly string[]
  private acceptedAt = performance.now()
  private turn = 0

  constructor(urls: () => readonly string[]) {
    this.urls = urls
  }

  async post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const [key, sentAt] = [randomUUID(), performance.now()]
    for (;;) {
      const response = await this.attempt(path, body, { ...headers, 'idempotency-key': key })
      if (typeof response === 'string') {
        this.repeats.set(response, (this.repeats.get(response) ?? 0) + 1)
        await sleep(pauseMs)
        continue
      }
      const now = performance.now()
      this.longestRequestMs = Math.max(this.longestRequestMs, now - sentAt)
      this.longestGapMs = Math.max(this.longestGapMs, now - this.acceptedAt)
      this.acceptedAt = now
      this.effects.push({ key, path, id: response.result.id })
      return response
    }
  }

  private async attempt(path: string, body: object, headers: Record<string, string>) {
    const urls = this.urls()
    this.turn += 1
    const isDropped = this.turn % dropEvery === 0
    let response: globalThis.Response
    let text: string
    try {
      response = await fetch(`${urls[this.turn % urls.length]}/swx/customer/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(longestAttemptMs),
      })
      text = await response.text()
    } catch {
      return 'connection lost'
    }
    if (isDropped) return 'response dropped'
    if (response.status === 503) return 'HTTP 503'
    const { code, result } = JSON.parse(text) as Response
    if (code === refusals.unavailable) return 'no price'
    if (code !== 200 && (code < 20_000 || code > 20_009)) throw new Error(`${path} was answered ${text}`)
    return { code, result }
  }
}
