import type { AccountMode, ExposureLimit } from '@candor/contract'
import { type Lots, writeUsdt } from '@candor/money'
import {
  beyondExposureLimit,
  type Direction,
  distanceMinor,
  leftOfExposureLimit,
  type Market,
  type TradableQuote,
} from '@candor/rules'
import { lotsWithin } from '@candor/rules/hedging/hedge-position.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PositionBook } from '../../engine/book.ts'
import type { Position } from '../../engine/position.ts'
import type { Valuation } from '../valuation.ts'
import { limitsInForce } from './exposure-limits-store.ts'

/** An order that would open a position now. */
export interface Opening {
  readonly market: Market
  readonly mode: AccountMode
  readonly direction: Direction
  /** Null where the request names no valid volume. */
  readonly lots: Lots | null
  /** Its mid values the market's positions. */
  readonly quote: TradableQuote | null
  /** Lots of the opposite position that a reversal closes with it. */
  readonly closes?: Lots
}

/** The opening of an order that waited, at the quote that reached its level. */
export const openingOf = ({ market, account, direction, lots }: Position, quote: TradableQuote): Opening => ({
  market,
  mode: account.mode,
  direction,
  lots,
  quote,
})

/** Positions laid off at a venue, as limits see them. */
export interface LaidOffPositions {
  /** The operator's position at the venue, in units of 10^-8 lots: positive for bought. */
  laidOff(code: string): bigint
  /** Checks whether the hedge takes a surplus of this value, in USDT's smallest unit: it is at work and keeps up. */
  takes(code: string, surplusMinor: bigint): boolean
}

const nothingLaidOff: LaidOffPositions = { laidOff: () => 0n, takes: () => false }

/**
 * The operator's limits of the net value of customers' real-money positions, by market. Compared at every decision with what the engine has
 * in memory, in which each decision before it is contained: two orders never share what is left.
 */
export class ExposureLimits {
  private readonly options: {
    readonly db: Database
    readonly book: PositionBook
    readonly valuation: Valuation
  }
  private limits: ReadonlyMap<string, bigint> = new Map()
  private hedge = nothingLaidOff

  constructor(options: ExposureLimits['options']) {
    this.options = options
  }

  /** From now on, what is at the venue counts, and the hedge takes what is beyond a limit. */
  hedgeWith(hedge: LaidOffPositions): void {
    this.hedge = hedge
  }

  /** Takes over what two people have decided since. */
  async read(): Promise<void> {
    this.limits = await limitsInForce(this.options.db.query)
  }

  /**
   * Checks whether an order would take the position that the operator keeps in a market beyond its limit. This is the one place that decides
   * about the surplus: where the market is hedged and the hedge keeps up, it takes the surplus, and the order is not refused.
   */
  refuses(opening: Opening): boolean {
    const surplusMinor = this.surplusMinor(opening)
    return surplusMinor > 0n && !this.hedge.takes(opening.market.code, surplusMinor)
  }

  /** Returns a market's limit in lots at its mid of now; null where its price is not known, and `none` where there is no limit. */
  limitLots(market: Market): bigint | 'none' | null {
    const limit = this.limits.get(market.code)
    if (limit === undefined) return 'none'
    const real = this.options.valuation.of('real')
    const mid = real.shown(market.code)?.mid ?? null
    const conversion = real.shownConversion(market)
    return mid === null || conversion === null
      ? null
      : lotsWithin(limit, mid, market.contractSize, conversion)
  }

  /** Sums customers' positions of real money in a market, long less short, in units of 10^-8 lots. */
  netLots(code: string): bigint {
    const leg = this.options.book.exposed.real.get(code)
    return leg === undefined ? 0n : leg.buyLots - leg.sellLots
  }

  /** Values lots of a market at its mid of now, in USDT's smallest unit; null where it has no price. */
  valueNow(market: Market, lots: bigint): bigint | null {
    const mid = this.options.valuation.of('real').shown(market.code)?.mid ?? null
    return mid === null ? null : this.valueOf(market, lots, mid)
  }

  /** Computes the value beyond the limit that an order would leave to the operator, in USDT's smallest unit. */
  private surplusMinor({ market, mode, direction, lots, quote, closes = 0n as Lots }: Opening): bigint {
    const limit = mode === 'real' ? this.limits.get(market.code) : undefined
    if (limit === undefined || lots === null || quote === null) return 0n
    const moved = lots + closes
    const netLots = this.retainedLots(market.code) + (direction === 'buy' ? moved : -moved)
    const netMinor = this.valueOf(market, netLots, quote.mid)
    return netMinor === null ? 0n : beyondExposureLimit(netMinor, direction, limit)
  }

  /** Lists each limit with the market's net position now; no position is known where its market has no price. */
  inForce(marketOf: (code: string) => Market | null): ExposureLimit[] {
    const real = this.options.valuation.of('real')
    return [...this.limits].map(([code, limit]) => {
      const market = marketOf(code)
      const mid = real.shown(code)?.mid ?? null
      const value = (lots: bigint) =>
        market === null || mid === null ? null : this.valueOf(market, lots, mid)
      const orNull = (minor: bigint | null) => (minor === null ? null : writeUsdt(minor))
      const retained = value(this.retainedLots(code))
      const left = (direction: Direction) =>
        orNull(retained === null ? null : leftOfExposureLimit(retained, direction, limit))
      return {
        ...{ code, limit: writeUsdt(limit), net: orNull(value(this.netLots(code))) },
        ...{ laidOff: orNull(value(this.hedge.laidOff(code))), hedged: this.isHedged(code, retained, limit) },
        ...{ leftToBuy: left('buy'), leftToSell: left('sell') },
      }
    })
  }

  /** Checks whether the hedge takes what is beyond the limit now. */
  private isHedged(code: string, retained: bigint | null, limit: bigint): boolean {
    const beyond = (direction: Direction) => beyondExposureLimit(retained ?? 0n, direction, limit)
    return this.hedge.takes(code, beyond('buy') + beyond('sell'))
  }

  /** The part of the net position that is not laid off. */
  private retainedLots(code: string): bigint {
    return this.netLots(code) - this.hedge.laidOff(code)
  }

  private valueOf(market: Market, lots: bigint, mid: bigint): bigint | null {
    const conversion = this.options.valuation.of('real').shownConversion(market)
    return conversion === null ? null : distanceMinor(lots as Lots, mid, market.contractSize, conversion)
  }
}
