import type { BookLevel } from '@candor/contract'
import { type Price, parsePrice } from '@candor/money'
import type { BookTop } from './depth-view.ts'

interface Placed {
  readonly price: Price
  readonly level: BookLevel
}

export interface BookLimits {
  /** Levels that are kept of each side. */
  readonly most: number
  /**
   * True: the exchange sends changes of every level, so that those beyond the kept ones have to be read again once too many of the kept ones
   * are gone. False: it sends the level that moves into the subscribed depth.
   */
  readonly sendsEveryLevel: boolean
}

const isEmptyVolume = (text: string): boolean => /^0+(\.0*)?$/.test(text)

/** One side, its best price first. */
class BookSide {
  private readonly limits: BookLimits
  /** 1 where a higher price is better. */
  private readonly rising: 1 | -1
  private levels: Placed[] = []
  /** Worst price that is known; changes beyond it say nothing about the levels in between. */
  private horizon: Price | null = null

  constructor(rising: 1 | -1, limits: BookLimits) {
    this.rising = rising
    this.limits = limits
  }

  get size(): number {
    return this.levels.length
  }

  get isCut(): boolean {
    return this.horizon !== null
  }

  top(count: number): readonly BookLevel[] {
    return this.levels.slice(0, count).map(({ level }) => level)
  }

  replace(levels: readonly BookLevel[]): void {
    this.horizon = null
    this.levels = levels
      .flatMap((level): Placed[] => {
        const price = parsePrice(level[0])
        return price === null || isEmptyVolume(level[1]) ? [] : [{ price, level }]
      })
      .sort((one, other) => (this.isBetter(one.price, other.price) ? -1 : 1))
    this.trim()
  }

  change(levels: readonly BookLevel[]): void {
    for (const level of levels) this.put(level)
    this.trim()
  }

  private put(level: BookLevel): void {
    const price = parsePrice(level[0])
    if (price === null || (this.horizon !== null && this.isBetter(this.horizon, price))) return
    const at = this.placeOf(price)
    const isKnown = this.levels[at]?.price === price
    if (isEmptyVolume(level[1])) this.levels.splice(at, isKnown ? 1 : 0)
    else this.levels.splice(at, isKnown ? 1 : 0, { price, level })
  }

  /** Index of the first level that is not better than this price. */
  private placeOf(price: Price): number {
    let [low, high] = [0, this.levels.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const found = this.levels[middle]?.price
      if (found !== undefined && this.isBetter(found, price)) low = middle + 1
      else high = middle
    }
    return low
  }

  private trim(): void {
    const { most, sendsEveryLevel } = this.limits
    if (this.levels.length <= most) return
    this.levels.length = most
    if (sendsEveryLevel) this.horizon = this.levels.at(-1)?.price ?? null
  }

  private isBetter(one: Price, other: Price): boolean {
    return this.rising === 1 ? one > other : one < other
  }
}

/** The best levels of a market's order book: a snapshot, and the changes since. Levels stay as the exchange wrote them. */
export class OrderBook {
  private readonly bids: BookSide
  private readonly asks: BookSide

  constructor(limits: BookLimits) {
    this.bids = new BookSide(1, limits)
    this.asks = new BookSide(-1, limits)
  }

  replace(bids: readonly BookLevel[], asks: readonly BookLevel[]): void {
    this.bids.replace(bids)
    this.asks.replace(asks)
  }

  change(bids: readonly BookLevel[], asks: readonly BookLevel[]): void {
    this.bids.change(bids)
    this.asks.change(asks)
  }

  /** The best levels of either side, best first. */
  top(count: number): BookTop {
    return { bids: this.bids.top(count), asks: this.asks.top(count) }
  }

  /** True when fewer levels than this are left of a side whose further levels are unknown. */
  lacks(count: number): boolean {
    return [this.bids, this.asks].some((side) => side.isCut && side.size < count)
  }
}
