import { price } from '@candor/money'
import {
  allMarkets,
  type QuoteRange,
  quoteLine,
  rangeLine,
  rangeOfQuotes,
  type StoredQuote,
} from '@candor/rules'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { sha256 } from '../../platform/sha256.ts'
import { seededChance } from '../feeds/simulated/chance.ts'
import { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { pruneQuotes } from './prune-quotes.ts'
import { journalQuotes } from './quote-journal.ts'
import { QuoteKeeper } from './quote-keeper.ts'
import { packMinute, packPlain, unpack } from './quote-pack.ts'
import { QuotePaths } from './quote-paths.ts'

const noon = Date.UTC(2026, 10, 18, 12)
const second = 1_000

async function openKeeper(db: TestDatabase) {
  const clock = new ManualClock(noon)
  const board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 })
  const keeper = new QuoteKeeper(db, clock, () => undefined)
  await keeper.resume()
  keeper.listen(board)
  const quote = (mid: number, source: 'live' | 'simulated' = 'live') =>
    board.offer({
      code: 'BTCUSDT',
      bid: price((mid - 0.5).toFixed(2)),
      ask: price((mid + 0.5).toFixed(2)),
      time: clock.now() - 40,
      source,
      volume: 1,
    })
  return { clock, board, keeper, quote, paths: new QuotePaths(db, () => keeper.flush()) }
}

describe('kept quotes (issue 11, point 18)', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.dispose())

  it('packs every field of every quote and gives it back, in a few bytes each', async () => {
    const chance = seededChance(7)
    const quotes: StoredQuote[] = []
    let mid = 94_000
    let at = noon
    for (let seq = 1_794_000_000_000_001; quotes.length < 600; seq++) {
      mid += chance.uniform() - 0.5
      at += Math.floor(chance.uniform() * 200)
      quotes.push({
        code: 'BTCUSDT',
        seq,
        bid: price((mid - 0.5).toFixed(2)),
        ask: price((mid + 0.5).toFixed(2)),
        time: at - 30 - Math.floor(chance.uniform() * 20),
        receivedAt: at,
        source: quotes.length < 500 ? 'live' : 'simulated',
        judged: quotes.length % 97 === 0 ? 0 : 2,
      })
    }
    for (const packed of [packPlain(quotes), await packMinute(quotes)])
      expect(await unpack('BTCUSDT', packed)).toEqual(quotes)
    expect((await packMinute(quotes)).length / quotes.length).toBeLessThan(6)
  })

  it('shows what lies between any two quotes without a gap, by day, hour, minute and quote', async () => {
    const own = await freshDatabase()
    onTestFinished(() => own.dispose())
    const { clock, keeper, quote, paths } = await openKeeper(own)
    const seqs: number[] = []
    // Three days with a quote each 20 minutes, and an hour with one each 10 seconds at either end.
    const beat = (stepMs: number, until: number) => {
      for (; clock.now() < until; clock.advance(stepMs)) {
        quote(94_000 + (seqs.length % 50))
        seqs.push(seqs.length + 1)
      }
    }
    beat(10 * second, noon + 3_600_000)
    await keeper.flush()
    for (let day = 0; day < 3; day++) {
      beat(1_200_000, noon + 3_600_000 + (day + 1) * 86_400_000)
      await keeper.flush()
    }
    beat(10 * second, noon + 3 * 86_400_000 + 7_200_000)
    const last = seqs.length
    const { ranges, runs } = await paths.between('BTCUSDT', 3, last)
    expect(runs).toEqual([])
    expect(ranges[0]?.first).toBe(4)
    expect(ranges.at(-1)?.last).toBe(last - 1)
    for (const [at, range] of ranges.entries()) {
      expect(range.count).toBe(range.last - range.first + 1)
      expect(range.first).toBe(at === 0 ? 4 : (ranges[at - 1]?.last ?? 0) + 1)
    }
    expect(new Set(ranges.map(({ span }) => span))).toEqual(new Set(['part', 'minute', 'hour', 'day']))
    expect(ranges.length).toBeLessThan(200)
    const low = ranges.map(({ any }) => any?.bidLow ?? 0n)
    expect(low.every((one) => one >= price('93999.5'))).toBe(true)
  })

  it('counts only quotes that could fill an order, those of a real source on their own', async () => {
    const own = await freshDatabase()
    onTestFinished(() => own.dispose())
    const { quote, paths } = await openKeeper(own)
    for (const source of ['live', 'simulated'] as const) for (let n = 0; n < 7; n++) quote(100, source)
    quote(101)
    quote(99, 'simulated')
    // A print 40 % away never trades.
    quote(60)
    quote(100)
    const { ranges } = await paths.between('BTCUSDT', 14, 19)
    expect(ranges).toHaveLength(1)
    expect(ranges[0]?.any?.bidLow).toBe(price('98.5'))
    expect(ranges[0]?.real?.bidLow).toBe(price('99.5'))
    expect(ranges[0]?.real?.bidHigh).toBe(price('100.5'))
  })

  it('finds the last quote before a moment in a minute that is still forming, however many parts of it were written since', async () => {
    const own = await freshDatabase()
    onTestFinished(() => own.dispose())
    const { clock, keeper, quote, paths } = await openKeeper(own)
    for (let n = 0; n < 5; n++) {
      quote(100 + n)
      quote(100 + n)
      await keeper.flush()
      clock.advance(second)
    }
    const { rows } = await own.pool.query('SELECT first_seq FROM markets_quote_ticks WHERE NOT closed')
    expect(rows).toHaveLength(5)
    const before = (at: number) => paths.lastBefore('BTCUSDT', at, { from: 1, to: 10 })
    expect(await before(noon + 1)).toBe(2)
    expect(await before(noon + second)).toBe(2)
    expect(await before(noon + 2 * second + 1)).toBe(6)
    expect(await before(noon + 60 * second)).toBe(10)
    expect(await paths.lastBefore('BTCUSDT', noon, { from: 1, to: 10 })).toBe(1)
  })

  it('finds it after the clock was set back too, and gives no quote an end that came before it', async () => {
    const own = await freshDatabase()
    onTestFinished(() => own.dispose())
    const { clock, keeper, quote, paths } = await openKeeper(own)
    quote(100)
    quote(101)
    await keeper.flush()
    clock.advance(10 * second)
    quote(102)
    clock.advance(-7 * second)
    quote(103)
    await keeper.flush()
    expect(await paths.lastBefore('BTCUSDT', noon + 5 * second, { from: 1, to: 3 })).toBe(2)
    const { before, within } = await paths.receivedWithin('BTCUSDT', {
      after: 0,
      from: noon + 5 * second,
      to: noon + 60 * second,
      before: 5,
    })
    expect([before, within].map((quotes) => quotes.map(({ seq }) => seq))).toEqual([[1, 2], [3]])
  })

  it('finds the last quote before the first that reached a moment, whatever times later ones have', async () => {
    const own = await freshDatabase()
    onTestFinished(() => own.dispose())
    const { clock, keeper, quote, paths } = await openKeeper(own)
    const before = (at: number, from = 1, to = 100) => paths.lastBeforeReaching('BTCUSDT', at, { from, to })
    // In parts of two quotes: 1, 2 at noon; 3, 4 ten seconds later; 5, 6 five seconds before 3; 7, 8 a minute later.
    for (const step of [10, -5, 60, 0]) {
      quote(100)
      quote(100)
      await keeper.flush()
      clock.advance(step * second)
    }
    expect(await paths.lastBefore('BTCUSDT', noon + 8 * second, { from: 1, to: 100 })).toBe(6)
    expect(await before(noon + 8 * second)).toBe(2)
    expect(await before(noon + 8 * second, 3)).toBe(3)
    expect(await before(noon + 8 * second, 4)).toBe(6)
    expect(await before(noon + 30 * second)).toBe(6)
    expect(await before(noon + 30 * second, 1, 5)).toBe(5)
    expect(await before(noon + 3_600 * second)).toBe(8)
    expect(await before(noon)).toBe(1)
    // The same when the minutes are packed.
    clock.advance(60 * second)
    await keeper.flush()
    expect(await before(noon + 8 * second)).toBe(2)
    expect(await before(noon + 30 * second)).toBe(6)
  })

  it('a process that is killed loses no quote that was written, and the next one finishes its minute', async () => {
    const own = await freshDatabase()
    onTestFinished(() => own.dispose())
    const first = await openKeeper(own)
    for (let n = 0; n < 9; n++) first.quote(100 + n / 10)
    await first.keeper.flush()
    first.clock.advance(5 * second)
    for (let n = 0; n < 9; n++) first.quote(101)
    await first.keeper.flush()
    // Nothing is stopped or told: the process is simply gone, and another begins in the same minute.
    const open = await own.pool.query('SELECT closed FROM markets_quote_ticks')
    expect(open.rows).toEqual([{ closed: false }, { closed: false }])
    const next = new QuoteKeeper(own, first.clock, () => undefined)
    await next.resume()
    const { rows } = await own.pool.query('SELECT closed, first_seq, last_seq FROM markets_quote_ticks')
    expect(rows).toEqual([{ closed: true, first_seq: 1n, last_seq: 18n }])
    const { ranges } = await new QuotePaths(own).between('BTCUSDT', 0, 19)
    expect(ranges.map(({ span, count }) => [span, count])).toEqual([['minute', 18]])
    await next.resume()
    expect((await new QuotePaths(own).between('BTCUSDT', 0, 19)).ranges).toEqual(ranges)
  })

  it('what was taken in before it was asked to write is written, also when its minute ends meanwhile', async () => {
    const own = await freshDatabase()
    onTestFinished(() => own.dispose())
    const { clock, keeper, quote } = await openKeeper(own)
    quote(94_000)
    clock.advance(60 * second)
    quote(94_001)
    const writing = keeper.flush()
    // Now it packs the first minute.
    await Promise.resolve()
    clock.advance(60 * second)
    quote(94_002)
    await writing
    const written = async () =>
      (await own.pool.query('SELECT first_seq, closed FROM markets_quote_ticks ORDER BY 1')).rows
    expect(await written()).toEqual([
      { first_seq: 1n, closed: true },
      { first_seq: 2n, closed: false },
    ])
    await keeper.flush()
    expect(await written()).toEqual([
      { first_seq: 1n, closed: true },
      { first_seq: 2n, closed: true },
      { first_seq: 3n, closed: false },
    ])
  })

  it('after 35 days only the minutes stay in which trading used a quote, and a receipt’s path stays what it was', async () => {
    const own = await freshDatabase()
    onTestFinished(() => own.dispose())
    const { board, clock, keeper, quote, paths } = await openKeeper(own)
    for (let n = 0; n < 6 * 60 * 3; n++) {
      quote(100 + (n % 7) / 10)
      clock.advance(10 * second)
    }
    await keeper.flush()
    const [used, trigger] = [20, 1000]
    const newest = board.recent('BTCUSDT', 1).map((one) => [
      { ...one, seq: used },
      { ...one, seq: trigger },
    ])
    await own.transaction((tx) => journalQuotes(tx, newest.flat()))
    clock.advance(2 * 3_600_000)
    await keeper.flush()
    const before = await paths.between('BTCUSDT', used, trigger)
    const count = async (table: string) =>
      Number((await own.pool.query<{ n: bigint }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n)
    expect([await count('markets_quote_ticks'), await count('markets_quote_minutes')]).toEqual([180, 180])
    expect(await pruneQuotes(own, clock)).toEqual({ ticks: 0 })
    clock.advance(35 * 86_400_000)
    expect(await pruneQuotes(own, clock)).toEqual({ ticks: 178 })
    expect([await count('markets_quote_ticks'), await count('markets_quote_minutes')]).toEqual([2, 120])
    expect(await paths.between('BTCUSDT', used, trigger)).toEqual(before)
    expect(before.ranges.map(({ span }) => span)).toContain('hour')
    expect(await pruneQuotes(own, clock)).toEqual({ ticks: 0 })
  })

  it('a range’s hash changes with every quote and every extreme in it', () => {
    const quotes: StoredQuote[] = [1, 2, 3].map((seq) => ({
      code: 'BTCUSDT',
      seq,
      bid: price(String(100 + seq)),
      ask: price(String(101 + seq)),
      time: noon,
      receivedAt: noon,
      source: 'live',
      judged: 2,
    }))
    const rangeOf = (of: readonly StoredQuote[]) =>
      rangeOfQuotes({ code: 'BTCUSDT', span: 'minute', minute: 1 }, of, sha256)
    const hashOfRange = (range: QuoteRange) => sha256(rangeLine(range))
    const hash = (of: readonly StoredQuote[]) => hashOfRange(rangeOf(of))
    const changed = quotes.map((quote, at) => (at === 1 ? { ...quote, ask: price('103.5') } : quote))
    expect(hash(changed)).not.toBe(hash(quotes))
    expect(quoteLine(quotes[0] as StoredQuote)).toContain('1010000000000')
    const range = rangeOf(quotes)
    expect(hashOfRange({ ...range, any: null })).not.toBe(hashOfRange(range))
  })
})
