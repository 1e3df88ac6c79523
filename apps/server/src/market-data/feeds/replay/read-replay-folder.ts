import { marketByCode, type Quote } from '@candor/rules'
import { openReplayFolder, type Recording, readRecording } from './recording.ts'

export interface ReplayedQuote {
  readonly quote: Quote
  /** True for the last row of this market in the folder. */
  readonly last: boolean
}

/** One recording, read a row ahead so that the last row is known as such. */
class Reader {
  readonly code: string
  private readonly batches: AsyncGenerator<readonly Quote[]>
  private batch: readonly Quote[] = []
  private at = 0
  private nextBatch: readonly Quote[] | null = []

  constructor(recording: Recording) {
    this.code = recording.code
    this.batches = readRecording(recording)
  }

  get head(): Quote | null {
    return this.batch[this.at] ?? null
  }

  /** True when no row follows the head. */
  get atLast(): boolean {
    return this.at === this.batch.length - 1 && this.nextBatch === null
  }

  /** The row after the head becomes the head; false when more has to be read first (see `fill`). */
  advance(): boolean {
    this.at += 1
    return this.at < this.batch.length
  }

  async fill(): Promise<void> {
    this.batch = this.nextBatch ?? []
    this.at = 0
    this.nextBatch = await this.read()
    if (this.batch.length === 0 && this.nextBatch !== null) await this.fill()
  }

  async close(): Promise<void> {
    await this.batches.return(undefined)
  }

  private async read(): Promise<readonly Quote[] | null> {
    const result = await this.batches.next()
    return result.done === true ? null : result.value
  }
}

function earliest(readers: readonly Reader[]): { reader: Reader; head: Quote } | null {
  let first: { reader: Reader; head: Quote } | null = null
  for (const reader of readers) {
    const { head } = reader
    if (head !== null && (first === null || before(head, first.head))) first = { reader, head }
  }
  return first
}

/** A replayed day has no installation: its markets are the product's own. */
export const isProductMarket = (code: string): boolean => marketByCode(code) !== null

const before = (a: Quote, b: Quote) => a.time < b.time || (a.time === b.time && a.code < b.code)

/**
 * Every quote of a replay folder, merged by time, then code, then row (rulebook, Replay). Streams: it holds two
 * unpacked pieces of each file, whatever their length. Rows of one market keep their order in the file even where
 * their times do not rise.
 */
export async function* readReplayFolder(dir: string): AsyncGenerator<ReplayedQuote> {
  const { recordings } = await openReplayFolder(dir, isProductMarket)
  const readers = recordings.map((recording) => new Reader(recording))
  try {
    for (const reader of readers) await reader.fill()
    for (let first = earliest(readers); first !== null; first = earliest(readers)) {
      yield { quote: first.head, last: first.reader.atLast }
      if (!first.reader.advance()) await first.reader.fill()
    }
  } finally {
    for (const reader of readers) await reader.close()
  }
}
