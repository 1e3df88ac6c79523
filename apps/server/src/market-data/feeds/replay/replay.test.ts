import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { price } from '@candor/money'
import { allMarkets, type Quote } from '@candor/rules'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { MemoryPriceBoard } from '../../price-board/memory-price-board.ts'
import { readReplayFolder } from './read-replay-folder.ts'
import { ReplayFeed, type ReplayFeedOptions } from './replay-feed.ts'

const recordedDays = fileURLToPath(new URL('../../../../../../../shared/market-data/', import.meta.url))
const quiet = { info: () => undefined, warn: () => undefined }

let folder: string
const put = (name: string, rows: readonly string[], header = 'time_ms,bid,ask') =>
  writeFile(join(folder, name), gzipSync([header, ...rows, ''].join('\n')))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-replay-'))
  await put('EURUSD.20140508.csv.gz', ['1000,1.39148,1.3915', '1000,1.39149,1.3915', '3000,1.3915,1.39152'])
  await put('AAPL.20140606.csv.gz', ['1000,645.46,646.0', '2000,645.5,646'])
  await put('AAPL.20140607.csv.gz', ['90000,650,650.5'])
  await put('UNKNOWN.20140607.csv.gz', ['1,1,1'])
  await writeFile(join(folder, 'README.md'), 'not a recording')
})
afterAll(() => rm(folder, { recursive: true }))

const collect = async (dir: string) => {
  const rows: string[] = []
  for await (const { quote, last } of readReplayFolder(dir))
    rows.push(`${quote.time} ${quote.code} ${quote.bid}${last ? ' last' : ''}`)
  return rows
}

test('rulebook Replay: merged by time, then code, then row; the last row of each market says so', async () => {
  expect(await collect(folder)).toEqual([
    `1000 AAPL ${price('645.46')}`,
    `1000 EURUSD ${price('1.39148')}`,
    `1000 EURUSD ${price('1.39149')}`,
    `2000 AAPL ${price('645.5')}`,
    `3000 EURUSD ${price('1.3915')} last`,
    `90000 AAPL ${price('650')} last`,
  ])
})

describe('a folder that cannot be used is refused in one sentence', () => {
  test.each([
    ['/no/such/folder', 'cannot be read'],
    [tmpdir(), 'contains no recording of a listed market'],
  ])('%s', async (dir, words) => {
    await expect(collect(dir)).rejects.toThrow(words)
  })

  test('a wrong heading, a broken row, a file that is no gzip', async () => {
    const odd = await mkdtemp(join(tmpdir(), 'candor-replay-odd-'))
    const write = (content: Buffer) => writeFile(join(odd, 'AAPL.20140606.csv.gz'), content)
    await write(gzipSync('when,bid,ask\n1,2,3\n'))
    await expect(collect(odd)).rejects.toThrow('does not begin with time_ms,bid,ask')
    await write(gzipSync('time_ms,bid,ask\n1,2,3\n2,x,3\n'))
    await expect(collect(odd)).rejects.toThrow('no time, bid and ask in line 3')
    await write(Buffer.from('plain'))
    await expect(collect(odd)).rejects.toThrow('cannot be unpacked')
    await rm(odd, { recursive: true })
  })
})

async function play(parts: Pick<ReplayFeedOptions, 'speed' | 'loop' | 'elapsedMs'>) {
  const quotes: Quote[] = []
  const begun: string[] = []
  const feed = new ReplayFeed({
    isListed: () => true,
    dir: folder,
    ...parts,
    log: quiet,
    sink: { offer: (quote) => quotes.push(quote), restart: (code) => begun.push(code) },
  })
  onTestFinished(() => feed.stop())
  await feed.start()
  const timesOf = (code: string) => quotes.filter((quote) => quote.code === code).map(({ time }) => time)
  return { quotes, begun, timesOf, feed }
}

test('each file starts with the server, at the speed asked for', async () => {
  let elapsedMs = 7_000
  const { timesOf, feed } = await play({ speed: 4, loop: false, elapsedMs: () => elapsedMs })
  await expect.poll(() => [timesOf('AAPL'), timesOf('EURUSD')]).toEqual([[1000], [1000, 1000]])
  elapsedMs += 499
  await expect.poll(() => timesOf('AAPL')).toEqual([1000, 2000])
  expect([timesOf('EURUSD'), feed.recordedNow('EURUSD')]).toEqual([[1000, 1000], 2996])
  elapsedMs += 1
  await expect.poll(() => timesOf('EURUSD')).toEqual([1000, 1000, 3000])
  expect(timesOf('AAPL')).toEqual([1000, 2000])
  expect(feed.recordedNow('BTCUSDT')).toBeNull()
})

test('at full speed and in a loop each market begins anew on its own', async () => {
  const { quotes, begun, feed } = await play({ speed: 'max', loop: true })
  await expect.poll(() => quotes.length).toBeGreaterThan(60)
  await feed.stop()
  expect(begun.filter((code) => code === 'EURUSD').length).toBeGreaterThan(3)
  const euro = quotes.filter((quote) => quote.code === 'EURUSD').slice(0, 6)
  expect(euro.map((quote) => quote.time)).toEqual([1000, 1000, 3000, 1000, 1000, 3000])
})

test('recorded days of real markets: every row in order, and the bad prints in them never trade', async () => {
  if (!existsSync(recordedDays)) {
    process.stdout.write(`    The folder ${recordedDays} is missing: no recorded day was read in this run.\n`)
    expect(existsSync(folder)).toBe(true)
    return
  }
  const board = new MemoryPriceBoard({ markets: allMarkets, clock: systemClock, firstSeq: 1 })
  let tradableApple = 0
  let lowest = price('99999')
  let inOrder = true
  board.onTradable((quote) => {
    if (quote.code !== 'AAPL') return
    tradableApple += 1
    if (quote.mid < lowest) lowest = quote.mid
  })
  let count = 0
  let before = 0
  const began = performance.now()
  for await (const { quote } of readReplayFolder(recordedDays)) {
    if (quote.time < before) inOrder = false
    before = quote.time
    count += 1
    board.offer(quote)
  }
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(
    `    ${count} recorded quotes through the board: ${Math.round(count / seconds)} a second\n`,
  )
  expect(count).toBe(369_713)
  expect(inOrder).toBe(true)
  expect(lowest > price('630')).toBe(true)
  expect(tradableApple).toBeGreaterThan(3_000)
})
