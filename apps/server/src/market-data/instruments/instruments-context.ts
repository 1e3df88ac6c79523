import type { ServerContext } from '../../module.ts'
import type { SignDocument } from '../history/stored-quotes.ts'
import type { MemoryPriceBoard } from '../price-board/memory-price-board.ts'

export interface InstrumentsPorts {
  readonly board: MemoryPriceBoard
  readonly sign: SignDocument
}

/** Context of this module's functions. */
export interface InstrumentsContext extends ServerContext, InstrumentsPorts {}
