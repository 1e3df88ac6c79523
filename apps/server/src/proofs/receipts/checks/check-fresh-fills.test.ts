import { expect, test } from 'vitest'
import { checkEra } from './check-era.ts'
import { checkMarketFills } from './check-market-fills.ts'
import { PublishedMinutes, type PublishedQuotes } from './published-minutes.ts'

const minute = 29_000_000
const start = minute * 60_000

interface Line {
  readonly seq: number
  /** Arrival, ms after the start of the minute. */
  readonly at: number
  readonly lateMs?: number
  readonly judged?: number
}

const lineOf = ({ seq, at, lateMs = 0, judged = 2 }: Line) =>
  `${seq}|live|${start + at - lateMs}|${start + at}|11000000000|11001000000|${judged}`

/** A fill at a quote, of a call that was due at `dueAt`. */
interface Fill {
  readonly seq: number
  readonly at: number
  readonly lateMs?: number
  readonly waitedFrom: number | null
  readonly dueAt: number
}

const receiptOf = ({ seq, at, lateMs = 0, waitedFrom, dueAt }: Fill) => ({
  kind: 'contract',
  order: { mode: 'real', kind: 'market' },
  events: [
    {
      at: start + at,
      kind: 'open',
      quote: { code: 'EURUSD', seq, source: 'live', time: start + at - lateMs, receivedAt: start + at },
      fill: { freshMs: 1_000, calledAt: start + dueAt, dueAt: start + dueAt, waitedFrom },
    },
  ],
})

/** Findings about a fill where these quotes are published. */
async function findings(fill: Fill, lines: readonly Line[]): Promise<string> {
  const published: PublishedQuotes = {
    ranges: async () => [],
    minute: async (code, at) => {
      const own = lines.filter((line) => Math.floor((start + line.at) / 60_000) === Math.floor(at / 60_000))
      return { kind: 'minuteQuotes', code, from: start, over: true, lines: own.map(lineOf) }
    },
  }
  const minutes = new PublishedMinutes(published)
  return (await checkMarketFills(receiptOf(fill), { published, minutes })).findings.join()
}

const waited: Fill = { seq: 9, at: 9_500, waitedFrom: 7, dueAt: 8_000 }
const newest: Line = { seq: 7, at: 6_000 }
const used: Line = { seq: 9, at: 9_500 }

test('I16.2: a call that waited fills at the first quote after it: one that was passed over is found', async () => {
  expect(await findings(waited, [newest, used])).toBe('')
  expect(await findings(waited, [newest, { seq: 8, at: 8_400 }, used])).toContain(
    'it passed over the quote EURUSD 8, which came 400 ms after it was due',
  )
})

test.each([
  ['did not trade', { judged: 0 }],
  ['came in the second a decision may take', { at: 8_600 }],
  ['was made before the call and came late', { lateMs: 2_000 }],
])('I16.2: a quote that %s is rightly passed over', async (_, line) => {
  expect(await findings(waited, [newest, { seq: 8, at: 8_400, ...line }, used])).toBe('')
})

test('I16.2: a fill without a wait passes over nothing either', async () => {
  const atOnce = { ...waited, waitedFrom: null }
  expect(await findings(atOnce, [{ seq: 8, at: 8_100 }, used])).toContain('passed over the quote EURUSD 8')
})

test('I16.2: a call that waits although the newest quote is young enough is found', async () => {
  expect(await findings(waited, [{ seq: 7, at: 7_500 }, used])).toContain('it waited although')
  expect(await findings(waited, [{ seq: 7, at: 7_500, lateMs: 700 }, used])).toBe('')
})

test('I16.2: quotes of the minute before count too', async () => {
  const early: Fill = { seq: 9, at: 1_500, waitedFrom: 7, dueAt: -500 }
  const lines = [
    { seq: 7, at: -3_000 },
    { seq: 8, at: -100 },
    { seq: 9, at: 1_500 },
  ]
  expect(await findings(early, lines)).toContain('passed over the quote EURUSD 8')
})

test('I16.2: a receipt that leaves out when the call came is found, from the day its installation states', () => {
  const era = (fill: object | undefined, fillsSince: number) => {
    const receipt = receiptOf(waited)
    const version = { version: 2, counts: 'real' }
    const events = receipt.events.map((one) => ({ ...one, fill, quote: { ...one.quote, judged: 2 } }))
    const proves = { kind: 'receiptsProve' as const, since: 0, fillsSince, sandbox: false }
    return checkEra({ ...receipt, ...version, events }, proves).join()
  }
  const missing = 'it is not shown when its call came'
  expect(era({ freshMs: 1_000, waitedFrom: 7 }, start)).toContain(missing)
  expect(era(undefined, start)).toContain(missing)
  expect(era(undefined, start + 60_000)).toBe('')
  expect(era(receiptOf(waited).events[0]?.fill, start)).toBe('')
})
