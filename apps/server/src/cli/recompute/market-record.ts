import { createHash } from 'node:crypto'
import { hourMs, minuteMs } from '@candor/rules/time-units.ts'

/** Quotes that a server publishes to everybody. Their signature was checked when they were read; everything else in them is doubted. */
export interface MarketRecord {
  /** Minutes of a market between two moments (epoch ms), in order. */
  ranges(code: string, span: 'minute', from: number, to: number): Promise<readonly CountedMinute[]>
  /** Every quote of the minute that holds a moment. */
  minute(code: string, at: number): Promise<ListedMinute>
}

/** A minute, or a part of one, as its signed range counts it. */
export interface CountedMinute {
  readonly from: number
  readonly first: number
  readonly last: number
  readonly count: number
  readonly content: string
  /** Null where none of its quotes could fill an order: of any source, and of a real one. */
  readonly any: unknown
  readonly real: unknown
}

interface ListedMinute {
  readonly code: string
  readonly from: number
  readonly over: boolean
  readonly lines?: readonly string[] | undefined
}

/** One published quote; prices in units of 10^-10. */
export interface RecordedQuote {
  readonly seq: number
  readonly madeAt: number
  readonly at: number
  readonly bid: bigint
  readonly ask: bigint
  /** True if it could fill an order of a real account. */
  readonly counts: boolean
}

const blockMs = 6 * hourMs
const heldMinutes = 64
const heldBlocks = 4

/** Reads one market of the record, each minute once as long as the moments that are asked for rise. */
export class RecordedMarket {
  /** Minutes whose quotes are not those that were counted. */
  readonly faults: string[] = []
  private readonly record: MarketRecord
  private readonly code: string
  private readonly counted: 'any' | 'real'
  private readonly minutes = new Map<number, readonly RecordedQuote[]>()
  private readonly blocks = new Map<number, readonly CountedMinute[]>()

  constructor(record: MarketRecord, code: string, counted: 'any' | 'real') {
    this.record = record
    this.code = code
    this.counted = counted
  }

  /** Returns the quotes of the minute that holds a moment. */
  async minute(at: number): Promise<readonly RecordedQuote[]> {
    const minute = Math.floor(at / minuteMs)
    const known = this.minutes.get(minute)
    if (known !== undefined) return known
    const listed = await this.record.minute(this.code, minute * minuteMs)
    const counted = (await this.countedIn(minute * minuteMs)).filter(({ from }) => from === minute * minuteMs)
    const fault = faultOf(listed, { code: this.code, minute, counted })
    if (fault !== null) this.faults.push(`${this.code}, ${momentOf(minute)}: ${fault}`)
    return hold(
      this.minutes,
      minute,
      (listed.lines ?? []).map((line) => this.read(line)),
      heldMinutes,
    )
  }

  /** Lists the quotes that could fill an order and were received between two moments, both included. */
  async fillersBetween(from: number, to: number): Promise<readonly RecordedQuote[]> {
    const found: RecordedQuote[] = []
    const [first, last] = [Math.floor(from / minuteMs), Math.floor(to / minuteMs)]
    for (let block = Math.floor(from / blockMs); block * blockMs <= to; block += 1)
      for (const minute of await this.fillerMinutes(block))
        if (minute >= first && minute <= last) found.push(...(await this.minute(minute * minuteMs)))
    return found.filter(({ counts, at }) => counts && at >= from && at <= to)
  }

  /** Lists the minutes of a block in which a quote could fill an order, each once. */
  private async fillerMinutes(block: number): Promise<readonly number[]> {
    const ranges = await this.countedIn(block * blockMs)
    return [
      ...new Set(
        ranges.filter((one) => one[this.counted] !== null).map(({ from }) => Math.floor(from / minuteMs)),
      ),
    ]
  }

  private async countedIn(at: number): Promise<readonly CountedMinute[]> {
    const block = Math.floor(at / blockMs)
    const known = this.blocks.get(block)
    if (known !== undefined) return known
    const from = block * blockMs
    return hold(
      this.blocks,
      block,
      await this.record.ranges(this.code, 'minute', from, from + blockMs - minuteMs),
      heldBlocks,
    )
  }

  private read(line: string): RecordedQuote {
    const [seq, source = '', time, receivedAt, bid = '', ask = '', judged] = line.split('|')
    const at = Number(receivedAt)
    return {
      seq: Number(seq),
      madeAt: source === 'live' ? Math.min(Number(time), at) : at,
      at,
      bid: BigInt(bid),
      ask: BigInt(ask),
      counts: judged === '2' && (this.counted === 'any' || source === 'live' || source === 'delayed'),
    }
  }
}

const seqOf = (line: string): number => Number(line.slice(0, line.indexOf('|')))

/** Compares the quotes of a minute with what its signed ranges count. Returns what differs; null: nothing does. */
function faultOf(
  { code: listedCode, from, over, lines = [] }: ListedMinute,
  {
    code,
    minute,
    counted,
  }: { readonly code: string; readonly minute: number; readonly counted: readonly CountedMinute[] },
): string | null {
  if (listedCode !== code || from !== minute * minuteMs) return 'the server answered with another minute'
  // Quotes are deleted after some weeks; their ranges may stay.
  if (lines.length === 0) return null
  let covered = 0
  for (const { first, last, count, content } of counted) {
    const own = lines.filter((line) => seqOf(line) >= first && seqOf(line) <= last)
    covered += own.length
    const hash = createHash('sha256').update(own.join('\n')).digest('hex')
    if (own.length !== count || hash !== content)
      return `its published quotes are not the ${count} that were counted from ${first} to ${last}`
  }
  return covered < lines.length && over
    ? `${lines.length - covered} of its published quotes were not counted`
    : null
}

const momentOf = (minute: number): string => new Date(minute * minuteMs).toISOString().slice(0, 16)

/** Keeps a value among the latest ones. */
function hold<V>(held: Map<number, V>, key: number, value: V, most: number): V {
  const [oldest] = held.keys()
  if (held.size >= most && oldest !== undefined) held.delete(oldest)
  held.set(key, value)
  return value
}
