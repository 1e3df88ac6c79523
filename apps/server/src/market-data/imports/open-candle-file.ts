import { recordingHeader } from '../feeds/replay/recording.ts'
import { type CandleFile, continued, type ImportFile, linesOf } from './candle-file.ts'
import { readOhlcvFile } from './read-ohlcv.ts'
import { readQuoteFile } from './read-quotes.ts'

/** Opens a file of quotes or of candles; its first line says which. */
export async function openCandleFile(file: ImportFile): Promise<CandleFile> {
  const lines = linesOf(file.path)
  const begun = await lines.next()
  const ahead = begun.done === true ? [] : [begun.value]
  const header = ahead[0]?.lines[0] ?? ''
  const all = continued(ahead, lines)
  return header === recordingHeader ? readQuoteFile(file, all) : readOhlcvFile(file, header, all)
}
