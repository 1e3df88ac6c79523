type ColumnName = 'time' | 'open' | 'high' | 'low' | 'close' | 'volume'

/** Names of the columns that are read, as exchanges and charting programs write them; others are skipped. */
const columnNames: Readonly<Record<ColumnName, readonly string[]>> = {
  time: ['time', 'timestamp', 'date', 'datetime', 'open time', 'open_time', 'unix'],
  open: ['open', 'o'],
  high: ['high', 'h'],
  low: ['low', 'l'],
  close: ['close', 'c'],
  volume: ['volume', 'vol', 'v'],
}

/** Places of the columns in a row; a file need not have a volume. */
export type OhlcvColumns = Readonly<Record<Exclude<ColumnName, 'volume'>, number>> & {
  readonly volume: number | null
}

/** Reads the header of a file of candles; the missing column's name if there is one. */
export function readHeader(line: string): OhlcvColumns | { readonly missing: string } {
  const cells = cellsOf(withoutMark(line)).map((cell) => cell.toLowerCase())
  const place = (name: ColumnName) => cells.findIndex((cell) => columnNames[name].includes(cell))
  const [time, open, high, low, close] = [
    place('time'),
    place('open'),
    place('high'),
    place('low'),
    place('close'),
  ]
  const missing = Object.entries({ time, open, high, low, close }).find(([, at]) => at < 0)
  if (missing !== undefined) return { missing: missing[0] }
  const volume = place('volume')
  return { time, open, high, low, close, volume: volume < 0 ? null : volume }
}

/** Cells of a row, without blanks and quotation marks around them. */
export const cellsOf = (line: string): string[] =>
  line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))

/** Byte order mark of UTF-8, read byte by byte. */
const withoutMark = (line: string): string => (line.startsWith('\u00ef\u00bb\u00bf') ? line.slice(3) : line)
