import type { QuoteWriteBarrier } from '../../market-data/history/quote-write-barrier.ts'
import type { PositionBook } from '../engine/book.ts'
import type { RecordedPeak } from '../orders/open-orders-store.ts'
import type { OrdersStore } from '../orders/orders-store.ts'

/**
 * Writes the best prices of trailing stops once a second and at the end, so that a restart knows how far each stop had followed, to within a
 * second. The quotes that set them are stored first, because a receipt shows how far a stop had followed.
 */
export class TrailPeaks {
  private readonly book: PositionBook
  private readonly store: OrdersStore
  private readonly quoteBarrier: QuoteWriteBarrier | null
  private unwritten: RecordedPeak[] = []

  /** Without `quoteBarrier` there is no quote store. */
  constructor(book: PositionBook, store: OrdersStore, quoteBarrier: QuoteWriteBarrier | null) {
    this.book = book
    this.store = store
    this.quoteBarrier = quoteBarrier
  }

  /** Writes them alone, where the engine's progress is not stored (see `MissedQuotes.write`). */
  write(): Promise<void> {
    return this.writeBy(async (peaks) => {
      if (peaks.length > 0) await this.store.openOrders.keepPeaks(peaks)
    })
  }

  /** Has the best prices of this moment written, once the quotes that set them are; those that could not be go with the next. */
  async writeBy(write: (peaks: readonly RecordedPeak[]) => Promise<void>): Promise<void> {
    for (const { code, mode, stops } of this.book.levels.allTrailing())
      for (const { through, best } of stops.takePeaks())
        this.unwritten.push({ code, mode, direction: stops.direction, through, best })
    const peaks = this.unwritten
    this.unwritten = []
    try {
      if (peaks.length > 0) await this.quoteBarrier?.all()
      await write(peaks)
      await this.store.openOrders.dropCovered(peaks)
    } catch (error) {
      this.unwritten = [...peaks, ...this.unwritten]
      throw error
    }
  }

  /** Best prices wait to be written. */
  get waits(): boolean {
    return this.unwritten.length > 0
  }
}
