import { isOpenAt, type Market, type MarketType, type Quote } from '@candor/rules'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Feed, FeedSink } from '../feed.ts'
import { type Chance, seededChance, seedOf } from './chance.ts'
import { deviationOver, quoteAround, step, type Walk } from './walk.ts'

/** Four looks a second; a market quotes at each with its class's likelihood: one to three quotes a second. */
export const tickMs = 250
export const likelihood: Readonly<Record<MarketType, number>> = { 1: 0.55, 2: 0.6, 3: 0.4, 4: 0.5 }
/** Quotes at a market's opening, more than the median needs: a market that opens with the server is tradable at once. */
export const firstQuotes = 8
/** Half the usual movement per hour while closed: the gap a weekend leaves. */
const closedShare = 0.5

interface SimulatedMarket {
  readonly market: Market
  readonly chance: Chance
  readonly walk: Walk
  open: boolean
  closedAt: number
  lastStepAt: number
}

export interface SimulatorOptions {
  readonly markets: readonly Market[]
  readonly clock: Clock
  readonly seed: number
  readonly sink: FeedSink
  /** A market with the hours that hold now; null: as it was listed. */
  readonly listed?: (code: string) => Market | null
  /** Price to continue from; the market's own starting price without one. */
  readonly priceOf?: (code: string) => number | null
}

/**
 * Simulates plausible prices for each class: volatility, spread, hours, gaps after a closure, and classes that move together. The same seed
 * and the same clock give the same quotes. A market outside its hours sends nothing, but for its first moment: the last prices of its last
 * session, with that session's time, so that a closed market has a price to show and conversions have one to use.
 */
export class Simulator implements Feed {
  private readonly clock: Clock
  private readonly sink: FeedSink
  private readonly seed: number
  private readonly classes: ReadonlyMap<MarketType, Chance>
  private readonly all = new Map<string, SimulatedMarket>()
  /** Markets that another source serves at the moment. */
  private readonly silent = new Set<string>()
  private readonly listed: (code: string) => Market | null
  private timer: NodeJS.Timeout | null = null

  constructor(options: SimulatorOptions) {
    this.clock = options.clock
    this.sink = options.sink
    this.classes = new Map(
      ([1, 2, 3, 4] as const).map((type) => [type, seededChance(seedOf(options.seed, 'class', type))]),
    )
    this.seed = options.seed
    this.listed = options.listed ?? (() => null)
    for (const market of options.markets)
      this.place(market, options.priceOf?.(market.code) ?? market.simulation.price)
  }

  /** A market that is listed from now on begins at its own starting price. */
  add(market: Market): void {
    const place = this.place(market, market.simulation.price)
    if (this.timer !== null && !this.silent.has(market.code)) this.offerFirstQuotes(place)
  }

  private place(market: Market, mid: number): SimulatedMarket {
    const now = this.clock.now()
    const place = {
      market,
      chance: seededChance(seedOf(this.seed, market.code)),
      walk: { mid, heat: 1 },
      open: isOpenAt(market, now),
      closedAt: now,
      lastStepAt: now,
    }
    this.all.set(market.code, place)
    return place
  }

  async start(): Promise<void> {
    for (const place of this.all.values())
      if (!this.silent.has(place.market.code)) this.offerFirstQuotes(place)
    this.timer ??= setInterval(() => this.tick(), tickMs)
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
  }

  recordedNow(): null {
    return null
  }

  /** Leaves a market to another source. */
  leave(code: string): void {
    this.silent.add(code)
  }

  /** Takes a market over, from its last price where there was one. */
  takeOver(code: string, lastMid: number | null): void {
    const place = this.all.get(code)
    if (place === undefined || !this.silent.delete(code)) return
    if (lastMid !== null) place.walk.mid = lastMid
    const now = this.clock.now()
    place.open = this.isOpen(place, now)
    place.lastStepAt = now
    if (this.timer !== null) this.offerFirstQuotes(place)
  }

  rebase(code: string, factor: number): void {
    const place = this.all.get(code)
    if (place !== undefined) place.walk.mid *= factor
  }

  /** Updates every market at the present clock. Run by the timer, and by tests. */
  tick(): void {
    const now = this.clock.now()
    const classMoves = new Map([...this.classes].map(([type, chance]) => [type, chance.normal()]))
    for (const place of this.all.values()) {
      if (this.silent.has(place.market.code)) continue
      this.look(place, now, classMoves.get(place.market.type) ?? 0)
    }
  }

  private look(place: SimulatedMarket, now: number, classMove: number): void {
    const open = this.isOpen(place, now)
    if (open !== place.open) this.turn(place, open, now)
    if (!open) return
    const elapsed = Math.min(Math.max(now - place.lastStepAt, 0), minuteMs)
    place.lastStepAt = now
    step(place.walk, place.market, { ms: elapsed, classMove }, place.chance)
    if (place.chance.uniform() < likelihood[place.market.type]) this.quote(place, now)
  }

  /** Asks the market as it is listed now: its hours may have changed since. */
  private isOpen({ market }: SimulatedMarket, now: number): boolean {
    return isOpenAt(this.listed(market.code) ?? market, now)
  }

  private turn(place: SimulatedMarket, open: boolean, now: number): void {
    place.open = open
    if (!open) {
      place.closedAt = now
      return
    }
    const gap = deviationOver(place.market, now - place.closedAt) * closedShare * place.chance.normal()
    place.walk.mid *= Math.exp(gap)
    place.lastStepAt = now
  }

  private offerFirstQuotes(place: SimulatedMarket): void {
    const now = this.clock.now()
    const at = place.open ? now : lastOpenBefore(place.market, now)
    for (let count = 0; count < firstQuotes; count++) this.quote(place, at)
  }

  private quote(place: SimulatedMarket, time: number): void {
    const { bid, ask } = quoteAround(place.market, place.walk.mid, place.chance)
    const volume = Math.round(place.chance.uniform() * 400) / 100
    const quote: Quote = { code: place.market.code, bid, ask, time, source: 'simulated', volume }
    this.sink.offer(quote)
  }
}

/** The last minute the market was open before `now`; `now` itself when that lies more than two weeks back. */
export function lastOpenBefore(market: Market, now: number): number {
  const quarter = 15 * minuteMs
  const edge = Math.floor(now / quarter) * quarter
  for (let at = edge; at > now - 14 * 96 * quarter; at -= quarter) if (isOpenAt(market, at - 1)) return at - 1
  return now
}
