import { quoteLine, rangeOfQuotes, type StoredQuote, shownRange } from '@candor/rules'
import { minuteMs } from '@candor/rules/time-units.ts'
import { sha256 } from '../../platform/sha256.ts'
import { quoteOf } from './test-fills.ts'

const secondMs = 1_000

/** One quote a second of a market, as the made fills name them. */
function quotesOf(code: string, minute: number): StoredQuote[] {
  const seconds = Array.from({ length: 60 }, (_, second) => minute * minuteMs + second * secondMs)
  return seconds.map((at) => ({ ...quoteOf(at), code, judged: 2 }))
}

/** Changes of what is published of a minute's quotes: before its range counts them, and after it. */
export interface RecordFaults {
  readonly received?: (quotes: readonly StoredQuote[]) => readonly StoredQuote[]
  readonly published?: (lines: readonly string[]) => readonly string[]
}

/** The record that an honest server publishes of the made quotes, unless a fault changes it. */
export function recordOfMade({
  received = (quotes) => quotes,
  published = (lines) => lines,
}: RecordFaults = {}) {
  return {
    ranges: async (code: string, span: 'minute', from: number, to: number) => {
      const ranges = []
      for (let minute = from / minuteMs; minute * minuteMs <= to; minute += 1) {
        const quotes = received(quotesOf(code, minute))
        if (quotes.length > 0)
          ranges.push(shownRange(rangeOfQuotes({ code, span, minute }, quotes, sha256), sha256))
      }
      return ranges
    },
    minute: async (code: string, at: number) => {
      const minute = Math.floor(at / minuteMs)
      const lines = published(received(quotesOf(code, minute)).map(quoteLine))
      return { code, from: minute * minuteMs, over: true, lines }
    },
  }
}
