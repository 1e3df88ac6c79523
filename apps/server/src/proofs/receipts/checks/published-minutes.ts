import { setTimeout as sleep } from 'node:timers/promises'
import type { MinuteQuotesDocument, QuoteRangeShown } from '@candor/contract'
import type { Price } from '@candor/money'
import type { QuoteSource, StoredQuote } from '@candor/rules'
import { minuteMs } from '@candor/rules/time-units.ts'

/** Quotes that an installation publishes, each response under its signature. */
export interface PublishedQuotes {
  /** Ranges between two moments (epoch ms), in order. */
  ranges(code: string, span: 'minute' | 'hour', from: number, to: number): Promise<readonly QuoteRangeShown[]>
  /** Of the minute that holds a moment. */
  minute(code: string, at: number): Promise<MinuteQuotesDocument>
}

/** Maximum age of a response about an unfinished minute: what it lacks may be published by now. */
export const formingMs = 1_500
export const maxRequests = 4

interface PublishedMinute {
  readonly over: boolean
  readonly quotes: readonly StoredQuote[]
}

/** The published quotes of minutes. Each minute is requested once, as long as it contains the wanted quotes. */
export class PublishedMinutes {
  private readonly published: PublishedQuotes
  private readonly requests = new Map<string, Promise<PublishedMinute>>()

  constructor(published: PublishedQuotes) {
    this.published = published
  }

  async of(code: string, at: number): Promise<readonly StoredQuote[]> {
    return (await this.minute(code, at)).quotes
  }

  /** Returns the minute that holds a moment, with all quotes up to a number. Requests it again while it still forms and lacks that one. */
  async upTo(code: string, at: number, seq: number): Promise<readonly StoredQuote[]> {
    for (let times = 1; ; times += 1) {
      const { over, quotes } = await this.minute(code, at)
      if (over || times === maxRequests || quotes.some((one) => one.seq >= seq)) return quotes
      await sleep(formingMs)
      this.requests.delete(keyOf(code, at))
    }
  }

  private minute(code: string, at: number): Promise<PublishedMinute> {
    const key = keyOf(code, at)
    const found =
      this.requests.get(key) ??
      this.published
        .minute(code, at)
        .then(({ over, lines = [] }) => ({ over, quotes: lines.map((line) => readLine(code, line)) }))
    this.requests.set(key, found)
    return found
  }
}

const keyOf = (code: string, at: number): string => `${code} ${Math.floor(at / minuteMs)}`

function readLine(code: string, line: string): StoredQuote {
  const [seq, source, time, receivedAt, bid, ask, judged] = line.split('|')
  return {
    code,
    seq: Number(seq),
    source: source as QuoteSource,
    time: Number(time),
    receivedAt: Number(receivedAt),
    bid: BigInt(bid ?? '') as Price,
    ask: BigInt(ask ?? '') as Price,
    judged: Number(judged) as StoredQuote['judged'],
  }
}
