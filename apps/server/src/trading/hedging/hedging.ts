import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { Database } from '../../platform/database/database.ts'
import { agrees, type Comparison, comparedThrough, compareWithVenue, storeComparison } from './drop-copy.ts'
import type { HedgedMarket } from './hedged-market.ts'
import { openHedges } from './hedging-store.ts'
import type { HedgeHindrance } from './hedging-tables.ts'
import { MarketHedger, type MarketHedgerOptions } from './market-hedger.ts'
import { type HedgingStop, newestStops, writeStop } from './stops-store.ts'
import { type SymbolTerms, type Venue, type VenueFill, VenueUnavailable } from './venue.ts'

export interface HedgingOptions extends Omit<MarketHedgerOptions, 'market' | 'mayHedge'> {
  readonly markets: readonly HedgedMarket[]
  readonly compareEveryMs?: number
}

/** Comparison older than this does not count as agreement. */
const oldestComparisonMs = 3 * minuteMs
const mostAttempts = 5
const betweenAttemptsMs = 200

/** Hedging of all markets at one venue: its stream, the comparisons with its drop copy, and the stops of operators. */
export class Hedging {
  readonly hedgers: ReadonlyMap<string, MarketHedger>
  private readonly options: HedgingOptions
  private readonly bySymbol: ReadonlyMap<string, MarketHedger>
  private readonly comparisons = new Map<string, Comparison>()
  private readonly wrongTerms = new Map<string, string>()
  private readonly unfollow: () => void
  private through: ReadonlyMap<string, number> = new Map()
  private stops: ReadonlyMap<string, HedgingStop> = new Map()
  private termsKnown = false
  private comparing: Promise<void> | null = null

  private constructor(options: HedgingOptions) {
    this.options = options
    const hedgers = options.markets.map(
      (market) => new MarketHedger({ ...options, market, mayHedge: () => this.mayHedge(market.code) }),
    )
    this.hedgers = new Map(hedgers.map((one) => [one.market.code, one]))
    this.bySymbol = new Map(hedgers.map((one) => [one.market.symbol, one]))
    this.unfollow = options.exposure.onChange(() => this.wake())
  }

  /** Takes over orders that have not ended, and connects. Nothing is sent before the venue's drop copy agrees. */
  static async open(options: HedgingOptions): Promise<Hedging> {
    const { db, venue } = options
    const hedging = new Hedging(options)
    const open = new Map((await openHedges(db.query)).map((order) => [order.code, order]))
    for (const [code, hedger] of hedging.hedgers) await hedger.load(open.get(code) ?? null)
    await hedging.readStops()
    hedging.through = await comparedThrough(db, venue.name)
    venue.start({
      onFill: (fill) => hedging.receive(fill),
      onOrder: (report) => hedging.bySymbol.get(report.symbol)?.hear(report),
      onConnection: () => {
        if (venue.health().connected) hedging.reconnected()
      },
    })
    return hedging
  }

  /** Resolves when nothing is under way any more: orders, the venue's connection, and a comparison. */
  async stop(): Promise<void> {
    this.unfollow()
    await Promise.all([...this.hedgers.values()].map((hedger) => hedger.stop()))
    await this.options.venue.stop()
    // Its failure is reported where it was asked for.
    await this.comparing?.catch(() => undefined)
  }

  /** Reads what operators stopped or resumed, and decides again in every market. */
  async look(): Promise<void> {
    const before = this.stops
    await this.readStops()
    for (const [code, hedger] of this.hedgers) {
      const was = [before.get(code), before.get('')].some((stop) => stop?.stopped === true)
      if (was && this.stopOf(code) === null) {
        this.comparisons.delete(code)
        hedger.wakeNow()
      } else hedger.wake()
    }
  }

  /** Compares every market that is due; `now`: every market. One comparison runs at a time. */
  compare(isDue: 'due' | 'now' = 'due'): Promise<void> {
    this.comparing ??= this.compareAll(isDue).finally(() => {
      this.comparing = null
    })
    return this.comparing
  }

  stopOf(code: string): HedgingStop | null {
    const stops = [this.stops.get(''), this.stops.get(code)]
    return stops.find((stop) => stop?.stopped === true) ?? null
  }

  comparisonOf(code: string): Comparison | null {
    return this.comparisons.get(code) ?? null
  }

  /** Reason for which the settings of a market do not fit the venue; null: they do. */
  wrongTermsOf(code: string): string | null {
    return this.wrongTerms.get(code) ?? null
  }

  /** Returns what keeps orders of a market from being sent now; null: nothing. */
  hindranceOf(code: string): HedgeHindrance | null {
    const comparison = this.comparisons.get(code)
    if (this.stopOf(code) !== null) return 'stopped'
    if (!this.options.venue.health().connected) return 'disconnected'
    if (this.wrongTerms.has(code)) return 'terms'
    if (comparison === undefined || this.options.now() - comparison.at > oldestComparisonMs)
      return 'uncompared'
    return agrees(comparison) ? null : 'differs'
  }

  /** Checks whether orders may be sent in a market now. */
  mayHedge(code: string): boolean {
    return this.hindranceOf(code) === null
  }

  /** Checks whether a surplus of this value may wait for the venue: the market is hedged, and the hedge keeps up. */
  takes(code: string, surplusMinor: bigint): boolean {
    const hedger = this.hedgers.get(code)
    if (hedger === undefined || surplusMinor > hedger.market.backlogMinor) return false
    return this.mayHedge(code) && !hedger.isFailing
  }

  /** Lots at the venue, positive for bought. */
  laidOff(code: string): bigint {
    return this.hedgers.get(code)?.position.lots ?? 0n
  }

  get venue(): Venue {
    return this.options.venue
  }

  private get db(): Database {
    return this.options.db
  }

  private wake(): void {
    for (const hedger of this.hedgers.values()) hedger.wake()
  }

  private reconnected(): void {
    for (const hedger of this.hedgers.values()) hedger.wakeNow()
    this.compare('now').catch((err: unknown) => this.options.log.error({ err }, 'a comparison failed'))
  }

  private receive(fill: VenueFill): void {
    const hedger = this.bySymbol.get(fill.symbol)
    if (hedger === undefined) return
    // What fails now is found by the question for the order, or by the comparison.
    hedger
      .receive(fill)
      .catch((err: unknown) => this.options.log.warn({ err, market: hedger.market.code }, 'a fill waits'))
  }

  private async readStops(): Promise<void> {
    this.stops = await newestStops(this.db.query)
  }

  private async compareAll(isDue: 'due' | 'now'): Promise<void> {
    const { venue, log } = this.options
    if (!venue.health().connected) return
    try {
      await this.readTerms()
      // No cases: a handful of markets, and what cannot be compared now is not hedged.
      for (const hedger of this.hedgers.values())
        if (isDue === 'now' || this.isDue(hedger.market.code)) await this.compareOne(hedger)
    } catch (error) {
      if (!(error instanceof VenueUnavailable)) throw error
      log.warn({ err: error.message }, 'the drop copy of the venue could not be compared')
    }
  }

  private isDue(code: string): boolean {
    const last = this.comparisons.get(code)
    return last === undefined || this.options.now() - last.at >= (this.options.compareEveryMs ?? minuteMs)
  }

  private async compareOne(hedger: MarketHedger): Promise<void> {
    const { code } = hedger.market
    const found = await this.compareUntilQuiet(hedger)
    if (found === null) return
    await storeComparison(this.db, this.venue.name, code, found)
    this.comparisons.set(code, found)
    if (agrees(found)) hedger.wake()
    else await this.stopFor(code, found)
  }

  /** Returns the last of a few comparisons, or the first that agrees; null while executions arrive. */
  private async compareUntilQuiet(hedger: MarketHedger): Promise<Comparison | null> {
    const { code } = hedger.market
    let last: Comparison | null = null
    // No cases: the same market again, while executions arrive or after a difference, which may be one that is not listed yet.
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      if (attempt > 0) await sleep(betweenAttemptsMs)
      const found = await compareWithVenue(this.options, hedger, {
        through: this.comparisons.get(code)?.through ?? this.through.get(code) ?? this.options.now(),
        foreignSince: this.foreignSince(code),
      })
      if (found !== null && agrees(found)) return found
      last = found ?? last
      hedger.wake()
    }
    return last
  }

  /** Executions of others count from the last resumption on, or from the first comparison. */
  private foreignSince(code: string): number {
    const resumed = [this.stops.get(''), this.stops.get(code)].map((stop) =>
      stop?.stopped === false ? stop.at : 0,
    )
    const isFirst = !this.through.has(code) && !this.comparisons.has(code)
    return Math.max(...resumed, isFirst ? this.options.now() : 0)
  }

  private async stopFor(
    code: string,
    { ours, theirs, foreignFills, missingFills }: Comparison,
  ): Promise<void> {
    const details = { market: code, ours: String(ours), theirs: String(theirs), foreignFills, missingFills }
    this.options.log.error(details, 'our books and the venue’s drop copy differ: hedging of the market stops')
    if (this.stops.get(code)?.stopped === true) return
    const reason = 'Our books and the drop copy of the venue differ.'
    await writeStop(this.db.query, { code, stopped: true, reason, operator: null, at: this.options.now() })
    await this.readStops()
  }

  /** Compares the sizes of the settings with those of the venue, once: the venue refuses any others. */
  private async readTerms(): Promise<void> {
    if (this.termsKnown) return
    const markets = [...this.hedgers.values()].map(({ market }) => market)
    const terms = await this.venue.terms(markets.map(({ symbol }) => symbol))
    this.wrongTerms.clear()
    for (const market of markets) {
      const fault = faultOf(market, terms.find(({ symbol }) => symbol === market.symbol) ?? null)
      if (fault === null) continue
      this.wrongTerms.set(market.code, fault)
      this.options.log.error({ market: market.code, fault }, 'the venue does not take orders of these sizes')
    }
    this.termsKnown = true
  }
}

function faultOf(
  { symbol, steps, multiplier, contractSize }: HedgedMarket,
  terms: SymbolTerms | null,
): string | null {
  if (terms === null) return `the venue has no ${symbol}`
  const inQuantity = (lots: bigint) => (lots * contractSize) / multiplier
  if (inQuantity(steps.step) % terms.step !== 0n) return 'the step is no whole number of the venue’s'
  if (inQuantity(steps.minimum) < terms.minimum) return 'the minimum is below that of the venue'
  return inQuantity(steps.most) > terms.most ? 'the largest order is above that of the venue' : null
}
