import type { CandleBar, IntervalName, Market } from '@candor/rules'
import { type CsvLines, readCsvLines } from '../feeds/replay/csv-lines.ts'
import { ImportError } from './import-error.ts'

/** A file to import, and what its rows are checked against. */
export interface ImportFile {
  readonly path: string
  readonly market: Market
  /** Length of its candles; null: as its name or its rows say. */
  readonly interval: IntervalName | null
  /** No row may be later than this, epoch ms. */
  readonly now: number
}

/** Rows read so far of a file. */
export interface RowCounts {
  rows: number
  /** Quotes left out because their spread is too wide for trading. */
  leftOut: number
}

/** Candles of one file in the order of their times, read while they are taken. */
export interface CandleFile {
  readonly format: 'quotes' | 'ohlcv'
  readonly interval: IntervalName
  readonly candles: AsyncIterable<readonly CandleBar[]>
  readonly counts: RowCounts
}

/** Decimals of a candle's prices: a mid of two prices has one more than the prices. */
export const candleDecimals = ({ digits }: Market): number => digits + 1

/** Lines of a file, whose reading fails with an `ImportError`. */
export async function* linesOf(path: string): AsyncGenerator<CsvLines> {
  try {
    yield* readCsvLines(path)
  } catch (error) {
    if (error instanceof ImportError) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    const packed = code.startsWith('Z_')
    throw new ImportError(path, null, packed ? `cannot be unpacked (${code})` : `cannot be read (${code})`)
  }
}

/** Yields the items of a generator after those that were read ahead of it, and closes it at the end. */
export async function* continued<Item>(ahead: readonly Item[], rest: AsyncGenerator<Item>) {
  try {
    yield* ahead
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
