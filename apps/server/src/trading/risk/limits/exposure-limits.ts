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

  constructor(options: ExposureLimits['options']) {
    this.options = options
  }

  /** Takes over what two people have decided since. */
  async read(): Promise<void> {
    this.limits = await limitsInForce(this.options.db.query)
  }

  /**
   * Checks whether an order would take the market's net position beyond its limit. This is the one place that decides about the surplus: where
   * a market is hedged, the hedge takes `surplusMinor` here, and the order is not refused.
   */
  refuses(opening: Opening): boolean {
    return this.surplusMinor(opening) > 0n
  }

  /** Computes the value beyond the limit that an order would leave to the operator, in USDT's smallest unit. */
  private surplusMinor({ market, mode, direction, lots, quote, closes = 0n as Lots }: Opening): bigint {
    const limit = mode === 'real' ? this.limits.get(market.code) : undefined
    if (limit === undefined || lots === null || quote === null) return 0n
    const moved = lots + closes
    const netLots = this.netLots(market.code) + (direction === 'buy' ? moved : -moved)
    const netMinor = this.valueOf(market, netLots, quote.mid)
    return netMinor === null ? 0n : beyondExposureLimit(netMinor, direction, limit)
  }

  /** Lists each limit with the market's net position now; no position is known where its market has no price. */
  inForce(marketOf: (code: string) => Market | null): ExposureLimit[] {
    const real = this.options.valuation.of('real')
    return [...this.limits].map(([code, limit]) => {
      const market = marketOf(code)
      const mid = real.shown(code)?.mid ?? null
      const net = market === null || mid === null ? null : this.valueOf(market, this.netLots(code), mid)
      const left = (direction: Direction) =>
        net === null ? null : writeUsdt(leftOfExposureLimit(net, direction, limit))
      return {
        ...{ code, limit: writeUsdt(limit), net: net === null ? null : writeUsdt(net) },
        ...{ leftToBuy: left('buy'), leftToSell: left('sell') },
      }
    })
  }

  private netLots(code: string): bigint {
    const leg = this.options.book.exposed.real.get(code)
    return leg === undefined ? 0n : leg.buyLots - leg.sellLots
  }

  private valueOf(market: Market, lots: bigint, mid: bigint): bigint | null {
    const conversion = this.options.valuation.of('real').shownConversion(market)
    return conversion === null ? null : distanceMinor(lots as Lots, mid, market.contractSize, conversion)
  }
}
