import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { priceEntry } from '@candor/contract'
import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { MemoryPriceBoard } from '../../market-data/price-board/memory-price-board.ts'
import { systemClock } from '../clock.ts'
import { measurePriceSockets, measurePrices } from './measure-prices.ts'
import { PriceHub } from './price-hub.ts'
import { textFrame } from './text-frame.ts'

const frameShape = z.array(priceEntry)
type Frame = z.infer<typeof frameShape>

let server: Server
let hub: PriceHub
let board: MemoryPriceBoard
let url: string
/** Time by which clients may send again. */
let nowMs = 0

const quote = (code: string, text: string) =>
  board.offer({ code, bid: price(text), ask: price(text), time: 1, source: 'simulated', volume: 0 })

beforeEach(async () => {
  board = new MemoryPriceBoard({ markets: allMarkets, clock: systemClock, firstSeq: 100 })
  quote('BTCUSDT', '90000')
  quote('ETHUSDT', '3000')
  server = createServer()
  hub = new PriceHub({ board, mostClients: 20, nowMs: () => nowMs })
  server.on('upgrade', (request, socket, head) => hub.upgrade(request, socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/websocket/message`
})

afterEach(async () => {
  hub.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

class Listener {
  readonly frames: Frame[] = []
  readonly socket: WebSocket
  closedWith: number | null = null

  constructor() {
    this.socket = new WebSocket(url)
    this.socket.on('message', (data, binary) => {
      expect(binary).toBe(false)
      this.frames.push(frameShape.parse(JSON.parse(String(data))))
    })
    this.socket.on('close', (code) => {
      this.closedWith = code
    })
    this.socket.on('error', () => undefined)
  }

  async until(holds: (frames: readonly Frame[]) => boolean): Promise<void> {
    await expect.poll(() => holds(this.frames), { interval: 10 }).toBe(true)
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('calls page, Websockets: on connect one frame with every market that has a price, then only changes', async () => {
  const listener = new Listener()
  await listener.until((frames) => frames.length === 1)
  expect(listener.frames[0]).toEqual([
    { code: 'BTCUSDT', price: '90000.00', zdf: 0 },
    { code: 'ETHUSDT', price: '3000.00', zdf: 0 },
  ])
  quote('ETHUSDT', '3030')
  await listener.until((frames) => frames.length === 2)
  expect(listener.frames[1]).toEqual([{ code: 'ETHUSDT', price: '3030.00', zdf: 1 }])
})

test('conflated: at most five frames a second, and the last price always arrives', async () => {
  const listener = new Listener()
  await listener.until((frames) => frames.length === 1)
  const [began, before] = [performance.now(), hub.totals.frames]
  let quotes = 0
  while (listener.frames.length < 7) {
    quotes += 1
    quote('BTCUSDT', String(90_000 + quotes))
    await sleep(4)
  }
  const beats = (performance.now() - began) / 200
  expect(hub.totals.frames - before).toBeLessThanOrEqual(beats + 1)
  quote('BTCUSDT', '94000')
  await listener.until((frames) => frames.at(-1)?.[0]?.price === '94000.00')
})

test('a subscription gives full quotes of those markets in the same array; unsubscribing ends it', async () => {
  const listener = new Listener()
  await listener.until((frames) => frames.length === 1)
  listener.socket.send(JSON.stringify({ subscribe: ['BTCUSDT', 'NOSUCH'] }))
  await listener.until((frames) => frames.at(-1)?.some((entry) => entry.bid !== undefined) === true)
  const full = listener.frames.at(-1)?.find((entry) => entry.code === 'BTCUSDT')
  expect(full).toMatchObject({ bid: '90000.00', ask: '90000.00', seq: 100, source: 'simulated', time: 1 })
  expect(listener.frames.at(-1)?.find((entry) => entry.code === 'ETHUSDT')?.bid).toBeUndefined()
  listener.socket.send(JSON.stringify({ unsubscribe: ['BTCUSDT'] }))
  const before = listener.frames.length
  await listener.until((frames) => frames.length > before)
  quote('BTCUSDT', '90001')
  await listener.until((frames) => frames.at(-1)?.length === 1 && frames.at(-1)?.[0]?.price === '90001.00')
  expect(listener.frames.at(-1)?.[0]?.bid).toBeUndefined()
})

test('I12.5: with more sets of markets than frames of their own, later clients get every market in full', async () => {
  const codes = allMarkets.map(({ code }) => code).filter((code) => code !== 'BTCUSDT' && code !== 'ETHUSDT')
  const pairs = codes.flatMap((one, at) => codes.slice(at + 1).map((other) => [one, other]))
  hub.close()
  hub = new PriceHub({ board })
  const crowd = pairs.slice(0, 300).map((subscribe) => {
    const socket = new WebSocket(url)
    socket.on('open', () => socket.send(JSON.stringify({ subscribe })))
    return once(socket, 'message').then(() => once(socket, 'message'))
  })
  await Promise.all(crowd)
  const late = new Listener()
  await late.until((frames) => frames.length === 1)
  late.socket.send(JSON.stringify({ subscribe: ['BTCUSDT'] }))
  const inFull = (code: string) => (frames: readonly Frame[]) =>
    frames.at(-1)?.find((entry) => entry.code === code)?.bid !== undefined
  await late.until(inFull('BTCUSDT'))
  expect(inFull('ETHUSDT')(late.frames)).toBe(true)
})

test('bad input closes that socket and nothing else', async () => {
  const good = new Listener()
  await good.until((frames) => frames.length === 1)
  const bads: (string | Buffer)[] = [
    'no json',
    '[]',
    'null',
    '{"subscribe":"BTCUSDT"}',
    JSON.stringify({ subscribe: Array.from({ length: 201 }, () => 'X') }),
    Buffer.from([1, 2, 3]),
    'x'.repeat(20_000),
  ]
  for (const bad of bads) {
    const listener = new Listener()
    await listener.until((frames) => frames.length === 1)
    listener.socket.send(bad)
    await expect.poll(() => listener.closedWith, { message: String(bad).slice(0, 40) }).not.toBeNull()
  }
  quote('BTCUSDT', '90002')
  await good.until((frames) => frames.at(-1)?.[0]?.price === '90002.00')
  expect(hub.size).toBe(1)
})

test('a client that sends too much is disconnected', async () => {
  const listener = new Listener()
  await listener.until((frames) => frames.length === 1)
  nowMs += 3_600_000
  for (let count = 0; count < 20; count++) listener.socket.send('{"subscribe":["BTCUSDT"]}')
  await listener.until((frames) => frames.at(-1)?.some(({ bid }) => bid !== undefined) === true)
  nowMs += 499
  listener.socket.send('{"subscribe":["BTCUSDT"]}')
  await expect.poll(() => listener.closedWith).toBe(1008)
})

test('with too many sockets, the next one is asked to come back later', async () => {
  const all = Array.from({ length: 20 }, () => new Listener())
  for (const listener of all) await listener.until((frames) => frames.length === 1)
  const late = new WebSocket(url)
  const status = await new Promise((resolve) => {
    late.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    late.on('error', () => undefined)
  })
  expect(status).toBe(503)
})

/** Memory this process holds once everything that nobody needs is gone. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('a client that does not read gets no queue: it is skipped, and later gets the newest', async () => {
  const { port } = server.address() as AddressInfo
  const slow = connect(port, '127.0.0.1')
  slow.write(
    'GET /websocket/message HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  while (hub.size === 0) await sleep(5)
  slow.pause()
  const before = heldBytes()
  // Far more than the kernel's buffers and ours can hold, if it were queued.
  let beats = 0
  while (hub.totals.skipped < 200 && beats < 400_000) {
    for (const { code } of allMarkets) quote(code, String(1000 + (beats % 7)))
    hub.beat()
    beats += 1
    if (beats % 50 === 0) await sleep(0)
  }
  expect(hub.totals.skipped).toBeGreaterThanOrEqual(200)
  expect(heldBytes() - before).toBeLessThan(50 * 1024 * 1024)
  for (const { code } of allMarkets) quote(code, '1040')
  let text = ''
  slow.on('data', (chunk) => {
    text = (text + chunk.toString('latin1')).slice(-20_000)
  })
  slow.resume()
  await expect.poll(() => text).toContain('"code":"EURUSD","price":"1040')
  slow.destroy()
})

test('the metrics of a registry report the traffic', async () => {
  const registry = new Registry()
  measurePrices(registry, board)
  measurePriceSockets(registry, hub)
  const listener = new Listener()
  await listener.until((frames) => frames.length === 1)
  quote('BTCUSDT', '90001')
  await listener.until((frames) => frames.length === 2)
  const text = await registry.metrics()
  expect(text).toContain('candor_quotes_total{source="simulated"} 1')
  expect(text).toContain('candor_price_sockets 1')
  expect(text).toMatch(/candor_feed_age_seconds\{source="simulated"\} \d/)
  expect(text).toMatch(/candor_price_frames_total [1-9]/)
  expect(text).toContain('candor_price_skipped_total 0')
})

test('a prepared frame is as RFC 6455 specifies, at every length', () => {
  expect([...textFrame('[]')]).toEqual([0x81, 2, 0x5b, 0x5d])
  expect([...textFrame('x'.repeat(126)).subarray(0, 4)]).toEqual([0x81, 126, 0, 126])
  expect([...textFrame('x'.repeat(70_000)).subarray(0, 10)]).toEqual([
    0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70,
  ])
})
