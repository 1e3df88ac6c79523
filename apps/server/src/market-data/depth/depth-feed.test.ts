import type { BookLevel } from '@candor/contract'
import { price } from '@candor/money'
import { allMarkets } from '@candor/rules'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { krakenBookFrame } from '../../testing/exchanges/kraken-like-depth.ts'
import { type LocalExchange, startLocalExchange } from '../../testing/exchanges/local-exchange.ts'
import { liveSettingsFrom } from '../feeds/live/live-settings.ts'
import { MemoryPriceBoard } from '../price-board/memory-price-board.ts'
import { binanceDepth } from './binance-depth.ts'
import { coinbaseDepth } from './coinbase-depth.ts'
import { DepthFeed } from './depth-feed.ts'
import type { DepthProtocol } from './depth-protocol.ts'
import { krakenDepth } from './kraken-depth.ts'
import { openDepth } from './open-depth.ts'

let exchange: LocalExchange
const stops: (() => void)[] = []
const log = { info: () => undefined, warn: () => undefined }

beforeEach(async () => {
  exchange = await startLocalExchange()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await exchange.close()
})

const until = (holds: () => unknown, what: string) =>
  expect.poll(() => Boolean(holds()), { interval: 5, message: what }).toBe(true)

function feedOf(protocol: DepthProtocol, graceMs = 60_000): DepthFeed {
  const patience = { firstWaitMs: 20, graceMs, resyncMs: 20 }
  const feed = new DepthFeed({ protocol, clock: systemClock, chance: () => 0.5, log, patience })
  stops.push(() => feed.stop())
  return feed
}

const bids: BookLevel[] = [
  ['50000.0', '0.50000000'],
  ['49999.5', '1.00000000'],
]
const asks: BookLevel[] = [
  ['50001.0', '0.25000000'],
  ['50002.0', '2.00000000'],
]
/** Stands for Kraken: it sends frames with the checksum of the book after them. */
function krakenSide(symbol = 'BTC/USDT') {
  const book = krakenDepth().newBook()
  return {
    snapshot: () => {
      book.replace(bids, asks)
      exchange.send(krakenBookFrame('snapshot', { symbol, bids, asks }, book))
    },
    update: (changed: { bids?: BookLevel[]; asks?: BookLevel[] }) => {
      const { bids = [], asks = [] } = changed
      book.change(bids, asks)
      exchange.send(krakenBookFrame('update', { symbol, bids, asks }, book))
    },
    /** A change that never arrives. */
    loses: (changed: BookLevel[]) => book.change(changed, []),
  }
}
const krakenTrade = (trade_id: number, side: string, at: string) => ({
  ...{ symbol: 'BTC/USDT', side, price: 50000.5, qty: 0.125, ord_type: 'market', trade_id },
  timestamp: `2026-11-20T20:00:${at}Z`,
})

test('I15.9g: Kraken: a market is subscribed to once somebody looks; snapshot, changes and trades make its book', async () => {
  const feed = feedOf(krakenDepth(exchange.url))
  expect(feed.view('BTCUSDT')).toMatchObject({ state: 'waiting', exchange: 'kraken' })
  expect(feed.view('EURUSD')).toMatchObject({ state: 'none', exchange: null })
  feed.watch('EURUSD')
  expect(exchange.peers).toHaveLength(0)
  feed.watch('BTCUSDT')
  await until(() => exchange.heard.length === 2, 'two subscriptions')
  expect(exchange.heard.map(({ params }) => params)).toEqual([
    { channel: 'book', symbol: ['BTC/USDT'], depth: 100, snapshot: true },
    { channel: 'trade', symbol: ['BTC/USDT'], snapshot: true },
  ])
  const side = krakenSide()
  side.snapshot()
  side.update({ bids: [['50000.0', '0.75000000']], asks: [['50001.0', '0.00000000']] })
  await until(() => feed.view('BTCUSDT').book.asks.length === 1, 'the change')
  expect(feed.view('BTCUSDT')).toMatchObject({
    state: 'live',
    book: { bids: [['50000.0', '0.75000000'], bids[1]], asks: [asks[1]] },
  })
  const trades = (type: string, ...data: object[]) => exchange.send({ channel: 'trade', type, data })
  trades('snapshot', krakenTrade(8, 'buy', '01.5'), krakenTrade(9, 'sell', '02.5'))
  trades('update', krakenTrade(9, 'sell', '02.5'), krakenTrade(10, 'buy', '02.5'))
  await until(() => feed.view('BTCUSDT').trades.length === 3, 'the trades')
  expect(feed.view('BTCUSDT').trades.map(({ id, direction }) => `${id} ${direction}`)).toEqual([
    '10 buy',
    '9 sell',
    '8 buy',
  ])
  expect(feed.view('BTCUSDT').trades[0]).toMatchObject({ price: '50000.5', volume: '0.125' })
})

test('I15.9g: Kraken: a book that does not match its checksum is stale, and is read again', async () => {
  const feed = feedOf(krakenDepth(exchange.url))
  feed.watch('BTCUSDT')
  await until(() => exchange.heard.length === 2, 'two subscriptions')
  const side = krakenSide()
  side.snapshot()
  await until(() => feed.view('BTCUSDT').state === 'live', 'the book')
  side.loses([['49999.9', '3.00000000']])
  side.update({ bids: [['49999.8', '1.00000000']] })
  await until(() => feed.view('BTCUSDT').state === 'stale', 'the fault')
  // The last book that was right is still there to be shown.
  expect(feed.view('BTCUSDT').book).toEqual({ bids, asks })
  await until(() => exchange.heard.length === 4, 'the book asked for again')
  expect(exchange.heard.slice(2).map(({ method, params }) => [method, params])).toMatchObject([
    ['unsubscribe', { channel: 'book', symbol: ['BTC/USDT'] }],
    ['subscribe', { channel: 'book', symbol: ['BTC/USDT'] }],
  ])
  side.update({ bids: [['49999.7', '1.00000000']] })
  side.snapshot()
  await until(() => feed.view('BTCUSDT').state === 'live', 'the book again')
  expect(feed.view('BTCUSDT').book).toEqual({ bids, asks })
  expect(feed.resyncs).toBe(1)
  expect(exchange.peers).toHaveLength(1)
})

const coinbaseFrame = (sequence_num: number, channel: string, ...events: object[]) =>
  exchange.send({ channel, timestamp: '2026-11-20T20:00:00Z', sequence_num, events })
const coinbaseBook = (type: string, ...levels: string[]) => ({
  ...{ type, product_id: 'BTC-USDT' },
  updates: levels.map((text) => {
    const [side, price_level, new_quantity] = text.split(' ')
    return { side, price_level, new_quantity, event_time: '2026-11-20T20:00:00Z' }
  }),
})

test('I15.9g: Coinbase: the whole book and its changes; after a gap in the numbers everything is read again', async () => {
  const feed = feedOf(coinbaseDepth(exchange.url))
  feed.watch('BTCUSDT')
  await until(() => exchange.heard.length === 3, 'three subscriptions')
  expect(exchange.heard.map(({ channel }) => channel)).toEqual(['heartbeats', 'level2', 'market_trades'])
  coinbaseFrame(0, 'l2_data', coinbaseBook('snapshot', 'bid 49999 1', 'bid 50000 2', 'offer 50001 0.5'))
  coinbaseFrame(1, 'l2_data', coinbaseBook('update', 'bid 49999 0', 'offer 50000.5 1'))
  const trade = { trade_id: '7', product_id: 'BTC-USDT', price: '50000.5', size: '0.1', side: 'SELL' }
  const traded = { ...trade, time: '2026-11-20T20:00:00Z' }
  coinbaseFrame(2, 'market_trades', { type: 'update', trades: [traded] })
  await until(() => feed.view('BTCUSDT').trades.length === 1, 'a trade')
  const book = {
    bids: [['50000', '2']],
    asks: [
      ['50000.5', '1'],
      ['50001', '0.5'],
    ],
  }
  expect(feed.view('BTCUSDT')).toMatchObject({ state: 'live', book })
  // The seller's order was waiting: a buyer came.
  expect(feed.view('BTCUSDT').trades[0]?.direction).toBe('buy')
  coinbaseFrame(4, 'l2_data', coinbaseBook('update', 'bid 50000 9'))
  await until(() => exchange.peers.length === 2, 'a second connection')
  expect(feed.view('BTCUSDT')).toMatchObject({ state: 'stale', book })
  await until(() => exchange.heard.length === 6, 'subscribed again')
  coinbaseFrame(0, 'l2_data', coinbaseBook('update', 'bid 50000 9'))
  coinbaseFrame(1, 'l2_data', coinbaseBook('snapshot', 'bid 50002 1', 'offer 50003 1'))
  await until(() => feed.view('BTCUSDT').state === 'live', 'the book again')
  expect(feed.view('BTCUSDT').book).toEqual({ bids: [['50002', '1']], asks: [['50003', '1']] })
})

test('I15.9g: Binance: each message is the whole of the best levels, and an older one is left out', async () => {
  const feed = feedOf(binanceDepth(exchange.url))
  feed.watch('BTCUSDT')
  await until(() => exchange.heard.length === 2, 'a subscription')
  expect(exchange.heard).toMatchObject([
    { method: 'SET_PROPERTY', params: ['combined', true] },
    { method: 'SUBSCRIBE', params: ['btcusdt@depth20@100ms', 'btcusdt@trade'] },
  ])
  const send = (stream: string, data: object) => exchange.send({ stream: `btcusdt@${stream}`, data })
  send('depth20@100ms', { lastUpdateId: 160, bids, asks })
  send('depth20@100ms', { lastUpdateId: 159, bids: [['1', '1']], asks: [] })
  send('trade', { e: 'trade', t: 5, p: '50000.00', q: '1.5', T: 1795000000000, m: true })
  await until(() => feed.view('BTCUSDT').trades.length === 1, 'a trade')
  expect(feed.view('BTCUSDT')).toMatchObject({ state: 'live', exchange: 'binance', book: { bids, asks } })
  // The buyer's order was waiting: a seller came.
  expect(feed.view('BTCUSDT').trades).toMatchObject([{ id: '5', direction: 'sell', volume: '1.5' }])
})

test('I15.9g: a lost connection makes the book stale at once, a new one brings it back; so does silence', async () => {
  let staleAfterMs = 60_000
  const feed = feedOf({
    ...krakenDepth(exchange.url),
    get staleAfterMs() {
      return staleAfterMs
    },
  })
  feed.watch('BTCUSDT')
  await until(() => exchange.heard.length === 2, 'two subscriptions')
  const side = krakenSide()
  side.snapshot()
  await until(() => feed.view('BTCUSDT').state === 'live', 'the book')
  staleAfterMs = 0
  expect(feed.view('BTCUSDT').state).toBe('stale')
  staleAfterMs = 60_000
  expect(feed.view('BTCUSDT').state).toBe('live')
  exchange.peers[0]?.terminate()
  await until(() => feed.view('BTCUSDT').state === 'stale', 'the loss')
  expect(feed.view('BTCUSDT').book).toEqual({ bids, asks })
  await until(() => exchange.heard.length === 4, 'subscribed again')
  side.snapshot()
  await until(() => feed.view('BTCUSDT').state === 'live', 'the book again')
})

test('I15.9g: viewers share one subscription; it ends a while after the last one left, and with it the connection', async () => {
  const feed = feedOf(krakenDepth(exchange.url), 30)
  const leaveFirst = feed.watch('BTCUSDT')
  const leaveSecond = feed.watch('BTCUSDT')
  const leaveOther = feed.watch('ETHUSDT')
  await until(() => exchange.heard.length === 2, 'two subscriptions')
  expect(exchange.heard[0]).toMatchObject({ params: { symbol: ['BTC/USDT', 'ETH/USDT'] } })
  leaveFirst()
  leaveFirst()
  leaveOther()
  await until(() => exchange.heard.length === 4, 'the end of one')
  expect(exchange.heard[2]).toMatchObject({ method: 'unsubscribe', params: { symbol: ['ETH/USDT'] } })
  expect(feed.size).toBe(1)
  leaveSecond()
  const leaveThird = feed.watch('BTCUSDT')
  let closed = false
  exchange.peers[0]?.on('close', () => {
    closed = true
  })
  leaveThird()
  await until(() => closed, 'the end of the connection')
  expect(exchange.heard).toHaveLength(4)
  expect(feed.size).toBe(0)
})

test('I15.9g: a market that the exchange refuses has no book, and nothing that an exchange sends throws', async () => {
  const feed = feedOf(krakenDepth(exchange.url))
  feed.watch('BTCUSDT')
  await until(() => exchange.heard.length === 2, 'two subscriptions')
  const error = 'Currency pair not supported BTC/USDT'
  exchange.send({ error, method: 'subscribe', success: false, symbol: 'BTC/USDT' })
  await until(() => feed.view('BTCUSDT').state === 'none', 'the refusal')
  const odd = [
    ...['', '{', 'null', '[]', '7', '{"channel":"book"}', '{"channel":"book","data":[{"symbol":1}]}'],
    ...['{"channel":"l2_data","events":[{}]}', '{"channel":"trade","data":[{"price":1e9,"qty":"x"}]}'],
    ...['{"stream":5,"data":{"lastUpdateId":1}}', '{"channel":"market_trades","events":[{"trades":[{}]}]}'],
  ]
  for (const protocol of [krakenDepth(), coinbaseDepth(), binanceDepth()])
    for (const text of odd) expect(protocol.read(text).trades).toEqual([])
})

test('I15.9g: a market with simulated prices has no book, and one with live prices has that of its exchange', async () => {
  const board = new MemoryPriceBoard({ markets: allMarkets, clock: systemClock, firstSeq: 1 })
  const settings = liveSettingsFrom({ CANDOR_CRYPTO_URL: exchange.url })
  const depth = openDepth({ feed: { mode: 'auto', settings, history: [] }, board, clock: systemClock, log })
  stops.push(() => depth.stop())
  const quote = (source: 'live' | 'simulated') =>
    board.offer({ code: 'BTCUSDT', bid: price('50000'), ask: price('50001'), time: 1, volume: 0, source })
  depth.watch('BTCUSDT')
  await until(() => exchange.heard.length === 2, 'two subscriptions')
  krakenSide().snapshot()
  await until(() => depth.view('BTCUSDT').state === 'live', 'the book')
  quote('simulated')
  expect(depth.view('BTCUSDT')).toMatchObject({ state: 'none', exchange: null, book: { bids: [], asks: [] } })
  quote('live')
  expect(depth.view('BTCUSDT')).toMatchObject({ state: 'live', exchange: 'kraken' })
  const simulated = openDepth({ feed: { mode: 'simulated' }, board, clock: systemClock, log })
  simulated.watch('BTCUSDT')
  expect(simulated.view('BTCUSDT').state).toBe('none')
})
