import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { programFile } from '../../platform/program-file.ts'
import { candor } from '../test-candor.ts'
import { candleRows, type HistoryFixture, recordedQuotes, startHistory } from './test-history.ts'

const minute = 60_000
const day = 1_440 * minute
const may = Date.UTC(2014, 4, 8)
const folder = temporaryDataDir('candor-history-import-')

let fixture: HistoryFixture
beforeAll(async () => {
  fixture = await startHistory(folder)
})
afterAll(async () => {
  await fixture.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const importDir = (dir: string, ...more: string[]) => fixture.history('import', '--dir', dir, ...more)

const candlesOf = async (code: string): Promise<number> => (await fixture.stored(code)).length

test('I15.2: recorded quotes are imported beside a running server, and its chart shows them and says where they come from', async () => {
  const dir = fixture.folderWith({
    'EURUSD.20140508.csv.gz': recordedQuotes(may, 90),
    // A bad print of the kind that recordings have: no candle is made of it.
    'AAPL.20140606.csv.gz': `time_ms,bid,ask\n${may},1.0,649.35\n${may + 1},645.46,645.50\n`,
    'README.md': 'not a recording',
  })
  expect(await importDir(dir)).toEqual({
    code: 0,
    out: `AAPL.20140606.csv.gz: 2 quotes of AAPL
EURUSD.20140508.csv.gz: 360 quotes of EURUSD

Files: 2 imported, 0 imported before, 0 refused
Rows read: 362
Quotes left out, because their spread is above 5% of the price: 1
Candles written: 1m 91, 5m 19, 15m 7, 30m 4, 1h 3, 4h 2, 1d 2, 1w 2
Candles already there, left as they are: none
Charts show them while the market’s prices are live. No order is filled at them.
`,
  })
  const chart = await fixture.chart('EURUSD')
  expect(chart).toHaveLength(90)
  expect(chart[0]).toEqual([may, 1.39001, 1.39022, 1.39001, 1.39022, 0])
  expect((await fixture.chart('EURUSD', '1h')).map(([time]) => time)).toEqual([may, may + 60 * minute])
  expect((await fixture.chart('EURUSD', '1w')).map(([time]) => time)).toEqual([Date.UTC(2014, 4, 5)])
  expect(await fixture.chart('AAPL')).toEqual([[may, 645.48, 645.48, 645.48, 645.48, 0]])
  expect(await fixture.origins('EURUSD', '1h')).toEqual({
    source: 'live',
    stretches: [{ from: may, to: may + 120 * minute, origin: 'import', why: 'import' }],
    filling: false,
    badPrints: [],
  })
  expect((await fetch(`${fixture.app.url}/healthz`)).status).toBe(200)
  const { rows } = await fixture.app.db.pool.query(
    "SELECT body::jsonb ->> 'subject' AS subject FROM trust_audit WHERE body::text LIKE '%markets.importHistory%' ORDER BY seq",
  )
  expect(rows).toEqual([{ subject: 'market:AAPL' }, { subject: 'market:EURUSD' }])
})

test('I15.2a: files of candles are read with the headers and times that others write, and a file is imported once', async () => {
  const dir = fixture.folderWith({
    'MSFT.csv': `Date,Open,High,Low,Close,Volume\r\n2014-05-08,39.34,39.90,38.97,39.64,32120400\r\n2014-05-09,39.54,39.85,39.37,39.54,29647600\r\n`,
    'NVDA_1h_export.csv.gz': `"time","open","high","low","close"\n1399500000,18.5,18.6,18.4,18.55\n`.replace(
      '1399500000',
      String(may / 1000),
    ),
    'TSLA-2014.csv': `close,low,high,open,ignored,timestamp\n207.00,204.5,208.25000000,205,x,2014-05-08T14:30:00+00:00\n207.10,206,208,207,x,2014-05-08 14:35\n`,
  })
  expect(await importDir(dir)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Candles written: 5m 2, 15m 1, 30m 1, 1h 2, 4h 2, 1d 4, 1w 3\n'),
  })
  expect(await fixture.chart('MSFT', '1d')).toEqual([
    [may, 39.34, 39.9, 38.97, 39.64, 32_120_400],
    [may + day, 39.54, 39.85, 39.37, 39.54, 29_647_600],
  ])
  expect(await fixture.chart('NVDA', '1h')).toEqual([[may, 18.5, 18.6, 18.4, 18.55, 0]])
  expect(await fixture.chart('TSLA', '15m')).toEqual([
    [Date.UTC(2014, 4, 8, 14, 30), 205, 208.25, 204.5, 207.1, 0],
  ])
  expect(await importDir(dir)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Files: 0 imported, 3 imported before, 0 refused\nRows read: 0\n'),
  })
})

test('I15.2b: candles of quotes and of the exchange stay as they are, and no figure of the day counts an imported one', async () => {
  await expect.poll(() => fixture.origins('BTCUSDT')).toMatchObject({ filling: false })
  const now = candleStart(Date.now())
  const dayOf = async () => (await fixture.app.call('getMarketInfo', { id: 'BTCUSDT' })).text
  // The exchange's price is between 48 000 and 52 000; while it falls, it is the lowest of the day.
  const lowOf = async () => Number(/"low24h":"(\d+)/.exec(await dayOf())?.[1])
  expect(await lowOf()).toBeGreaterThan(47_000)
  const before = (await fixture.chart('BTCUSDT')).filter(([time]) => time < now - minute)
  expect(before.length).toBeGreaterThan(600)
  const oldest = before[0]?.[0] ?? 0
  // The whole stretch that the exchange gave and a day before it, at a price that nobody paid.
  const from = oldest - day
  const rows = Array.from({ length: (now - from) / minute }, (_, at) => `${from + at * minute},1,1,1,1,9`)
  const dir = fixture.folderWith({ 'BTCUSDT.csv': `time,open,high,low,close,volume\n${rows.join('\n')}\n` })
  const { code, out } = await importDir(dir)
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/already there, left as they are: 1m (7\d\d|6\d\d)\n/),
  ])
  // Pages are shared for a second.
  const oneEarlier = async () => (await fixture.chart('BTCUSDT')).find(([time]) => time === oldest - minute)
  await expect.poll(oneEarlier).toEqual([oldest - minute, 1, 1, 1, 1, 9])
  const after = await fixture.chart('BTCUSDT')
  expect(after.filter(([time]) => time >= oldest && time < now - minute)).toEqual(before)
  expect(await lowOf()).toBeGreaterThan(47_000)
  const imported = { from, to: now, origin: 'import', why: 'import' }
  await expect
    .poll(() => fixture.origins('BTCUSDT'))
    .toMatchObject({ stretches: expect.arrayContaining([imported]) })
  expect(await fixture.history('remove', '--market', 'BTCUSDT')).toMatchObject({ code: 0 })
  expect(await candlesOf('BTCUSDT')).toBe(0)
})

/** Connections that wait for another one to write imported candles. */
async function waitersNow(): Promise<number> {
  const { rows } = await fixture.app.db.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%INSERT INTO markets_imported_candles%'`,
  )
  return rows.length
}

/** Holds up an import of this market's minutes, with all of them written and none committed, until the returned function is called. */
async function holdImport(code: string): Promise<() => Promise<void>> {
  const holder = await fixture.app.db.pool.connect()
  await holder.query('BEGIN')
  await holder.query(
    `INSERT INTO markets_imported_candles (code, source, interval, open_time, open, high, low, close, volume, base_minutes)
     VALUES ($1, 'live', '5m', $2, 1, 1, 1, 1, 0, 1)`,
    [code, may],
  )
  return async () => {
    await holder.query('ROLLBACK')
    holder.release()
  }
}

const candleStart = (ms: number) => Math.floor(ms / minute) * minute

const good = candleRows(may, 3)
const [header = '', first = '', second = '', third = ''] = good.split('\n')
const day14 = `time_ms,bid,ask\n${may},100,100.02\n`
/** Each malformed file, and what is said of it. */
const malformed: Readonly<Record<string, readonly [content: string | Buffer, problem: string]>> = {
  'JPM.bad-header.csv': [`when,open\n${first}`, ', line 1: the header is neither time_ms,bid,ask nor'],
  'JPM.bad-number.csv': [
    `${header}\n${first}\n${second.replace(/\.\d\d,/, '.x,')}`,
    ', line 3: its open “100.x” is no number',
  ],
  'JPM.zero.csv': [`${header}\n${may},0,1,0,1,1\n${second}`, ', line 2: its open is not above zero'],
  'JPM.decimals.csv': [
    `${header}\n${may},1.2345,2,1,1,1\n${second}`,
    ', line 2: its open 1.2345 has more than 3 decimals',
  ],
  'JPM.high.csv': [
    `${header}\n${may},5,4,3,4,1\n${second}`,
    ', line 2: its high lies below its open or close',
  ],
  'JPM.low.csv': [
    `${header}\n${may},5,6,5.5,6,1\n${second}`,
    ', line 2: its low lies above its open or close',
  ],
  'JPM.time.csv': [`${header}\n2014-02-31,1,1,1,1,1\n${second}`, ', line 2: “2014-02-31” is no time'],
  'JPM.reversed.csv': [
    `${header}\n${first}\n${third}\n${second}\n`,
    ', line 4: is earlier than the line before it',
  ],
  'JPM.twice.csv': [`${header}\n${first}\n${second}\n${second}\n`, ', line 4: has the time of line 3 again'],
  // Its first candles are written before its last line is read.
  'JPM.late.csv': [`${candleRows(may, 12_000)}x\n`, ', line 12002: “x” is no time'],
  'JPM.1h.csv': [good, ', line 3: no 1h candle opens at 2014-05-08T00:01:00.000Z'],
  'JPM.one-row.csv': [`${header}\n${first}\n`, ': the rows do not say how long a candle is: pass --interval'],
  'JPM.empty.csv': [`${header}\n`, ': the rows do not say how long a candle is'],
  'JPM.1d.future.csv': [`${header}\n${Date.UTC(2100, 0, 1)},1,1,1,1,1\n`, ', line 2: lies in the future'],
  'JPM.20140508.csv.gz': [
    gzipSync(candleRows(may, 5_000)).subarray(0, -900),
    ': cannot be unpacked (Z_BUF_ERROR)',
  ],
  'JPM.20140509.csv.gz': [`${day14}${may + 1},x,100\n`, ', line 3: has no time, bid and ask'],
  'JPM.20140510.csv.gz': [`${day14}${may - 1},100,100.02\n`, ', line 3: is earlier than the line before it'],
  'JPM.20140511.csv.gz': [`${day14}${may + 1},100.02,100\n`, ', line 3: has an ask below its bid'],
  'JPM.20140512.csv.gz': [
    `${day14}${may + 1},100.00001,100.02\n`,
    ', line 3: has more than the 3 decimals of JPM',
  ],
  'NOPE.20140508.csv.gz': [day14, ': there is no market NOPE'],
}

test('I15.2c: a malformed file is refused with its name and line, nothing of it is written, and the others are imported', async () => {
  const contents = Object.entries(malformed).map(([name, [content]]) => [name, content])
  const dir = fixture.folderWith({ ...Object.fromEntries(contents), 'KO.csv': good })
  const { code, out } = await importDir(dir)
  for (const [name, [, problem]] of Object.entries(malformed))
    expect(out).toContain(`refused: ${name}${problem}`)
  const refused = Object.keys(malformed).length
  expect([code, out]).toEqual([
    1,
    expect.stringContaining(`Files: 1 imported, 0 imported before, ${refused} refused\n`),
  ])
  expect([await candlesOf('JPM'), await candlesOf('KO')]).toEqual([0, 10])
})

test('I15.2d: killed in the middle, an import has written nothing of that file; run again it writes the same', async () => {
  const dir = fixture.folderWith({ 'XOM.csv': candleRows(may, 60_000) })
  const release = await holdImport('XOM')
  const args = ['history', 'import', '--dir', dir, '--data', fixture.app.dataDir]
  const child = spawn(process.execPath, [programFile('cli'), ...args], { cwd: folder, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await expect.poll(waitersNow).toBe(1)
  child.kill('SIGKILL')
  await ended
  await release()
  await expect.poll(waitersNow).toBe(0)
  expect(await candlesOf('XOM')).toBe(0)
  const all = '1m 60000, 5m 12000, 15m 4000, 30m 2000, 1h 1000, 4h 250, 1d 42, 1w 7\n'
  expect(await importDir(dir, '--dry-run')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Candles to write: ${all}`),
  })
  expect(await candlesOf('XOM')).toBe(0)
  expect(await importDir(dir)).toMatchObject({ code: 0, out: expect.stringContaining(`written: ${all}`) })
  expect(await importDir(dir)).toMatchObject({ code: 0, out: expect.stringContaining('1 imported before') })
})

test('I15.2d: Ctrl-C ends an import at once, says how to go on, and undoes the file under way', async () => {
  const dir = fixture.folderWith({ 'A-first.csv': header, 'QQQ.csv': candleRows(may, 60_000) })
  const release = await holdImport('QQQ')
  const args = ['history', 'import', '--dir', dir, '--data', fixture.app.dataDir]
  const child = spawn(process.execPath, [programFile('cli'), ...args], { cwd: folder, stdio: 'pipe' })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close')
  await expect.poll(waitersNow).toBe(1)
  child.kill('SIGINT')
  await release()
  expect(await ended).toEqual([130, null])
  expect(stderr).toContain(
    'Interrupted: the file under way is undone. Run the command again to continue after the files before it.\n',
  )
  expect(await candlesOf('QQQ')).toBe(0)
})

test('I15.2h: a split puts imported candles on the new scale with the rest of the chart', async () => {
  const dir = fixture.folderWith({
    'AMZN.csv': `${header}\n${may},100,120,90,110,5\n${may + minute},110,130,100,120,5\n`,
  })
  expect(await importDir(dir)).toMatchObject({ code: 0 })
  const split = ['corporate-action', 'split', '--market', 'AMZN', '--ratio', '4:1']
  expect(await candor(...split, '--data', fixture.app.dataDir)).toMatchObject({ code: 0 })
  await expect
    .poll(async () => (await fixture.stored('AMZN', 'live', '1m'))[0])
    .toMatchObject({ open: 25, high: 30, low: 22.5, close: 27.5, volume: 5 })
})

test('I15.2e: the order of the files does not matter: candles of a file win over those made of shorter ones', async () => {
  const minutes = candleRows(may, 1_440)
  const days = `time,open,high,low,close,volume\n${may},100,120,90,110,5\n${may + day},100,120,90,110,5\n`
  const early = fixture.folderWith({ 'DIS.1m.csv': minutes })
  const late = fixture.folderWith({ 'DIS.1d.csv': days })
  const results: unknown[][] = []
  for (const order of [
    [early, late],
    [late, early],
  ]) {
    for (const dir of order) expect(await importDir(dir)).toMatchObject({ code: 0 })
    results.push(await fixture.stored('DIS'))
    expect(await fixture.history('remove', '--market', 'DIS')).toMatchObject({ code: 0 })
  }
  const [minutesFirst, daysFirst] = results
  expect(daysFirst).toEqual(minutesFirst)
  const given = { open_time: BigInt(may), open: 100, high: 120, low: 90, close: 110, volume: 5 }
  expect(minutesFirst).toContainEqual({ interval: '1d', ...given })
})

test('with --market a file needs no code in its name, and files of other markets are left alone', async () => {
  const dir = fixture.folderWith({ 'candles.csv': good, 'GOOGL.csv': good })
  const { code, out } = await importDir(dir, '--market', 'NFLX', '--interval', '1m')
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^candles\.csv: 3 1m candles of NFLX\n\nFiles: 1 imported/),
  ])
  expect([await candlesOf('NFLX'), await candlesOf('GOOGL')]).toEqual([10, 0])
})
