import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { MinuteQuotesDocument, marketsCalls, ResultOf } from '@candor/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { resultOf } from '../testing/test-client.ts'

type Item = ResultOf<typeof marketsCalls.listMarketByType>[number]
type Candles = ResultOf<typeof marketsCalls.getKValueByCodeAndDate>
type Origins = ResultOf<typeof marketsCalls.getCandleOrigins>

const recordedDay = fileURLToPath(
  new URL('../../../../../shared/market-data/AAPL.20140606.csv.gz', import.meta.url),
)
/** In the hours of the US exchanges. */
const start = Date.UTC(2014, 5, 6, 14)
/** As the recorded day begins: two bids of 1.0 next to an ask of 649.35; then one far above and one far below the others, and a last one. */
const rows = [
  '1.0,649.35',
  '1.0,649.35',
  ...Array.from({ length: 20 }, (_, n) => `648.${10 + n},649.${10 + n}`),
  '900.00,900.50',
  '400.00,400.50',
  ...Array.from({ length: 10 }, (_, n) => `647.${10 + n},648.${10 + n}`),
  '1.0,649.35',
].map((prices, n) => `${start + n * 15_000},${prices}`)
const lastTime = start + (rows.length - 1) * 15_000

const folders: string[] = []
afterAll(() => folders.map((folder) => rmSync(folder, { recursive: true })))

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'candor-bad-prints-'))
  folders.push(folder)
  return folder
}

function recordingOf(code: string): string {
  const folder = newFolder()
  writeFileSync(join(folder, `${code}.20140606.csv.gz`), gzipSync(`time_ms,bid,ask\n${rows.join('\n')}\n`))
  return folder
}

const replayOf = (replayDir: string) =>
  startTestApp({ feed: 'replay', replayDir, replaySpeed: Number.POSITIVE_INFINITY, replayLoop: false })

const itemOf = async (app: TestApp, code: string): Promise<Item> => {
  const items = resultOf<Item[]>(await app.call('listMarketByType', { q: code }))
  const item = items.find((one) => one.code === code)
  if (item === undefined) throw new Error(`${code} is not listed`)
  return item
}

const badPrintsOf = async (app: TestApp) =>
  resultOf<Origins>(await app.call('getCandleOrigins', { code: 'AAPL' })).badPrints

const candlesOf = async (app: TestApp, code: string, interval: string) =>
  resultOf<Candles>(await app.call('getKValueByCodeAndDate', { code, interval, limit: 1000 }))

describe('a recording with bad prints, replayed', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await replayOf(recordingOf('AAPL'))
    while ((await badPrintsOf(app)).length < 5) await setTimeout(5)
  })
  afterAll(() => app.dispose())

  test('I15.5: bad prints are in no price, high, low, change or figure of 24 hours', async () => {
    const item = await itemOf(app, 'AAPL')
    expect(item).toMatchObject({ price: '647.69', ask: '648.19', high24h: '648.79', low24h: '647.60' })
    expect(Math.abs(item.zdf)).toBeLessThan(1)
    expect(Math.min(...item.hundred)).toBeGreaterThan(647)
    expect(Math.max(...item.hundred)).toBeLessThan(649)
    expect(resultOf<Item>(await app.call('getMarketInfo', { id: 'AAPL' }))).toMatchObject({
      price: item.price,
      high24h: item.high24h,
      low24h: item.low24h,
      zdf: item.zdf,
    })
  })

  test('I15.5: bad prints are in no candle of any interval', async () => {
    for (const interval of ['1m', '5m', '1h', '1d']) {
      const candles = await candlesOf(app, 'AAPL', interval)
      expect(candles.length).toBeGreaterThan(0)
      for (const [, open, high, low, close] of candles)
        for (const price of [open, high, low, close]) {
          expect(price).toBeGreaterThan(647)
          expect(price).toBeLessThan(649)
        }
    }
  })

  test('I15.5: bad prints are in no live price', async () => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/websocket/message`)
    const first = await new Promise<string>((resolve) =>
      socket.on('message', (data) => {
        // The first frame of all is empty before the first beat.
        if (String(data) !== '[]') resolve(String(data))
      }),
    )
    socket.close()
    expect(JSON.parse(first)).toEqual([
      { code: 'AAPL', price: '647.69', zdf: (await itemOf(app, 'AAPL')).zdf },
    ])
  })

  test('I15.5a: bad prints stay in the stored quotes and are listed where the chart’s candles come from', async () => {
    const badPrints = await badPrintsOf(app)
    expect(badPrints.map(({ bid, ask, source }) => [bid, ask, source])).toEqual([
      ['1', '649.35', 'replay'],
      ['1', '649.35', 'replay'],
      ['900', '900.5', 'replay'],
      ['400', '400.5', 'replay'],
      ['1', '649.35', 'replay'],
    ])
    expect(badPrints[0]?.time).toBe(start)
    const storedAt = async (at: number) => {
      const response = await app.call('minuteQuotes', { code: 'AAPL', at })
      const { lines = [] } = resultOf<{ document: MinuteQuotesDocument }>(response).document
      return lines.map((line) => Number(line.split('|')[0]))
    }
    for (const { seq, receivedAt } of badPrints) await expect.poll(() => storedAt(receivedAt)).toContain(seq)
  })

  test('I15.5b: a market without a price says why', async () => {
    const [silent, priced] = [await itemOf(app, 'BTCUSDT'), await itemOf(app, 'AAPL')]
    expect([silent.price, priced.noPrice]).toEqual([null, null])
    // On a slow machine it has waited long enough already.
    expect(silent.noPrice).toMatch(/^(waiting|away)$/)
    await app.moveClock(31_000)
    expect((await itemOf(app, 'BTCUSDT')).noPrice).toBe('away')
  })
})

test('I15.5c: the recorded day of AAPL shows the market’s prices from its first minutes on', async () => {
  if (!existsSync(recordedDay)) {
    process.stdout.write(`    ${recordedDay} is missing: the recorded day was not replayed.\n`)
    expect(lastTime).toBeGreaterThan(start)
    return
  }
  const folder = newFolder()
  copyFileSync(recordedDay, join(folder, 'AAPL.20140606.csv.gz'))
  const app = await replayOf(folder)
  await expect.poll(async () => Number((await itemOf(app, 'AAPL')).price)).toBeGreaterThan(0)
  const item = await itemOf(app, 'AAPL')
  expect(Number(item.low24h)).toBeGreaterThan(640)
  expect(Math.abs(item.zdf)).toBeLessThan(2)
  for (const [, , high, low] of await candlesOf(app, 'AAPL', '1h')) {
    expect(low).toBeGreaterThan(640)
    expect(high).toBeLessThan(655)
  }
  await app.dispose()
})
