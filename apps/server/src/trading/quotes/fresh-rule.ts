import type { FreshLimits } from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Json } from '../../platform/json.ts'
import { FreshPrices, longestWaitMs, type MarketCall } from './fresh-prices.ts'
import { QuoteArrivals } from './quote-arrivals.ts'

/** Source of the present limits. */
interface ParametersContext {
  readonly parameters: { value(key: 'quotes.freshCryptoMs' | 'quotes.freshOthersMs'): Promise<Json> }
}

/** Limits the age of the price that a customer's call fills at. */
export class FreshRule {
  private readonly arrivals: QuoteArrivals
  private readonly limits: () => Promise<FreshLimits>
  private readonly waitMs: number

  /** Create it once the engine listens to the board. `waitMs`: longest wait of a call. */
  constructor({ parameters }: ParametersContext, board: PriceBoard, waitMs = longestWaitMs) {
    this.waitMs = waitMs
    this.arrivals = new QuoteArrivals(board)
    this.limits = async () => ({
      cryptoMs: Number(await parameters.value('quotes.freshCryptoMs')),
      othersMs: Number(await parameters.value('quotes.freshOthersMs')),
    })
  }

  /** Returns the rule as it applies to one call. */
  async forCall(call: MarketCall): Promise<FreshPrices> {
    const { arrivals, waitMs } = this
    return new FreshPrices(call, { arrivals, waitMs, limits: await this.limits() })
  }

  /** Listens no more: calls that wait look once more, and are then refused when their time is over. */
  close(): void {
    this.arrivals.close()
  }
}
