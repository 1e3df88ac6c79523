import type { FreshLimits } from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { ServerContext } from '../../module.ts'
import { FreshPrices, type FreshPricesOptions, longestWaitMs } from './fresh-prices.ts'
import { QuoteArrivals } from './quote-arrivals.ts'

/** How old a price may be that a customer's call fills at. */
export class FreshRule {
  private readonly arrivals: QuoteArrivals
  private readonly limits: () => Promise<FreshLimits>
  private readonly waitMs: number

  /** Create it once the engine listens to the board. `waitMs`: longest wait of a call. */
  constructor({ parameters }: Pick<ServerContext, 'parameters'>, board: PriceBoard, waitMs = longestWaitMs) {
    this.waitMs = waitMs
    this.arrivals = new QuoteArrivals(board)
    this.limits = async () => ({
      cryptoMs: Number(await parameters.value('quotes.freshCryptoMs')),
      othersMs: Number(await parameters.value('quotes.freshOthersMs')),
    })
  }

  /** Returns the rule as it applies to one call. */
  async forCall(call: Omit<FreshPricesOptions, 'arrivals' | 'limits' | 'waitMs'>): Promise<FreshPrices> {
    const { arrivals, waitMs } = this
    return new FreshPrices({ ...call, arrivals, waitMs, limits: await this.limits() })
  }

  /** Ends it; calls that wait are decided at once. */
  close(): void {
    this.arrivals.close()
  }
}
