import type { BoardQuote } from '@candor/rules'

/**
 * Ensures that the quotes of a batch are stored before the batch is written: after a kill, no receipt then names a quote that was never
 * stored (ADR-184). Quotes that many batches share are requested once.
 */
export class QuoteWriteBarrier {
  private readonly storeAll: () => Promise<void>
  private readonly onFailure: (error: unknown) => void
  /** By market, the newest quote that is known to be kept. */
  private readonly through = new Map<string, number>()

  /**
   * `keep` brings every quote taken in so far to the database, in whichever process takes them in. `onFailure` hears of one that failed; unless it
   * throws, the batch is written all the same, and its receipts show what is missing.
   */
  constructor(storeAll: () => Promise<void>, onFailure: (error: unknown) => void) {
    this.storeAll = storeAll
    this.onFailure = onFailure
  }

  /** Resolves when these quotes are stored. */
  async ensure(quotes: Iterable<BoardQuote>): Promise<void> {
    const newer = new Map<string, number>()
    for (const { code, seq } of quotes)
      if (seq > (newer.get(code) ?? this.through.get(code) ?? -1)) newer.set(code, seq)
    if (newer.size === 0) return
    await this.all()
    for (const [code, seq] of newer) this.through.set(code, seq)
  }

  /** Resolves when every quote taken in so far is stored. */
  async all(): Promise<void> {
    await this.storeAll().catch(this.onFailure)
  }
}
