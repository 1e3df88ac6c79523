import type { KeptBefore } from '../markets/kept-before.ts'
import type { PositionBook } from './book.ts'
import type { KeptPeak } from './open-orders-store.ts'
import type { OrdersStore } from './orders-store.ts'

/**
 * Best prices of trailing stops on their way to the database, once a second and at the end: a restart then knows how far
 * each stop had followed, to within a second. The quotes that set them are stored first: a receipt shows how far a stop had followed.
 */
export class TrailPeaks {
  private readonly book: PositionBook
  private readonly store: OrdersStore
  private readonly keptBefore: KeptBefore | null
  private unwritten: KeptPeak[] = []
  private writing = false

  /** Without `keptBefore` there is no quote store. */
  constructor(book: PositionBook, store: OrdersStore, keptBefore: KeptBefore | null) {
    this.book = book
    this.store = store
    this.keptBefore = keptBefore
  }

  async write(): Promise<void> {
    for (const { code, mode, stops } of this.book.levels.allTrailing())
      for (const { through, best } of stops.takePeaks())
        this.unwritten.push({ code, mode, direction: stops.direction, through, best })
    if (this.writing || this.unwritten.length === 0) return
    this.writing = true
    const peaks = this.unwritten
    this.unwritten = []
    try {
      await this.keptBefore?.all()
      await this.store.openOrders.keepPeaks(peaks)
    } catch (error) {
      this.unwritten = [...peaks, ...this.unwritten]
      throw error
    } finally {
      this.writing = false
    }
  }
}
