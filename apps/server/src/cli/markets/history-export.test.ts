import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { candleRows, type HistoryFixture, recordedQuotes, startHistory } from './test-history.ts'

const minute = 60_000
const may = Date.UTC(2014, 4, 8)
const folder = temporaryDataDir('candor-history-export-')

let fixture: HistoryFixture
beforeAll(async () => {
  fixture = await startHistory(folder)
})
afterAll(async () => {
  await fixture.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const imports = (dir: string, ...more: string[]) => fixture.history('import', '--dir', dir, ...more)
const exportOf = (market: string, out: string, ...more: string[]) =>
  fixture.history('export', '--market', market, '--out', out, ...more)

const charts = [
  ['quotes', 'EURUSD.20140508.csv.gz', recordedQuotes(may, 700)],
  ['ohlcv', 'EURUSD.1m.csv', recordedQuotes(may, 700)],
  ['ohlcv', 'AMZN.1m.csv.gz', candleRows(may, 12_000)],
] as const

test.each(charts)(
  'I15.2f: a chart exported as %s into %s imports back to the identical candles',
  async (format, name, content) => {
    const [code = ''] = name.split('.')
    const dir = fixture.folderWith({ [`${code}.20140508.csv.gz`]: content })
    expect(await imports(dir)).toMatchObject({ code: 0 })
    const before = await fixture.stored(code)
    const candles = (await fixture.stored(code, 'live', '1m')).length
    const target = fixture.folderWith({})
    expect(await exportOf(code, join(target, name), '--format', format)).toEqual({
      code: 0,
      out: `${code}: ${candles} 1m candles are in ${join(target, name)}.\n`,
    })
    expect(readdirSync(target)).toEqual([name])
    expect(await fixture.history('remove', '--market', code)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\w+: \d+ imported candles of 1 file removed\.\n$/),
    })
    expect(await fixture.stored(code)).toEqual([])
    expect(await imports(target)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Files: 1 imported'),
    })
    expect(await fixture.stored(code)).toEqual(before)
    expect(await fixture.history('remove', '--market', code)).toMatchObject({ code: 0 })
  },
)

const realNow = Date.now
/** Sets the time of exchange and server ahead until the test ends. */
const leaveOut = (ms: number) => {
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ms)
  onTestFinished(() => ahead.mockRestore())
}

test('I15.2f: a chart of live quotes exports the quotes as they came, which make its minute again', async () => {
  // A minute of more than a candle's four quotes, stored whole: its quotes, its candle, and the candle after it.
  const wholeMinute = async () => {
    const { rows } = await fixture.app.db.pool.query(
      `SELECT q.minute * 60000 AS from
         FROM markets_quote_minutes q
         JOIN markets_candles c ON c.code = q.code AND c.source = 'live' AND c.interval = '1m' AND c.open_time > q.minute * 60000
        WHERE q.code = 'BTCUSDT' AND q.count > 10
        ORDER BY q.first_seq LIMIT 1`,
    )
    return Number(rows[0]?.from ?? 0)
  }
  // Two minutes are left out, which nobody waits for: each ends a minute that has had its quotes.
  for (let left = 1; left <= 2; left++) {
    const before = fixture.exchange.quotesSent()
    await expect.poll(fixture.exchange.quotesSent).toBeGreaterThan(before + 12)
    leaveOut(left * minute)
  }
  await expect.poll(wholeMinute, { interval: 200 }).toBeGreaterThan(0)
  const from = await wholeMinute()
  const range = ['--from', new Date(from).toISOString(), '--to', new Date(from + minute).toISOString()]
  const [candle] = (await fixture.chart('BTCUSDT')).filter(([time]) => time === from)
  const target = fixture.folderWith({})
  const quotes = join(target, 'BTCUSDT.20261127.csv.gz')
  expect(await exportOf('BTCUSDT', quotes, '--format', 'quotes', ...range)).toMatchObject({ code: 0 })
  expect(gunzipSync(readFileSync(quotes)).toString().trim().split('\n').length).toBeGreaterThan(10)
  expect(await imports(target, '--source', 'delayed')).toMatchObject({ code: 0 })
  const [made] = await fixture.stored('BTCUSDT', 'delayed', '1m')
  const [openTime, open, high, low, close] = candle ?? []
  expect(made).toMatchObject({ open_time: BigInt(openTime ?? 0), open, high, low, close })
})

test('the range is from its first open time up to, but not including, its last, and - is standard output', async () => {
  const dir = fixture.folderWith({ 'V.1m.csv': candleRows(may, 10) })
  expect(await imports(dir)).toMatchObject({ code: 0 })
  const range = ['--from', '2014-05-08T00:03:00Z', '--to', '2014-05-08T00:05:00Z']
  expect(await exportOf('V', '-', ...range)).toEqual({
    code: 0,
    out: `time,open,high,low,close,volume
2014-05-08T00:03:00.000Z,100.02,100.15,99.97,100.1,3
2014-05-08T00:04:00.000Z,100.15,100.32,100.1,100.27,4
V: 2 1m candles.
`,
  })
  expect(await exportOf('V', '-', '--interval', '5m', '--from', '2014-05-09')).toEqual({
    code: 0,
    out: 'time,open,high,low,close,volume\nV: 0 5m candles.\n',
  })
})

test.each([
  [['--market', 'NOPE', '--out', '-'], 'There is no such market.'],
  [['--market', 'V', '--out', '-', '--from', 'May'], '--from must be a time such as'],
  [
    ['--market', 'V', '--out', '-', '--from', '2026-01-02', '--to', '2026-01-01'],
    '--to must be later than --from.',
  ],
  [
    ['--market', 'V', '--out', '-', '--format', 'quotes', '--interval', '1h'],
    'Quotes are exported from one-minute candles',
  ],
  [
    ['--market', 'V', '--out', '/no/such/folder/V.csv'],
    '/no/such/folder/V.csv in /no/such/folder cannot be written (ENOENT).',
  ],
] as const)('candor history export %j is a mistake, said in one sentence', async (args, words) => {
  expect(await fixture.history('export', ...args)).toEqual({ code: 2, out: expect.stringContaining(words) })
})
