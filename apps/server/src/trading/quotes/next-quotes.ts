import type { BoardQuote } from '@candor/rules'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'

/** The same number as a board retains. */
const searched = 64

/**
 * The quote right after each one that trading used, tradable or not: the neighbour that a receipt shows on the other side (trust T6). After
 * a recording's last quote, or the last before a restart, there is none.
 */
export class NextQuotes {
  private readonly board: PriceBoard
  private readonly keep: (quote: BoardQuote) => void
  /** By market, the number that is waited for. */
  private readonly awaited = new Map<string, number>()
  /** Looked up and being taken now: by market and number. */
  private missed: ReadonlyMap<string, BoardQuote> = new Map()

  constructor(board: PriceBoard, keep: (quote: BoardQuote) => void) {
    this.board = board
    this.keep = keep
  }

  /** Quotes that never came to the board and are taken next. */
  know(missed: readonly BoardQuote[]): void {
    this.missed = new Map(missed.map((quote) => [keyOf(quote.code, quote.seq), quote]))
  }

  /** Registers a quote that trading used. A newer one that is not tradable may have arrived already. */
  used({ code, seq }: BoardQuote): void {
    if (this.board.latest(code)?.seq === seq) {
      this.awaited.set(code, seq + 1)
      return
    }
    const next =
      this.missed.get(keyOf(code, seq + 1)) ??
      this.board.recent(code, searched).find((quote) => quote.seq === seq + 1)
    if (next !== undefined) this.keep(next)
  }

  offered(quote: BoardQuote): void {
    if (this.awaited.get(quote.code) !== quote.seq) return
    this.awaited.delete(quote.code)
    this.keep(quote)
  }
}

const keyOf = (code: string, seq: number): string => `${code} ${seq}`
