import { type Price, price } from '@candor/money'
import { withAddedSpread } from '@candor/rules'
import type { ExecutionPorts, ReportedFill, ReportedQuote } from './execution-context.ts'

const secondMs = 1_000
const spreadAdded = price('0.0002')

/** Quotes of a market, one a second: each is a tenth of a pip above or below the one before, by a pattern that repeats. */
export const quoteOf = (at: number): ReportedQuote => {
  const second = Math.floor(at / secondMs)
  const bid = (price('1.1') + BigInt((second * 7) % 11) * price('0.00001')) as Price
  const receivedAt = second * secondMs
  return {
    source: 'live',
    time: receivedAt,
    receivedAt,
    seq: second,
    bid,
    ask: (bid + price('0.0001')) as Price,
  }
}

/** Price of a quote on the terms of these fills. */
export const priceOf = (side: 'buy' | 'sell', quote: ReportedQuote): Price => {
  const { sellPrice, buyPrice } = withAddedSpread({ spreadAdded }, quote.bid, quote.ask)
  return side === 'buy' ? buyPrice : sellPrice
}

export interface MadeFills {
  readonly fills: number
  readonly customers: number
}

/** A customer's call that waited for the next quote. */
const callOf = (calledAt: number) =>
  ({ cause: 'call', called: { calledAt, dueAt: calledAt, freshMs: 200 }, level: null }) as const
/** A level that was reached. */
const atLevel = { cause: 'level', called: null, level: price('1.10015') } as const
const opening = { side: 'buy', event: 'open' } as const
const closing = { side: 'sell', event: 'close' } as const

/** Makes the fills of a day: openings and their closings, every fifth of them at a level. */
export function* fillsOf(day: string, { fills, customers }: MadeFills): Generator<ReportedFill> {
  const step = Math.floor(80_000_000 / Math.max(fills, 1))
  for (let n = 0; n < fills; n += 1) {
    const calledAt = Date.parse(day) + n * step + 300
    const quote = quoteOf(calledAt + secondMs)
    const traded = n % 2 === 0 ? opening : closing
    yield {
      ...traded,
      ...(n % 5 === 0 ? atLevel : callOf(calledAt)),
      ...{ quote, spreadAdded, code: n % 3 === 0 ? 'EURUSD' : 'GBPUSD' },
      userId: `customer ${n % customers}`,
      orderId: `order ${n >> 1}`,
      at: quote.receivedAt + 5,
      price: priceOf(traded.side, quote),
    }
  }
}

/** Ports over fills that are made by day; days that are not named have none. */
export function portsOver(
  days: Readonly<Record<string, MadeFills>>,
  sign: ExecutionPorts['sign'],
): ExecutionPorts {
  const none: MadeFills = { fills: 0, customers: 1 }
  return {
    sign,
    fills: {
      count: async (_reader, requested) => {
        const all = requested.flatMap((day) => [...fillsOf(day, days[day] ?? none)])
        return { fills: all.length, customers: new Set(all.map(({ userId }) => userId)).size }
      },
      read: async (day, take) => {
        let page: ReportedFill[] = []
        for (const fill of fillsOf(day, days[day] ?? none)) {
          page.push(fill)
          if (page.length < 500) continue
          await take(page)
          page = []
        }
        await take(page)
      },
      refusals: async () => [
        { market: 'EURUSD', call: 'buyContract', reason: 'unavailable:stale', response: 10_015, count: 3 },
      ],
    },
    quotes: {
      counts: 'real',
      upToNow: async () => undefined,
      newest: () => async (_code, moments) => moments.map(quoteOf),
    },
    conflict: async () => ({
      exposure: null,
      result: { prices: '0.000000', charges: '0.000000', trades: 0 },
      cover: null,
    }),
  }
}
