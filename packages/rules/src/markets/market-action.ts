import type { Price } from '@candor/money'
import type { SplitRatio } from '../orders/adjustments.ts'

interface OfMarket {
  readonly id: string
  readonly code: string
  /** The time at which it takes effect, epoch ms. */
  readonly at: number
}

/** An event that changes a whole market, apart from trading. */
export type MarketAction =
  | (OfMarket & {
      readonly kind: 'dividend' /** In the quote currency, for one unit of the base. */
      readonly amount: Price
    })
  | (OfMarket & { readonly kind: 'split'; readonly ratio: SplitRatio })
  | (OfMarket & { readonly kind: 'roll' /** Delivery months. */; readonly from: string; readonly to: string })

/** A dividend that was paid, for one unit: quotes received up to its moment, epoch ms, still contain its amount. */
export interface PaidDividend {
  readonly at: number
  readonly amount: Price
}

/** An action that is neither carried out nor cancelled. */
export type ScheduledAction = MarketAction & {
  /** Its moment came and it could not be carried out. Absent: no. */
  readonly isPutOff?: boolean
}

const rank: Readonly<Record<MarketAction['kind'], number>> = { dividend: 0, split: 1, roll: 2 }

/**
 * Orders events of one moment: a dividend is paid on the shares held before a split of that moment. Expiries of waiting
 * orders and the night's swap come before all of them.
 */
export const byMoment = (a: MarketAction, b: MarketAction): number =>
  a.at - b.at || rank[a.kind] - rank[b.kind] || (a.id < b.id ? -1 : 1)
