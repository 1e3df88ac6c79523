import { basename } from 'node:path'
import { type CandleBar, candleOpenTime, type IntervalName, intervalMs, intervalNames } from '@candor/rules'
import type { CsvLines } from '../feeds/replay/csv-lines.ts'
import { type CandleFile, candleDecimals, continued, type ImportFile, type RowCounts } from './candle-file.ts'
import { ImportError } from './import-error.ts'
import { cellsOf, type OhlcvColumns, readHeader } from './ohlcv-columns.ts'
import { readTime } from './read-time.ts'

/** A row of a file: its candle, and its line for messages. */
interface Row {
  readonly bar: CandleBar
  readonly line: number
}

/** Candles of a file with a header and one candle a row. The interval is the one asked for, the one in its name, or the shortest step of its first rows. */
export async function readOhlcvFile(
  file: ImportFile,
  header: string,
  lines: AsyncGenerator<CsvLines>,
): Promise<CandleFile> {
  const columns = readHeader(header)
  if ('missing' in columns)
    throw new ImportError(
      file.path,
      1,
      `the header is neither time_ms,bid,ask nor time,open,high,low,close,volume: there is no ${columns.missing}`,
    )
  const rows = rowsOf(file, columns, lines)
  const ahead: Row[][] = []
  while (ahead.flat().length < 2) {
    const { done, value } = await rows.next()
    if (done === true) break
    ahead.push(value)
  }
  const interval = file.interval ?? namedInterval(file.path) ?? deducedInterval(file, ahead.flat())
  const counts = { rows: 0, leftOut: 0 }
  const candles = checkedCandles({ file, interval, counts }, continued(ahead, rows))
  return { format: 'ohlcv', interval, candles, counts }
}

async function* rowsOf(file: ImportFile, columns: OhlcvColumns, lines: AsyncGenerator<CsvLines>) {
  for await (const { first, lines: texts } of lines) {
    const rows: Row[] = []
    for (const [index, text] of texts.entries()) {
      const line = first + index
      if (text === '' || line === 1) continue
      const bar = readBar(file, columns, text)
      if (typeof bar === 'string') throw new ImportError(file.path, line, bar)
      rows.push({ bar, line })
    }
    yield rows
  }
}

/** The candle of a row, or why it is none. */
function readBar({ market }: ImportFile, columns: OhlcvColumns, text: string): CandleBar | string {
  const cells = cellsOf(text)
  const cell = (place: number) => cells[place] ?? ''
  const openTime = readTime(cell(columns.time))
  if (openTime === null) return `“${cell(columns.time)}” is no time: ISO, or epoch seconds or ms`
  const decimals = candleDecimals(market)
  const read = (name: 'open' | 'high' | 'low' | 'close') => readNumber(cell(columns[name]), decimals)
  const [open, high, low, close] = [read('open'), read('high'), read('low'), read('close')]
  const problem = Object.entries({ open, high, low, close }).find(([, value]) => typeof value === 'string')
  if (problem !== undefined) return `its ${problem[0]} ${problem[1]}`
  const volume = columns.volume === null ? 0 : readVolume(cell(columns.volume))
  if (volume === null) return 'its volume is no number from zero on'
  return { openTime, open: Number(open), high: Number(high), low: Number(low), close: Number(close), volume }
}

/** A price above zero, or why it is none; zeros at the end are no decimals. */
function readNumber(text: string, decimals: number): number | string {
  const found = /^\d{1,15}(?:\.(\d*?)0*)?$/.exec(text)
  if (found === null) return `“${text}” is no number`
  if ((found[1] ?? '').length > decimals) return `${text} has more than ${decimals} decimals`
  const value = Number(text)
  return value > 0 ? value : 'is not above zero'
}

/** A missing volume is none. */
function readVolume(text: string): number | null {
  if (text === '') return 0
  const value = /^\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : null
}

interface Checked {
  readonly file: ImportFile
  readonly interval: IntervalName
  readonly counts: RowCounts
}

async function* checkedCandles(
  checked: Checked,
  rows: AsyncGenerator<readonly Row[]>,
): AsyncGenerator<readonly CandleBar[]> {
  let last: Row | null = null
  for await (const batch of rows) {
    for (const row of batch) {
      const problem = problemOf(checked, row.bar, last)
      if (problem !== null) throw new ImportError(checked.file.path, row.line, problem)
      last = row
    }
    checked.counts.rows += batch.length
    yield batch.map(({ bar }) => bar)
  }
}

/** Reports why a row cannot follow another; null: it can. */
function problemOf({ file, interval }: Checked, bar: CandleBar, last: Row | null): string | null {
  const { openTime, open, high, low, close } = bar
  if (high < Math.max(open, close)) return 'its high lies below its open or close'
  if (low > Math.min(open, close)) return 'its low lies above its open or close'
  if (openTime <= 0) return 'has a time before 1970'
  if (openTime > file.now) return 'lies in the future'
  return orderProblem(openTime, last) ?? placeProblem(openTime, interval)
}

function orderProblem(openTime: number, last: Row | null): string | null {
  if (last === null || openTime > last.bar.openTime) return null
  return openTime === last.bar.openTime
    ? `has the time of line ${last.line} again`
    : 'is earlier than the line before it'
}

function placeProblem(openTime: number, interval: IntervalName): string | null {
  if (candleOpenTime(interval, openTime) === openTime) return null
  const hint = interval === '1w' ? ': weeks open on Monday' : ''
  return `no ${interval} candle opens at ${new Date(openTime).toISOString()}${hint}`
}

/** The interval that a file's name states, such as `BTCUSDT.1h.csv`. */
function namedInterval(path: string): IntervalName | null {
  const parts = basename(path).split(/[._-]/)
  return intervalNames.find((interval) => parts.includes(interval)) ?? null
}

function deducedInterval({ path }: ImportFile, rows: readonly Row[]): IntervalName {
  const times = rows.map(({ bar }) => bar.openTime)
  // Rows in the wrong order are refused with their line, later.
  const steps = times.slice(1).map((time, index) => Math.abs(time - (times[index] ?? time)))
  const shortest = Math.min(...steps.filter((step) => step > 0))
  const found = intervalNames.find((interval) => intervalMs[interval] === shortest)
  if (found === undefined)
    throw new ImportError(path, null, 'the rows do not say how long a candle is: pass --interval')
  return found
}
