import { type Price, price } from '@candor/money'
import { isOpenAt, marketByCode, type QuoteSource } from '@candor/rules'
import { type Given, StraightPrices } from '../checks/straight-prices.ts'
import type { Platform } from '../platform.ts'
import type { Chance } from './chance.ts'
import { runAs } from './incarnations.ts'

/** A market as the simulator moves it. Prices are whole numbers of `tick`. */
export interface Moving {
  readonly code: string
  readonly digits: number
  /** Half the spread of the feed, in ticks. */
  readonly halfSpread: number
  /** Share of the price that one step usually moves it. */
  readonly pace: number
  mid: number
  /** Share of the price by step. */
  trend: number
  /** The source is away: prices are made up, and wander off from where it left. Null while it is there. */
  madeUp: { mid: number; steps: number } | null
}

const listed: readonly Omit<Moving, 'trend' | 'madeUp'>[] = [
  { code: 'XAUUSD', digits: 3, halfSpread: 100, pace: 0.003, mid: 2_000_000 },
  { code: 'EURUSD', digits: 5, halfSpread: 2, pace: 0.0008, mid: 113_000 },
  { code: 'BTCUSDT', digits: 2, halfSpread: 100, pace: 0.004, mid: 6_000_000 },
  { code: 'ETHUSDT', digits: 2, halfSpread: 10, pace: 0.004, mid: 300_000 },
  { code: 'AAPL', digits: 2, halfSpread: 1, pace: 0.002, mid: 20_000 },
  { code: 'USDJPY', digits: 3, halfSpread: 5, pace: 0.001, mid: 150_000 },
  { code: 'DE30', digits: 1, halfSpread: 5, pace: 0.002, mid: 180_000 },
]

const warmUp = 7
/** Of so many quotes of a market the last few come late from the source. */
const lateness = { of: 40, from: 32, ms: 2_500 }
/** So many alike quotes make a price tradable that is far from those before it. */
const believedAfter = 12

/** Moves prices and hands every quote to every server that is alive. */
export class Market {
  readonly moving: readonly Moving[]
  /** Decides independently of the product which quotes are tradable. */
  readonly straight = new StraightPrices()
  /** Markets that were split, by the split. */
  readonly splits = new Map<string, string>()
  /** Markets whose prices jumped in this step: fills before the jump are judged by the prices after it. */
  readonly gapped = new Set<string>()
  private readonly chance: Chance
  /** Apart from the seed's other chance, so that a silence changes nothing else. */
  private readonly silenceChance: Chance
  private starts = 0
  /** Markets whose source is away since a server started, by the steps until it returns. */
  private readonly silent = new Map<string, number>()
  private readonly now: () => number
  private readonly platforms: () => readonly Platform[]
  private known: Platform | null = null
  /** Quotes by market, those that nobody heard too. */
  private readonly counts = new Map<string, number>()

  constructor(
    chances: { readonly prices: Chance; readonly silence: Chance },
    now: () => number,
    platforms: () => readonly Platform[],
  ) {
    this.chance = chances.prices
    this.silenceChance = chances.silence
    this.now = now
    this.platforms = platforms
    this.moving = listed.map((one) => ({ ...one, trend: 0, madeUp: null }))
  }

  get codes(): readonly string[] {
    return this.moving.map(({ code }) => code)
  }

  /** Sends enough quotes for every market to be tradable. */
  warm(): void {
    this.silent.clear()
    this.sendAlike()
  }

  /** The same for a server that was opened; where it replaces another, some markets may not quote for a while, and one by one then. */
  warmAfterStart(): void {
    this.silent.clear()
    if (++this.starts > 1 && this.silenceChance.happens(0.5))
      for (const { code } of this.moving)
        if (this.silenceChance.happens(0.3)) this.silent.set(code, this.silenceChance.whole(1, 20))
    this.sendAlike()
  }

  private sendAlike(): void {
    for (let n = 0; n < warmUp; n++) for (const one of this.moving) this.quote(one, one.mid)
  }

  /** One step of every market: usually a small move, sometimes a trend, a gap, a bad print or silence. */
  step(): void {
    this.gapped.clear()
    for (const [code, steps] of this.silent)
      if (steps > 1) this.silent.set(code, steps - 1)
      else this.silent.delete(code)
    for (const one of this.moving) if (this.chance.happens(0.94)) this.move(one)
  }

  private move(one: Moving): void {
    const { chance } = this
    if (chance.happens(0.03)) one.trend = (chance.unit() - 0.5) * one.pace * 4
    if (chance.happens(0.02)) this.badPrint(one)
    if (chance.happens(0.012)) this.gap(one, (chance.unit() - 0.5) * 0.5)
    const drawn = (chance.unit() + chance.unit() - 1) * one.pace + one.trend
    one.mid = Math.max(1_000, Math.round(one.mid * (1 + drawn)))
    if (chance.happens(0.01)) one.madeUp ??= { mid: one.mid, steps: chance.whole(6, 30) }
    if (one.madeUp !== null) this.makeUp(one, one.madeUp)
    else this.quote(one, one.mid, chance.happens(0.03) ? 'simulated' : 'live')
  }

  /** Prices of the server's own while the source is away: real accounts rest at the last of the market. */
  private makeUp(one: Moving, madeUp: { mid: number; steps: number }): void {
    madeUp.mid = Math.max(1_000, Math.round(madeUp.mid * (1 + (this.chance.unit() - 0.5) * one.pace * 6)))
    madeUp.steps -= 1
    this.quote(one, madeUp.mid, 'simulated')
    if (madeUp.steps <= 0) one.madeUp = null
  }

  /** A jump that the server believes after a dozen quotes. */
  private gap(one: Moving, share: number): void {
    this.gapped.add(one.code)
    one.mid = Math.max(1_000, Math.round(one.mid * (1 + share)))
    for (let n = 0; n < believedAfter; n++) this.quote(one, one.mid)
  }

  /** A price comes and goes within a moment, up and down: orders that follow it keep best prices that those after it never saw. */
  spike(code: string, share: number): void {
    for (const one of this.moving.filter((moving) => moving.code === code && moving.madeUp === null))
      for (const away of [share, -share, 0]) this.quote(one, Math.round(one.mid * (1 + away)))
  }

  /** A split took effect: the source's prices go on at the new scale, once. */
  rescale(id: string, code: string, fresh: bigint, old: bigint): void {
    if (this.splits.has(id)) return
    this.splits.set(id, code)
    const factor = Number(old) / Number(fresh)
    for (const one of this.moving.filter((moving) => moving.code === code)) {
      one.mid = Math.max(1_000, Math.round(one.mid * factor))
      one.madeUp = null
    }
    this.straight.rescale(code, fresh, old, this.now())
  }

  isOpen(code: string): boolean {
    return this.leader()?.board.isOpen(code) === true
  }

  /** An operator, or an action that was put off, halted it. */
  isHalted(code: string): boolean {
    return (this.leader()?.board.haltedFor(code) ?? null) !== null
  }

  /** It has just had a quote that real accounts may trade on, in its hours. */
  tradesNow(code: string): boolean {
    const platform = this.leader()
    const newest = platform?.board.latestTradable(code, 'real') ?? null
    if (platform === null || newest === null) return false
    return (
      newest.inHours &&
      newest.source === 'live' &&
      newest.receivedAt >= this.now() - 1 &&
      platform.board.isOpen(code)
    )
  }

  /** The server has a price of the market that accounts of this mode may trade on. */
  hasPrice(code: string, mode: 'demo' | 'real'): boolean {
    return (this.leader()?.board.latestTradable(code, mode) ?? null) !== null
  }

  /** Epoch ms, by the server's clock, at which a market's newest quote came that trades; 0 before the first. */
  newestAt(code: string): number {
    return this.leader()?.board.latestTradable(code, 'real')?.receivedAt ?? 0
  }

  /** The newest mid of a market as a decimal text, moved by a share of itself. */
  near(code: string, share: number): string {
    const one = this.moving.find((moving) => moving.code === code)
    if (one === undefined) throw new Error(`no market ${code}`)
    return textOf(Math.round(one.mid * (1 + share)), one.digits)
  }

  /** Sends a quote far from the prices before it, or far too wide, which must not be tradable. */
  private badPrint(one: Moving): void {
    const { code, digits, mid } = one
    if (this.chance.happens(0.5)) this.quote(one, Math.round(mid * this.chance.pick([0.4, 1.7, 0.9, 10])))
    else
      this.offer({
        code,
        bid: textOf(mid, digits),
        ask: textOf(Math.round(mid * 1.2), digits),
        source: 'live',
      })
  }

  private quote(one: Moving, mid: number, source: QuoteSource = 'live'): void {
    const { code, digits, halfSpread } = one
    this.offer({ code, bid: textOf(mid - halfSpread, digits), ask: textOf(mid + halfSpread, digits), source })
  }

  /** Returns how late the next quote of a market comes, in ms. Counted, not drawn, so that it changes nothing else of a seed. */
  private latenessOf(code: string): number {
    const count = (this.counts.get(code) ?? 0) + 1
    this.counts.set(code, count)
    return count % lateness.of >= lateness.from ? lateness.ms : 0
  }

  private offer(quote: Omit<Given, 'at' | 'madeAt' | 'open' | 'inSession'>): void {
    const at = this.now()
    const madeAt = at - this.latenessOf(quote.code)
    const market = marketByCode(quote.code)
    const inSession = market !== null && isOpenAt(market, at)
    const open = this.isOpen(quote.code)
    const leader = this.leader()
    if (leader === null || this.silent.has(quote.code)) return
    const [bid, ask] = [price(quote.bid) as Price, price(quote.ask) as Price]
    runAs(leader.incarnation, () => leader.board.offer({ ...quote, bid, ask, time: madeAt, volume: 1 }))
    this.straight.take({ ...quote, at, madeAt, inSession, open }, this.isTaken(leader, quote.code))
  }

  /** The server that takes prices in now; null while a lead is between two. */
  private leader(): Platform | null {
    const leader = this.platforms().find((platform) => platform.leadsFeeds()) ?? null
    if (leader === null || leader === this.known) return leader
    // One that followed until now has heard what the bus brought.
    this.straight.restart(leader.board.latest('BTCUSDT') !== null)
    this.known = leader
    return leader
  }

  /** The server judged the newest quote tradable. */
  private isTaken({ board }: Platform, code: string): boolean {
    const [newest, tradable] = [board.latest(code), board.latestTradable(code, 'demo')]
    return newest !== null && tradable !== null && newest.seq === tradable.seq
  }
}

/** A whole number of ticks as a decimal text. */
export function textOf(ticks: number, digits: number): string {
  const text = String(Math.max(1, ticks)).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
