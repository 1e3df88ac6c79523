import type { AccountMode } from '@candor/contract'
import type { Market } from '@candor/rules'
import type { Position } from '../engine/position.ts'

interface Owing {
  readonly market: Market
  readonly mode: AccountMode
  /** From when each may be tried, epoch ms. */
  readonly from: Map<Position, number>
  /** The earliest of them. */
  soonest: number
}

/** Positions whose nights could not be charged when due, by market: without a price, none of a market's positions is checked. */
export class OverdueSwaps {
  private readonly byMarket = new Map<string, Owing>()
  private readonly isPriced: (market: Market, mode: AccountMode) => boolean

  constructor(isPriced: OverdueSwaps['isPriced']) {
    this.isPriced = isPriced
  }

  add(position: Position, from: number): void {
    const { market, account } = position
    const key = `${account.mode} ${market.code}`
    const owing = this.byMarket.get(key) ?? { market, mode: account.mode, from: new Map(), soonest: from }
    this.byMarket.set(key, owing)
    owing.from.set(position, from)
    if (from < owing.soonest) owing.soonest = from
  }

  /** Takes out those that can be charged now, the oldest account first, and of one its oldest position. */
  take(now: number): Position[] {
    const found: Position[] = []
    for (const [key, owing] of this.byMarket) {
      if (owing.soonest > now || !this.isPriced(owing.market, owing.mode)) continue
      for (const position of takeReady(owing, now)) found.push(position)
      if (owing.from.size === 0) this.byMarket.delete(key)
    }
    return found.sort((a, b) => a.account.sequence - b.account.sequence || (a.sequence < b.sequence ? -1 : 1))
  }
}

function* takeReady(owing: Owing, now: number): Generator<Position> {
  owing.soonest = Number.POSITIVE_INFINITY
  for (const [position, from] of owing.from) {
    if (from > now) owing.soonest = Math.min(owing.soonest, from)
    else {
      owing.from.delete(position)
      yield position
    }
  }
}
