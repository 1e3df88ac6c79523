import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Three visitors on one machine: Linux lets a client choose any of its own loopback addresses. */
export const people = { attacker: '127.0.0.9', customer: '127.0.0.10', onlooker: '127.0.0.11' } as const
export type Person = keyof typeof people

interface VisitResult {
  readonly status: number
  readonly ms: number
  readonly body: string
}
export interface Visit {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 256 })
  private readonly url: URL
  private readonly localAddress: string

  constructor(url: string, person: Person) {
    this.url = new URL(url)
    this.localAddress = people[person]
  }

  call({ method, path, body, headers = {} }: Visit): Promise<VisitResult> {
    const { hostname: host, port } = this.url
    const { agent, localAddress } = this
    const beganAt = performance.now()
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host,
          port,
          path,
          method,
          agent,
          localAddress,
          headers: { 'content-type': 'application/json', virtually: 'NO', ...headers },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (piece: string) => {
            text += piece
          })
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, ms: performance.now() - beganAt, body: text }),
          )
          response.on('error', reject)
        },
      )
      sent.on('error', reject)
      sent.end(body === undefined ? '' : JSON.stringify(body))
    })
  }

  close(): void {
    this.agent.destroy()
  }
}

/** Sends one request each `everyMs`, without waiting for earlier responses. */
export async function paced(
  client: Client,
  asks: (at: number) => Visit,
  everyMs: number,
  lastsMs: number,
): Promise<VisitResult[]> {
  const under: Promise<VisitResult>[] = []
  const beganAt = performance.now()
  while (performance.now() - beganAt < lastsMs) {
    const due = Math.floor((performance.now() - beganAt) / everyMs)
    while (under.length <= due) under.push(client.call(asks(under.length)))
    await sleep(1)
  }
  return Promise.all(under)
}

export const figures = (results: readonly VisitResult[]) => {
  const sorted = results.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p95: at(0.95), most: at(1) }
}
export const line = (name: string, results: readonly VisitResult[]): string => {
  const { median, p95, most } = figures(results)
  const statuses = [...new Set(results.map(({ status }) => status))].map(
    (status) => `${results.filter((one) => one.status === status).length} × ${status}`,
  )
  return `${name}: ${results.length} requests (${statuses.join(', ')}), median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, longest ${most.toFixed(0)} ms`
}
export const load = () => `load of the machine: ${loadavg()[0]?.toFixed(1)}`
