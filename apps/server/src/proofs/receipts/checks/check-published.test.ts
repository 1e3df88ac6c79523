import { expect, test } from 'vitest'
import { checkPublished } from './check-published.ts'
import { checkSwapQuotes } from './check-swap-quotes.ts'
import type { PublishedQuotes } from './published-minutes.ts'

const minute = 29_000_000
const at = minute * 60_000

/** A receipt that rests on the second of two quotes of one minute. */
const receipt = {
  order: { code: 'EURUSD' },
  events: [
    { at: at + 2_000, quote: { code: 'EURUSD', seq: 8, receivedAt: at + 2_000, bid: '1.1', ask: '1.2' } },
  ],
}
const [first, second] = [7, 8].map(
  (seq) => `${seq}|simulated|${at + seq}|${at + (seq - 6) * 1_000}|11000000000|12000000000|1`,
) as [string, string]

/** An installation that answers about the minute with one of these after the other, then with the last for good. */
function publishing(
  ...responses: { over: boolean; lines: string[] }[]
): PublishedQuotes & { requestCount: number } {
  return {
    requestCount: 0,
    ranges: async () => [],
    async minute(code) {
      const response = responses[
        Math.min(this.requestCount, responses.length - 1)
      ] as (typeof responses)[number]
      this.requestCount += 1
      return { kind: 'minuteQuotes', code, from: at, ...response }
    },
  }
}

test('a quote younger than the answer about its minute, which still forms, is found when it is asked for anew', async () => {
  const published = publishing({ over: false, lines: [first] }, { over: false, lines: [first, second] })
  expect(await checkPublished(receipt, published)).toMatchObject({
    findings: [],
    proven: [expect.anything()],
  })
  expect(published.requestCount).toBe(2)
})

test.each([
  [0, 'was no tradable price'],
  [1, 'came outside the market’s hours'],
  [3, 'came while the market was halted'],
])(
  'a close at a quote that is published as %i is refused, where the receipt does not show it',
  async (judged, words) => {
    const published = publishing({ over: true, lines: [first, second.replace(/1$/, String(judged))] })
    const close = { kind: 'contract', ...receipt, order: { code: 'EURUSD', mode: 'demo' } }
    const events = receipt.events.map((event) => ({ ...event, kind: 'close', reason: 'stopLoss' }))
    expect((await checkPublished({ ...close, events }, published)).findings).toEqual([
      `event 1: the quote EURUSD 8 ${words}`,
    ])
  },
)

test('a quote that a minute lacks when it is over is not waited for', async () => {
  const published = publishing({ over: true, lines: [first] })
  expect((await checkPublished(receipt, published)).findings).toEqual([
    'the server publishes no quote EURUSD 8',
  ])
  expect(published.requestCount).toBe(1)
})

/** 17:00 in New York of this day. */
const night = Date.parse('2026-11-18T22:00:00Z')
const hourMs = 3_600_000

/** Findings about a night that was charged at a quote this old, where these minutes and hours before it are published. */
async function swapFaults(
  ageMs: number,
  published: { minutes?: number[]; hours?: number[]; counts?: string; real?: boolean },
) {
  const { minutes = [], hours = [], counts = 'any', real = false } = published
  const extremes = { bidLow: '1' }
  const ranges = async (_code: string, span: 'minute' | 'hour', from: number, to: number) =>
    (span === 'minute' ? minutes : hours)
      .map((before) => night - before)
      .filter((begun) => begun >= from && begun <= to)
      .map((begun) => ({ from: begun, first: 9, last: 12, any: extremes, real: real ? extremes : null }))
  const quote = { code: 'EURUSD', seq: 8, receivedAt: night - ageMs }
  const event = { number: 2, kind: 'swap', date: '2026-11-18', at: night, quote }
  const document = {
    kind: 'contract',
    counts,
    order: { mode: counts === 'real' ? 'real' : 'demo' },
    events: [event],
  }
  return checkSwapQuotes(document, { ranges, minute: publishing().minute } as never)
}

test('a night is charged at the last quote before it: an older one is found out by what is published since', async () => {
  const found = ['event 2: the night of 2026-11-18 was charged at quote 8, and later ones are published']
  expect(await swapFaults(7 * 24 * hourMs, { hours: [30 * hourMs] })).toEqual(found)
  expect(await swapFaults(7 * 24 * hourMs, { minutes: [2 * 60_000] })).toEqual(found)
  expect(await swapFaults(20 * 60_000, { minutes: [19 * 60_000] })).toEqual(found)
  expect(await swapFaults(3 * hourMs, { hours: [2 * hourMs], counts: 'real', real: true })).toEqual(found)
})

test('a night is rightly charged at a quote that nothing came after but in its own minute, the last one, or from what does not count', async () => {
  expect(await swapFaults(2 * 24 * hourMs, {})).toEqual([])
  expect(await swapFaults(20 * 60_000, { minutes: [20 * 60_000, 60_000] })).toEqual([])
  expect(await swapFaults(3 * hourMs, { hours: [2 * hourMs], counts: 'real' })).toEqual([])
  // Charged late, at a quote of after the night.
  expect(await swapFaults(-hourMs, { minutes: [-hourMs] })).toEqual([])
})
