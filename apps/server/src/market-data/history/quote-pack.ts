import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Price } from '@candor/money'
import type { QuoteSource, StoredQuote } from '@candor/rules'
import { PackReader, PackWriter } from '../packed-numbers.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

const plain = 1
const brotli = 2
const sources: readonly QuoteSource[] = ['live', 'delayed', 'replay', 'simulated']

/** Zeros that every price ends with, in units of 10^-10: most markets have five digits or fewer. */
function sharedZeros(quotes: readonly StoredQuote[]): number {
  let zeros = 10
  for (const { bid, ask } of quotes)
    while (zeros > 0 && (bid % 10n ** BigInt(zeros) !== 0n || ask % 10n ** BigInt(zeros) !== 0n)) zeros -= 1
  return zeros
}

/** Judgement and source rarely change: written as runs. */
function writeLabels(writer: PackWriter, quotes: readonly StoredQuote[]): void {
  const label = ({ judged, source }: StoredQuote) => judged * sources.length + sources.indexOf(source)
  for (let from = 0; from < quotes.length; ) {
    const value = label(quotes[from] as StoredQuote)
    let to = from + 1
    while (to < quotes.length && label(quotes[to] as StoredQuote) === value) to += 1
    writer.count(to - from)
    writer.byte(value)
    from = to
  }
}

/** Packs consecutive quotes of one market: differences to the quote before, field by field. */
export function packPlain(quotes: readonly StoredQuote[]): Buffer {
  const writer = new PackWriter()
  const [first] = quotes
  writer.byte(plain)
  writer.count(quotes.length)
  writer.count(first?.seq ?? 0)
  const zeros = sharedZeros(quotes)
  writer.byte(zeros)
  writeLabels(writer, quotes)
  let received = 0
  for (const quote of quotes) {
    writer.signed(quote.receivedAt - received)
    received = quote.receivedAt
  }
  let lag = 0
  for (const quote of quotes) {
    writer.signed(quote.receivedAt - quote.time - lag)
    lag = quote.receivedAt - quote.time
  }
  const unit = 10n ** BigInt(zeros)
  let bid = 0n
  for (const quote of quotes) {
    writer.big(quote.bid / unit - bid)
    bid = quote.bid / unit
  }
  let spread = 0n
  for (const quote of quotes) {
    writer.big((quote.ask - quote.bid) / unit - spread)
    spread = (quote.ask - quote.bid) / unit
  }
  return writer.done()
}

/** Packs a finished minute; compressed off the event loop, and only where that makes it smaller. */
export async function packMinute(quotes: readonly StoredQuote[]): Promise<Buffer> {
  const packed = packPlain(quotes)
  const body = packed.subarray(1)
  const smaller = await compress(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
  return smaller.length < body.length ? Buffer.concat([Buffer.from([brotli]), smaller]) : packed
}

export async function unpack(code: string, packed: Buffer): Promise<StoredQuote[]> {
  const body = packed.subarray(1)
  const reader = new PackReader(packed[0] === brotli ? await decompress(body) : body)
  const count = reader.count()
  const first = reader.count()
  const unit = 10n ** BigInt(reader.byte())
  const labels: number[] = []
  while (labels.length < count) {
    const run = reader.count()
    const value = reader.byte()
    for (let n = 0; n < run; n++) labels.push(value)
  }
  const running = (next: () => number): number[] => {
    let value = 0
    return labels.map(() => {
      value += next()
      return value
    })
  }
  const runningBig = (): bigint[] => {
    let value = 0n
    return labels.map(() => {
      value += reader.big()
      return value
    })
  }
  const received = running(() => reader.signed())
  const lags = running(() => reader.signed())
  const bids = runningBig()
  const spreads = runningBig()
  return labels.map((label, at) => {
    const bid = (bids[at] ?? 0n) * unit
    return {
      code,
      seq: first + at,
      bid: bid as Price,
      ask: (bid + (spreads[at] ?? 0n) * unit) as Price,
      time: (received[at] ?? 0) - (lags[at] ?? 0),
      receivedAt: received[at] ?? 0,
      source: sources[label % sources.length] as QuoteSource,
      judged: Math.floor(label / sources.length) as StoredQuote['judged'],
    }
  })
}
