import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusals } from '@candor/refusals'
import { type ServerProcess, startProcess } from '../../testing/server-process.ts'

interface Placed {
  readonly status: number
  readonly code: number
  readonly result: { readonly id: string; readonly token: string }
}

export interface Takeover {
  /** Time from the kill to the response of the order that was placed right after it. */
  readonly firstResponseMs: number
  /** Response to that order. */
  readonly firstResponse: Placed
  /** From the kill until an order was accepted, also where the first met too few quotes of the new feed. */
  readonly acceptedMs: number
}

const order = { code: 'ETHUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
/** No tradable price yet: the feed that took over has just begun. */

/** Two whole servers on one database, one leading and one standing by, to test and measure a takeover. */
export class ServerPair {
  private readonly folder = mkdtempSync(join(tmpdir(), 'candor-pair-'))
  private readonly env: Readonly<Record<string, string>>
  private servers: readonly [ServerProcess, ServerProcess] | null = null
  private token = ''

  constructor(databaseUrl: string) {
    this.env = { DATABASE_URL: databaseUrl }
  }

  private startOne(): Promise<ServerProcess> {
    return startProcess(['--sandbox', '--data', this.folder], this.env)
  }

  /** Starts both and signs a customer up at the standby server. */
  async start(): Promise<void> {
    const first = await this.startOne()
    const second = await this.startOne()
    this.servers = [first, second]
    const email = 'ana@candor.example'
    await this.post(second, 'login/sendCode', { email, purpose: 'register' })
    const outbox = join(this.folder, 'outbox')
    const [letter = ''] = readdirSync(outbox).filter((name) => name.endsWith('.json'))
    const { code } = JSON.parse(readFileSync(join(outbox, letter), 'utf8')) as { code: string }
    const fields = { userName: 'ana', email, code, password: 'a long and plain phrase', country: 'DE' }
    this.token = (await this.post(second, 'login/register', fields)).result.token
  }

  /** Kills the leader with -9 and at once places an order at the other; afterwards that one leads, and a new one stands by. */
  async killLeader(): Promise<Takeover> {
    const [leading, next] = this.pair()
    await this.place(next)
    await leading.end('SIGKILL')
    const killedAt = performance.now()
    const firstResponse = await this.post(next, 'order/buyContract', order)
    const firstResponseMs = performance.now() - killedAt
    if (firstResponse.code === refusals.unavailable) await this.place(next)
    return { firstResponse, firstResponseMs, acceptedMs: performance.now() - killedAt }
  }

  /** Starts another standby server, in place of the killed one. */
  async standBy(): Promise<void> {
    const [, leading] = this.pair()
    this.servers = [leading, await this.startOne()]
  }

  /** Places an order until there is a price for it. */
  async place(server = this.pair()[1]): Promise<Placed> {
    for (;;) {
      const response = await this.post(server, 'order/buyContract', order)
      if (response.code !== refusals.unavailable) return response
      await sleep(50)
    }
  }

  /** Ends in order what still runs; their exit codes. */
  async stop(): Promise<(number | null)[]> {
    const alive = (this.servers ?? []).filter(
      ({ child }) => child.exitCode === null && child.signalCode === null,
    )
    const codes = await Promise.all(alive.map(({ end }) => end('SIGTERM')))
    rmSync(this.folder, { recursive: true, force: true })
    return codes
  }

  private pair(): readonly [ServerProcess, ServerProcess] {
    if (this.servers === null) throw new Error('the servers were not started')
    return this.servers
  }

  private async post({ url }: ServerProcess, path: string, body: object): Promise<Placed> {
    const response = await fetch(`${url}/swx/customer/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(this.token === '' ? {} : { authorization: this.token }),
      },
      body: JSON.stringify(body),
    })
    return { status: response.status, ...((await response.json()) as Omit<Placed, 'status'>) }
  }
}
