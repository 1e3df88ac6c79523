import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { VenueServer } from '../../../cli/local-venue/venue-server.ts'
import { house } from '../../../ledger/ledger.ts'
import { createLedger } from '../../../ledger/postgres-ledger.ts'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { TestDatabase } from '../../../platform/database/temporary/clone-database.ts'
import { programFile } from '../../../platform/program-file.ts'
import { hedgeCapital } from '../book-fill.ts'
import { findWrong } from './find-wrong.ts'
import type { Exposure, ProcessSettings } from './hedging-process.ts'

/** One recorded price of a market. */
export interface Price {
  readonly bid: string
  readonly ask: string
}

export interface RunOptions {
  readonly db: TestDatabase
  readonly market: string
  readonly prices: readonly Price[]
  readonly kills: number
  readonly disconnects: number
  /** In [0, 1). */
  readonly chance: () => number
}

export interface RunReport {
  readonly orders: number
  readonly fills: number
  readonly kills: number
  readonly disconnects: number
  /** Requests that never arrived, and those that were carried out without an answer. */
  readonly lost: number
  readonly unanswered: number
  /** Requests carried out a moment after their connection was cut, and those refused for too much load. */
  readonly late: number
  readonly busy: number
  /** Time until the venue had the surplus, ms: of steps without a disturbance. */
  readonly residualMs: readonly number[]
  /** Of steps with one. */
  readonly disturbedMs: readonly number[]
  readonly wrong: readonly string[]
}

const keys = { key: 'soak', secret: 'soak' }
const step = 100_000n
const limit = 10n ** 8n
const patienceMs = 60_000

/** Hedges a day of recorded prices while customers trade and the line, the venue and the process fail; then compares everything. */
export class HedgingRun {
  private readonly options: RunOptions
  private readonly venue: VenueServer
  private settings: ProcessSettings | null = null
  private child: ChildProcess | null = null
  private settledNumber = -1
  private price: Price
  private net = 0n
  private number = 0
  /** Largest net position on either side since everything was settled: nothing may be laid off beyond it. */
  private extremes = { low: 0n, high: 0n }
  private disturbed = false
  private readonly counts = { kills: 0, disconnects: 0, lost: 0, unanswered: 0, late: 0, busy: 0 }
  private readonly wrong: string[] = []

  constructor(options: RunOptions) {
    this.options = options
    const [first] = options.prices
    if (first === undefined) throw new Error(`${options.market}: no prices`)
    this.price = first
    this.venue = new VenueServer({
      ...{ keys, priceOf: () => this.price },
      symbols: { [options.market]: { step: '0.001', minimum: '0.001', most: '100' } },
      onTrade: () => this.checkPosition(),
    })
    this.venue.faults = this.faults()
  }

  async run(): Promise<RunReport> {
    const { prices, db, market } = this.options
    const port = await this.venue.listen(0)
    await fund(db)
    this.settings = {
      ...{ connection: db.app, keys, url: `http://127.0.0.1:${port}`, streamUrl: `ws://127.0.0.1:${port}` },
      market: { code: market, step: String(step), most: String(100n * 10n ** 8n) },
    }
    await this.start()
    const times: { readonly ms: number; readonly disturbed: boolean }[] = []
    for (const [at, price] of prices.entries()) times.push(await this.step(at, price))
    await this.settle()
    await sleep(1_500)
    this.end()
    const found = await findWrong(db, market, this.venue.account)
    await this.venue.close()
    return {
      ...this.counts,
      ...{ orders: this.venue.account.orders.length, fills: this.venue.account.trades.length },
      residualMs: times.filter(({ disturbed }) => !disturbed).map(({ ms }) => ms),
      disturbedMs: times.filter(({ disturbed }) => disturbed).map(({ ms }) => ms),
      wrong: [...this.wrong, ...found, ...(await reconcile(db))],
    }
  }

  /** Customers trade at a price, perhaps while something fails; resolves when the venue has the surplus. */
  private async step(at: number, price: Price) {
    const { chance, prices, kills, disconnects } = this.options
    this.price = price
    // What was disturbed before and is not settled yet may still take its time.
    this.disturbed = this.disturbed && this.settledNumber !== this.number
    this.trade()
    const begin = performance.now()
    const isDue = (times: number) =>
      Math.floor(((at + 1) * times) / prices.length) > Math.floor((at * times) / prices.length)
    // In the middle of whatever the hedge does, at another moment each time.
    if (isDue(kills)) await this.disturb('kills', () => this.restart(), chance() * 30)
    for (let n = isDue(disconnects) ? Math.ceil(disconnects / prices.length) : 0; n > 0; n -= 1)
      await this.disturb(
        'disconnects',
        async () => (chance() < 0.5 ? this.venue.disconnect() : this.venue.disconnectStreams()),
        chance() * 10,
      )
    await this.untilLaidOff()
    const ms = performance.now() - begin
    if (at % 10 === 9) await this.settle()
    return { ms, disturbed: this.disturbed }
  }

  private async disturb(
    kind: 'kills' | 'disconnects',
    fail: () => Promise<void>,
    waitMs: number,
  ): Promise<void> {
    await sleep(waitMs)
    this.disturbed = true
    this.counts[kind] += 1
    await fail()
  }

  /** Moves customers' net position by up to three lots, towards zero more often than not where it is large. */
  private trade(): void {
    const { chance } = this.options
    const moved = BigInt(Math.round((chance() - 0.5) * 6_000)) * step - this.net / 8n
    this.net += (moved / step) * step
    if (this.net > this.extremes.high) this.extremes.high = this.net
    if (this.net < this.extremes.low) this.extremes.low = this.net
    this.number += 1
    this.tell()
  }

  private tell(): void {
    const message: Exposure = { number: this.number, net: String(this.net), limit: String(limit) }
    if (this.child?.connected === true) this.child.send(message)
  }

  /** A hedge beyond what customers ever held since all was settled would be one too many. */
  private checkPosition(): void {
    const position = this.venue.account.position(this.options.market)
    const { low, high } = this.extremes
    if (position > high + step || position < low - step)
      this.wrong.push(`${position} at the venue, customers between ${low} and ${high}`)
  }

  private retained(): bigint {
    const retained = this.net - this.venue.account.position(this.options.market)
    return retained < 0n ? -retained : retained
  }

  private async untilLaidOff(): Promise<void> {
    const until = Date.now() + patienceMs
    while (this.retained() > limit) {
      if (Date.now() > until) throw new Error(`not laid off within a minute: ${this.retained()}`)
      await sleep(1)
    }
  }

  /** Waits until the process has nothing left to do; what was laid off before says nothing of what follows. */
  private async settle(): Promise<void> {
    const until = Date.now() + patienceMs
    while (this.settledNumber !== this.number) {
      if (Date.now() > until) throw new Error('not settled within a minute')
      await sleep(5)
    }
    const position = this.venue.account.position(this.options.market)
    this.extremes = {
      low: this.net < position ? this.net : position,
      high: this.net > position ? this.net : position,
    }
    if (this.extremes.low > 0n) this.extremes.low = 0n
    if (this.extremes.high < 0n) this.extremes.high = 0n
  }

  private async start(): Promise<void> {
    const child = spawn(
      process.execPath,
      [programFile('trading/hedging/soak/hedging-process'), JSON.stringify(this.settings)],
      { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    )
    this.child = child
    this.settledNumber = -1
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
      if (child.stdout === null) throw new Error('its output is read')
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line === 'ready') resolve()
        if (line.startsWith('log ')) this.wrong.push(line)
        if (line.startsWith('settled ') && this.child === child)
          this.settledNumber = Number(line.slice('settled '.length))
      })
    })
    this.tell()
  }

  private async restart(): Promise<void> {
    const { child } = this
    if (child === null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.removeAllListeners('exit')
    child.once('exit', () => undefined)
    child.kill('SIGKILL')
    await Promise.race([gone, sleep(200)])
    await this.start()
  }

  private end(): void {
    this.child?.removeAllListeners('exit')
    this.child?.kill('SIGKILL')
  }

  private faults(): VenueServer['faults'] {
    const { chance } = this.options
    return {
      onRequest: (call) => {
        if (call.includes('/time')) return null
        const drawn = chance()
        if (drawn < 0.01) return this.fault('lost')
        if (drawn < 0.03) return this.fault('unanswered')
        if (drawn < 0.045) return this.fault('late')
        return drawn < 0.05 ? this.fault('busy') : null
      },
      delayMs: () => (chance() < 0.1 ? chance() * 50 : 0),
      // Lost, once, or up to three times.
      copies: () => Math.floor(chance() * 4),
      parts: (quantity) => {
        const half = (quantity / step / 2n) * step
        const drawn = chance()
        if (half === 0n || drawn < 0.6) return [quantity]
        return drawn < 0.8 ? [half, quantity - half] : [half]
      },
    }
  }

  private fault<Kind extends 'lost' | 'unanswered' | 'late' | 'busy'>(kind: Kind): Kind {
    this.counts[kind] += 1
    this.disturbed = true
    return kind
  }
}

async function fund(db: TestDatabase): Promise<void> {
  const ledger = createLedger(db, systemClock)
  const world = { class: 'world', owner: house, asset: 'USDT' } as const
  await ledger.open([world, hedgeCapital])
  const steps = [
    { do: 'transfer' as const, kind: 'treasury-in', from: world, to: hedgeCapital, minor: 10n ** 14n },
  ]
  await ledger.post({ id: 'funds of the run', reference: null, steps })
}
