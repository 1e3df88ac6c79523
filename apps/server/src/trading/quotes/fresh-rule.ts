import type { FreshLimits } from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Json } from '../../platform/json.ts'
import { FreshPrices, longestWaitMs, type MarketCall } from './fresh-prices.ts'
import { QuoteArrivals } from './quote-arrivals.ts'
import { WaitingPlaces } from './waiting-places.ts'

/** Source of the present time and limits. */
interface RuleContext {
  readonly clock: Clock
  readonly parameters: { value(key: 'quotes.freshCryptoMs' | 'quotes.freshOthersMs'): Promise<Json> }
}

/** Limits the age of the price that a customer's call fills at. */
export class FreshRule {
  /** Places of calls that wait. */
  readonly places = new WaitingPlaces()
  private readonly arrivals: QuoteArrivals
  private readonly limits: () => Promise<FreshLimits>
  private readonly waitMs: number
  private readonly now: () => number

  /** Create it once the engine listens to the board. `waitMs`: longest wait of a call. */
  constructor({ parameters, clock }: RuleContext, board: PriceBoard, waitMs = longestWaitMs) {
    this.waitMs = waitMs
    this.now = () => clock.now()
    this.arrivals = new QuoteArrivals(board)
    this.limits = async () => ({
      cryptoMs: Number(await parameters.value('quotes.freshCryptoMs')),
      othersMs: Number(await parameters.value('quotes.freshOthersMs')),
    })
  }

  /** Returns the rule as it applies to one call. */
  async forCall(call: MarketCall): Promise<FreshPrices> {
    const { arrivals, waitMs, now } = this
    return new FreshPrices(call, { arrivals, waitMs, now, limits: await this.limits() })
  }

  /** Listens no more: calls that wait look once more, and are then refused when their time is over. */
  close(): void {
    this.arrivals.close()
  }
}
