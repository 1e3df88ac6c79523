import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BookLevel, type DepthMessage, depthMessage } from '@candor/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type DepthView, viewOf } from '../../market-data/depth/depth-view.ts'
import { DepthHub } from './depth-hub.ts'

let server: Server
let hub: DepthHub
let url: string
let views: Map<string, DepthView>
/** Codes that are watched now. */
let watched: string[]

beforeEach(async () => {
  views = new Map()
  watched = []
  const depth = {
    watch: (code: string) => {
      watched.push(code)
      return () => {
        watched = watched.filter((one) => one !== code)
      }
    },
    view: (code: string) => views.get(code) ?? viewOf('none', null),
  }
  server = createServer()
  hub = new DepthHub({ depth, isMarket: (code) => code.endsWith('USDT'), mostClients: 5, nowMs: () => 0 })
  server.on('upgrade', (request, socket, head) => hub.upgrade(request, socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/websocket/depth`
})
afterEach(async () => {
  hub.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const trade = (id: number) =>
  ({ id: String(id), price: '50000.5', volume: '0.1', direction: 'buy', time: id }) as const
const bids: BookLevel[] = [['50000', '1']]
const show = (view: Partial<DepthView>) =>
  views.set('BTCUSDT', { ...viewOf('live', 'kraken'), ...views.get('BTCUSDT'), ...view })

async function listen(...subscribe: readonly string[]) {
  const socket = new WebSocket(url)
  const messages: DepthMessage[] = []
  socket.on('message', (data) => messages.push(depthMessage.parse(JSON.parse(String(data)))))
  await once(socket, 'open')
  const say = (message: unknown) => socket.send(JSON.stringify(message))
  if (subscribe.length > 0) say({ subscribe })
  const until = (count: number) => expect.poll(() => messages.length, { interval: 10 }).toBe(count)
  return { socket, messages, say, until }
}

test('I15.9h: a subscriber gets everything at once, then what changed, and every subscriber of a market the same', async () => {
  show({ book: { bids, asks: [] }, trades: [trade(1)], time: 5 })
  const first = await listen('BTCUSDT')
  await first.until(1)
  expect(first.messages[0]).toEqual({
    ...{ code: 'BTCUSDT', state: 'live', exchange: 'kraken', time: 5, whole: true },
    ...{ bids, asks: [], trades: [trade(1)] },
  })
  show({ trades: [trade(2), trade(1)], time: 6 })
  await first.until(2)
  expect(first.messages[1]).toEqual({
    ...{ code: 'BTCUSDT', state: 'live', exchange: 'kraken', time: 6, whole: false },
    trades: [trade(2)],
  })
  const second = await listen('BTCUSDT')
  await second.until(1)
  expect(second.messages[0]).toMatchObject({ whole: true, trades: [trade(2), trade(1)] })
  show({ state: 'stale', book: { bids: [], asks: [] } })
  await first.until(3)
  await second.until(2)
  expect(first.messages[2]).toMatchObject({ state: 'stale', bids: [], asks: [], whole: false })
  expect(second.messages[1]).toEqual(first.messages[2])
})

test('I15.9h: a market is watched while a socket follows it; one without a book says so once', async () => {
  const one = await listen('BTCUSDT', 'NOMARKET')
  const other = await listen('BTCUSDT', 'ETHUSDT')
  await one.until(1)
  await other.until(2)
  expect(one.messages[0]).toMatchObject({ code: 'BTCUSDT', state: 'none', exchange: null })
  expect(watched.sort()).toEqual(['BTCUSDT', 'ETHUSDT'])
  other.say({ unsubscribe: ['BTCUSDT'], subscribe: ['SOLUSDT'] })
  await other.until(3)
  one.socket.close()
  await expect.poll(() => watched.sort()).toEqual(['ETHUSDT', 'SOLUSDT'])
  // Of all the beats since, none had anything to say.
  expect(one.messages).toHaveLength(1)
})

test('I12.5: too many markets, too many messages, or anything else ends the socket; a full hub refuses', async () => {
  const codeOf = async (messages: readonly string[]) => {
    const { socket } = await listen()
    const closed = once(socket, 'close')
    for (const message of messages) socket.send(message)
    return (await closed)[0] as number
  }
  const subscribed = (...codes: string[]) => JSON.stringify({ subscribe: codes })
  expect(await codeOf([subscribed('AUSDT', 'BUSDT', 'CUSDT'), subscribed('DUSDT', 'EUSDT')])).toBe(1008)
  expect(await codeOf([subscribed(...'ABCDE')])).toBe(1008)
  expect(await codeOf(Array.from({ length: 21 }, () => subscribed('AUSDT')))).toBe(1008)
  expect(await codeOf(['hello'])).toBe(1008)
  expect(await codeOf(['x'.repeat(2_000)])).toBe(1009)
  await expect.poll(() => hub.size).toBe(0)
  expect(watched).toEqual([])
  await Promise.all(Array.from({ length: 5 }, () => listen()))
  const sixth = new WebSocket(url)
  const [, response] = (await once(sixth, 'unexpected-response')) as [unknown, { statusCode: number }]
  expect(response.statusCode).toBe(503)
})
