import type { PositionBook } from './book.ts'
import type { KeptPeak } from './open-orders-store.ts'
import type { OrdersStore } from './orders-store.ts'

/**
 * Best prices of trailing stops on their way to the database, once a second and at the end: a restart then knows how far
 * each stop had followed, to within a second.
 */
export class TrailPeaks {
  private readonly book: PositionBook
  private readonly store: OrdersStore
  private unwritten: KeptPeak[] = []
  private writing = false

  constructor(book: PositionBook, store: OrdersStore) {
    this.book = book
    this.store = store
  }

  async write(): Promise<void> {
    for (const { code, mode, stops } of this.book.allTrailing())
      for (const { through, best } of stops.takePeaks())
        this.unwritten.push({ code, mode, direction: stops.direction, through, best })
    if (this.writing || this.unwritten.length === 0) return
    this.writing = true
    const peaks = this.unwritten
    this.unwritten = []
    try {
      await this.store.openOrders.keepPeaks(peaks)
    } catch (error) {
      this.unwritten = [...peaks, ...this.unwritten]
      throw error
    } finally {
      this.writing = false
    }
  }
}
