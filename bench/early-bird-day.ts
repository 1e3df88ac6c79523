import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContractOrder } from '@candor/contract'
import { price, writeLots } from '@candor/money'
import type { Market, TradableQuote } from '@candor/rules'
import { Refusal } from '../apps/server/src/platform/http/refusal.ts'
import type { ArrivingQuote, MarketDay } from './early-bird-recordings.ts'
import { FedServer, type ServerParts } from './early-bird-server.ts'
import { type Deed, type Direction, EarlyBird, refusedCall, type Sight } from './early-bird-strategy.ts'

/** Number of trades and their result after costs, in 10^-6 USDT. */
export interface Tally {
  readonly trades: number
  readonly minor: bigint
}

/** A day's trades, by the quote they were opened at. */
export interface DayResult {
  /** Opened at a quote that the server had when the call came. */
  readonly atOnce: Tally
  /** Opened at a quote that arrived after the call. */
  readonly waited: Tally
  readonly refused: number
}

/** Half of the balance is margin, so that no loss of a position refuses the next. */
const marginUsdt = 5_000n

const nothing: Tally = { trades: 0, minor: 0n }
const turnEvery = 2_000

/** One trading day of the early bird in one market, on a server that receives the quotes at their recorded times. */
export class EarlyBirdDay {
  private readonly server: FedServer
  private readonly parts: ServerParts
  private readonly day: MarketDay
  private readonly bird: EarlyBird
  private held: { readonly order: ContractOrder; readonly direction: Direction; waited: boolean } | null =
    null
  /** A call that waits for the next tradable quote. */
  private pending: { readonly call: Promise<void>; readonly index: number } | null = null
  private balance = 0n
  private atOnce = nothing
  private waited = nothing
  private refused = 0

  private constructor(parts: ServerParts, server: FedServer, day: MarketDay, bird: EarlyBird) {
    this.parts = parts
    this.server = server
    this.day = day
    this.bird = bird
  }

  /** Trades a day. `freshMs`: null for a server without the rule. `firstSeq`: see `FedServer.open`. */
  static async trade(
    parts: ServerParts,
    day: MarketDay,
    { freshMs, sight, firstSeq }: { freshMs: number | null; sight: Sight; firstSeq: number },
  ): Promise<DayResult> {
    const { aheadMs } = sight
    parts.clock.set((day.quotes[0]?.at ?? 0) - aheadMs)
    const server = await FedServer.open(parts, freshMs, firstSeq)
    const tradable = day.quotes.flatMap((one) => (one.tradable === null ? [] : [one.tradable]))
    const bird = new EarlyBird(day.market, tradable, { freshMs }, sight)
    try {
      return await new EarlyBirdDay(parts, server, day, bird).run(aheadMs)
    } finally {
      await server.end()
    }
  }

  private async run(aheadMs: number): Promise<DayResult> {
    const { clock } = this.parts
    this.balance = await this.server.balanceMinor()
    let turns = 0
    for (const { now, arrivals } of momentsOf(this.day.quotes, aheadMs)) {
      clock.set(now)
      for (const arrival of arrivals) await this.take(arrival)
      if (this.pending === null) await this.act(now)
      // Lets the engine's own work have its turn.
      if (++turns % turnEvery === 0) await nextTurn()
    }
    await this.end()
    return { atOnce: this.atOnce, waited: this.waited, refused: this.refused }
  }

  private async take({ quote, tradable }: ArrivingQuote): Promise<void> {
    this.server.offer(quote)
    if (tradable === null) return
    this.bird.arrived()
    if (this.pending === null || this.bird.newest < this.pending.index) return
    await this.pending.call
    this.pending = null
  }

  private async act(now: number): Promise<void> {
    const deed = this.bird.decide(now, this.held?.direction ?? null)
    if (deed === null) return
    if (deed === refusedCall) {
      this.refused += 1
      return
    }
    const looked = deed.waits ? this.server.looked() : null
    const call = this.carryOut(deed)
    if (looked === null) return call
    await Promise.race([looked, call])
    this.pending = { call, index: deed.index }
  }

  /** Resolves when the call has its response; a refusal is counted. */
  private async carryOut(deed: Deed): Promise<void> {
    try {
      if (deed.act === 'close') await this.close(deed)
      else await this.open(deed, deed.act)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refused += 1
    }
  }

  private async open({ fill, waits }: Deed, direction: Direction): Promise<void> {
    const { market } = this.day
    const order = await this.server.buy(market.code, direction, lotsAt(market, fill), market.leverageMax)
    assertFilledAt(order.openPrice, direction === 'buy' ? fill.buyPrice : fill.sellPrice)
    this.held = { order, direction, waited: waits }
  }

  private async close({ fill }: Deed): Promise<void> {
    if (this.held === null) return
    const { order, direction } = this.held
    const { closePrice } = await this.server.close(order.id)
    assertFilledAt(closePrice, direction === 'buy' ? fill.sellPrice : fill.buyPrice)
    await this.count()
  }

  private async count(): Promise<void> {
    const after = await this.server.balanceMinor()
    const add = ({ trades, minor }: Tally) => ({ trades: trades + 1, minor: minor + after - this.balance })
    if (this.held?.waited) this.waited = add(this.waited)
    else this.atOnce = add(this.atOnce)
    this.balance = after
    this.held = null
  }

  private async end(): Promise<void> {
    // Its quote would have come after the recording's end.
    if (this.pending !== null) throw new Error('a call waits for a quote that the recording does not have')
    if (this.held === null) return
    await this.server.closeMarket(this.day.market.code)
    await this.count()
  }
}

/** Yields the times at which the bird learns of a quote or one arrives at the server, with the arrivals. */
function* momentsOf(quotes: readonly ArrivingQuote[], aheadMs: number) {
  const atOf = (index: number) => quotes[index]?.at ?? Number.POSITIVE_INFINITY
  let next = 0
  let known = 0
  while (next < quotes.length) {
    const now = Math.min(atOf(next), atOf(known) - aheadMs)
    while (atOf(known) - aheadMs <= now) known += 1
    const from = next
    while (atOf(next) <= now) next += 1
    yield { now, arrivals: quotes.slice(from, next) }
  }
}

/** Returns the lots that half of a customer's demo money buys at the highest leverage. */
function lotsAt(
  { contractSize, leverageMax, lotMin, lotMax, lotStep }: Market,
  { mid }: TradableQuote,
): string {
  const scale = 10n ** 18n
  const most = (marginUsdt * BigInt(leverageMax) * scale) / (mid * contractSize)
  const stepped = (most / lotStep) * lotStep
  const lots = stepped < lotMin ? lotMin : stepped > lotMax ? lotMax : stepped
  return writeLots(lots as Market['lotMin'])
}

/** The split into fills at once and after waiting is only true if the server fills at the quote the bird expects. */
function assertFilledAt(filled: string | null, expected: bigint): void {
  if (filled === null || price(filled) !== expected)
    throw new Error(`the server filled at ${filled}, not at the expected ${expected} (10^-10)`)
}
