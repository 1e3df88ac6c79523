import type { QuoteSource } from '@candor/rules'
import type { CandleKeeper } from '../candles/candle-keeper.ts'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import type { FeedSink } from './feed.ts'

export interface QuoteReceivers {
  readonly board: MemoryPriceBoard
  readonly candles: CandleKeeper
  /** Called when a recording starts again from its beginning. */
  readonly onRestart: ((code: string) => void) | undefined
  readonly onFailure: (error: unknown) => void
}

/** Receives what a feed sends. Every price enters the server here: the board numbers, judges and shows it, and tells the others of it. */
export function receiveQuotes({ board, candles, onRestart, onFailure }: QuoteReceivers): FeedSink {
  return {
    offer: (quote) => board.offer(quote),
    restart: (code: string, source: QuoteSource) => {
      board.restartRecording(code)
      onRestart?.(code)
      candles.restartRecording(code, source).catch(onFailure)
    },
  }
}
