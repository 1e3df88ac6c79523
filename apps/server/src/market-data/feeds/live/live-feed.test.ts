import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Price, price, priceToNumber } from '@candor/money'
import { allMarkets, type Market, marketOf, type Quote } from '@candor/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { ManualClock, systemClock } from '../../../platform/clock.ts'
import { liraPair } from '../../instruments/test-instruments.ts'
import { MemoryPriceBoard } from '../../price-board/memory-price-board.ts'
import { AutoFeed } from '../auto/auto-feed.ts'
import type { FeedSink } from '../feed.ts'
import { Simulator } from '../simulated/simulator.ts'
import { binance } from './binance.ts'
import { coinbase } from './coinbase.ts'
import { kraken } from './kraken.ts'
import { LiveConnection } from './live-connection.ts'
import { LiveFeed, liveCodes } from './live-feed.ts'
import { liveSettingsFrom } from './live-settings.ts'
import { massive } from './massive.ts'
import { waitBefore } from './persistent-connection.ts'
import type { LiveProtocol } from './protocol.ts'

const folder = fileURLToPath(new URL('../../../../../../../shared/market-data/frames/', import.meta.url))
const recorded = existsSync(folder)

/** As the exchanges document them; used where the recorded frames are not at hand. */
const written: Readonly<Record<string, string>> = {
  'kraken.ws_ticker_snapshot.json':
    '{"channel":"ticker","type":"snapshot","data":[{"symbol":"BTC/USD","bid":105944.20,"bid_qty":2.5,"ask":105944.30,"ask_qty":3.2,"last":105899.40,"timestamp":"2022-12-25T09:30:59.123456Z"}]}',
  'kraken.ws_pong.json': '{"method":"pong","req_id":42}',
  'kraken.ws_subscribe_response.json':
    '{"method":"subscribe","result":{"channel":"ticker","symbol":"BTC/USD","snapshot":true},"success":true}',
  'kraken.ws_trade_update.json':
    '{"channel":"trade","type":"update","data":[{"symbol":"BTC/USD","price":1.5}]}',
  'coinbase.ws_ticker.json':
    '{"channel":"ticker","timestamp":"2026-04-07T14:30:03.000000Z","sequence_num":12,"events":[{"type":"snapshot","tickers":[{"type":"ticker","product_id":"BTC-USD","price":"68900.50","best_bid":"68900.00","best_ask":"68901.00"}]}]}',
  'coinbase.ws_heartbeats.json':
    '{"channel":"heartbeats","sequence_num":0,"events":[{"heartbeat_counter":42}]}',
  'coinbase.ws_subscriptions.json':
    '{"channel":"subscriptions","sequence_num":0,"events":[{"subscriptions":{"ticker":["BTC-USD"]}}]}',
  'binance.book_ticker_stream.json':
    '{"e":"bookTicker","u":400900217,"E":1568014460893,"T":1568014460891,"s":"BNBUSDT","b":"25.35190000","B":"31.21","a":"25.36520000","A":"40.66"}',
  'binance.trade_stream.json': '{"e":"trade","E":123456789,"s":"BTCUSDT","t":5933014,"p":"0.001","q":"100"}',
}

if (!recorded)
  process.stdout.write(
    `    The folder ${folder} is missing: frames written in this test stand in for the recorded ones,\n` +
      '    so that this run does not cover the shapes as the exchanges really sent them.\n',
  )

const frame = (name: string): string =>
  recorded ? readFileSync(`${folder}${name}`, 'utf8') : (written[name] ?? '')

/** One line, as exchanges send it. */
const sent = (name: string) => JSON.stringify(JSON.parse(frame(name)))
const numbered = (name: string, sequence: number) =>
  JSON.stringify({ ...(JSON.parse(frame(name)) as object), sequence_num: sequence })

let http: Server
let exchange: WebSocketServer
let url: string
let peers: WebSocket[] = []
let heard: string[] = []
const stops: (() => void)[] = []
const notes: string[] = []
const log = {
  info: (_: object, text: string) => notes.push(text),
  warn: (_: object, text: string) => notes.push(text),
}

beforeEach(async () => {
  peers = []
  heard = []
  notes.length = 0
  http = createServer()
  exchange = new WebSocketServer({ server: http })
  exchange.on('connection', (socket) => {
    peers.push(socket)
    socket.on('message', (data) => heard.push(String(data)))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`
})

afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  for (const peer of peers) peer.terminate()
  await new Promise((resolve) => http.close(resolve))
})

const until = (holds: () => boolean, what: string) =>
  expect.poll(holds, { interval: 5, message: what }).toBe(true)

function connectTo(protocol: LiveProtocol, deadAfterMs = 60_000) {
  const quotes: Quote[] = []
  const gaps: string[] = []
  const connection = new LiveConnection({
    protocol,
    clock: systemClock,
    chance: () => 0.5,
    log,
    onQuote: (quote) => quotes.push(quote),
    onGap: (name) => gaps.push(name),
    patience: { firstWaitMs: 20, deadAfterMs },
  })
  connection.start()
  stops.push(() => connection.stop())
  return { quotes, gaps }
}

const newestPeer = () => peers.at(-1)

describe('live readers against a local server that speaks the exchanges’ frames', () => {
  test('Kraken: subscribes to the ticker at every change, reads it, and passes over everything else', async () => {
    const { quotes } = connectTo(kraken(url))
    await until(() => heard.length > 0, 'a subscription')
    const subscription = JSON.parse(heard[0] ?? '{}') as {
      method: string
      params: { channel: string; symbol: string[] }
    }
    expect(subscription).toMatchObject({
      method: 'subscribe',
      params: { channel: 'ticker', event_trigger: 'bbo' },
    })
    expect(subscription.params.symbol).toContain('BTC/USDT')
    for (const name of [
      'kraken.ws_subscribe_response.json',
      'kraken.ws_pong.json',
      'kraken.ws_trade_update.json',
    ])
      newestPeer()?.send(sent(name))
    newestPeer()?.send(sent('kraken.ws_ticker_snapshot.json'))
    await until(() => quotes.length > 0, 'a quote')
    expect(quotes).toEqual([
      {
        code: 'BTCUSD',
        bid: price('105944.2'),
        ask: price('105944.3'),
        time: Date.parse('2022-12-25T09:30:59.123456Z'),
        source: 'live',
        volume: 0,
      },
    ])
  })

  test('Coinbase: reads tickers, and begins anew after a gap in the numbers', async () => {
    const { quotes, gaps } = connectTo(coinbase(url))
    await until(() => heard.length === 2, 'two subscriptions')
    newestPeer()?.send(numbered('coinbase.ws_subscriptions.json', 0))
    newestPeer()?.send(numbered('coinbase.ws_heartbeats.json', 1))
    newestPeer()?.send(numbered('coinbase.ws_ticker.json', 2))
    await until(() => quotes.length === 1, 'a quote')
    expect(quotes[0]).toMatchObject({
      code: 'BTCUSD',
      bid: price('68900'),
      ask: price('68901'),
      source: 'live',
    })
    newestPeer()?.send(numbered('coinbase.ws_ticker.json', 5))
    await until(() => peers.length === 2, 'a second connection')
    expect(gaps).toEqual(['coinbase'])
    expect(quotes).toHaveLength(1)
    await until(() => heard.length === 4, 'subscribed again')
    newestPeer()?.send(numbered('coinbase.ws_ticker.json', 12))
    await until(() => quotes.length === 2, 'a quote on the new connection')
  })

  test('Binance: reads the best bid and ask, drops an older update, conflates a burst to the newest', async () => {
    const { quotes } = connectTo(binance(url))
    await until(() => heard.length > 0, 'a subscription')
    expect(heard[0]).toContain('"btcusdt@bookTicker"')
    newestPeer()?.send(sent('binance.trade_stream.json'))
    newestPeer()?.send(sent('binance.book_ticker_stream.json'))
    await until(() => quotes.length === 1, 'a quote')
    expect(quotes[0]).toMatchObject({ code: 'BNBUSDT', bid: price('25.3519'), ask: price('25.3652') })
    const update = (u: number, b: string) => JSON.stringify({ u, s: 'BNBUSDT', b, B: '1', a: '26', A: '1' })
    newestPeer()?.send(update(400900216, '1'))
    for (let count = 1; count <= 50; count++)
      newestPeer()?.send(update(400900217 + count, `25.${100 + count}`))
    await until(() => quotes.at(-1)?.bid === price('25.150'), 'the newest of the burst')
    expect(quotes.length).toBeLessThan(10)
    expect(quotes.every((quote) => quote.bid !== price('1'))).toBe(true)
  })

  test('Massive, with a key: signs in, subscribes after the yes, reads stocks, forex and futures; delayed says so', async () => {
    const settings = { key: 'k', delayed: true, futures: new Map([['ES', 'ESZ6']]), url }
    const yes = '[{"ev":"status","status":"auth_success","message":"authenticated"}]'
    const stocks = connectTo(massive('stocks', settings))
    await until(() => heard.includes('{"action":"auth","params":"k"}'), 'the key')
    newestPeer()?.send(yes)
    await until(() => heard.some((text) => text.includes('Q.AAPL')), 'a subscription')
    newestPeer()?.send('[{"ev":"Q","sym":"AAPL","bp":114.125,"bs":1,"ap":114.128,"as":1,"t":1536036818784}]')
    await until(() => stocks.quotes.length === 1, 'a stock')
    expect(stocks.quotes[0]).toMatchObject({
      code: 'AAPL',
      bid: price('114.125'),
      source: 'delayed',
      time: 1536036818784,
    })
    const futures = connectTo(massive('futures', settings))
    await until(() => peers.length === 2, 'a second connection')
    newestPeer()?.send('[{"ev":"Q","sym":"ESZ6","bp":6790.25,"ap":6790.5,"t":1536036818784}]')
    await until(() => futures.quotes.length === 1, 'a future')
    expect(futures.quotes[0]).toMatchObject({ code: 'ES', ask: price('6790.5') })
    expect(
      massive('forex', settings).read('[{"ev":"C","p":"EUR/USD","a":1.1644,"b":1.1642,"t":1536036818784}]')
        .quotes,
    ).toEqual([{ symbol: 'EURUSD', bid: price('1.1642'), ask: price('1.1644'), time: 1536036818784 }])
    expect(
      massive('forex', settings).read('[{"ev":"status","status":"auth_failed","message":"no"}]').refused,
    ).toBe('no')
  })

  test('nothing an exchange sends throws', () => {
    const protocols = [
      kraken(),
      coinbase(),
      binance(),
      massive('stocks', { key: '', delayed: false, futures: new Map() }),
    ]
    const odd = [
      '',
      '{',
      'null',
      '[]',
      '[null]',
      '7',
      '{"channel":"ticker"}',
      '{"channel":"ticker","data":[{"symbol":1,"bid":{},"ask":null}]}',
      '{"channel":"ticker","events":[{"tickers":[{}]}]}',
      '{"u":1,"s":"X","b":"1e5","a":"-"}',
      '[{"ev":"Q","sym":"A","bp":1e400}]',
    ]
    for (const protocol of protocols) for (const text of odd) expect(protocol.read(text).quotes).toEqual([])
  })

  test('a connection on which nothing is heard is dead: it is begun anew', async () => {
    connectTo(kraken(url), 150)
    await until(() => peers.length >= 2, 'a second connection')
    expect(notes).toContain('no messages received: reconnecting')
  })

  test('waits double to half a minute, spread by chance, and a lost server is found again', async () => {
    expect([0, 1, 2, 10, 99].map((attempt) => waitBefore(attempt, 1))).toEqual([
      500, 1000, 2000, 30_000, 30_000,
    ])
    expect(waitBefore(3, 0)).toBe(2000)
    connectTo(kraken(url))
    await until(() => peers.length === 1, 'a connection')
    newestPeer()?.terminate()
    await until(() => peers.length === 2, 'a second connection')
  })
})

describe('auto: live per market, simulated where it is not, and back', () => {
  test('I16.10: a market that is added is subscribed to by its symbol without a restart; one without a symbol is simulated', async () => {
    const clock = new ManualClock(Date.parse('2026-11-20T20:00:00Z'))
    const quotes: Quote[] = []
    const sink = { offer: (quote: Quote) => quotes.push(quote), restart: () => undefined }
    const settings = liveSettingsFrom({ CANDOR_CRYPTO_EXCHANGE: 'coinbase', CANDOR_CRYPTO_URL: url })
    const coin = marketOf(
      liraPair('USD', {
        ...{
          code: 'PEPEUSD',
          type: 2,
          base: 'PEPE',
          quoteCurrency: 'USD',
          symbols: { coinbase: 'PEPE-USD' },
        },
      }),
    )
    const lira = marketOf(liraPair('USD'))
    let markets: readonly Market[] = allMarkets
    const simulator = new Simulator({ markets, clock, seed: 3, sink })
    const listed = () => markets
    const auto = new AutoFeed({
      ...{ markets, clock, sink, log, simulator },
      live: (to) => ({
        feed: new LiveFeed({ settings, markets: listed, clock, chance: () => 0, sink: to, log }),
        codes: () => liveCodes(settings, markets),
      }),
    })
    await auto.start()
    stops.push(() => void auto.stop())
    await until(() => heard.length === 2, 'subscriptions')
    expect(heard.join()).not.toContain('PEPE-USD')
    for (const market of [lira, coin]) {
      markets = [...markets, market]
      auto.add(market)
    }
    await until(() => heard.length === 4, 'subscribed again')
    expect(heard[2]).toContain('PEPE-USD')
    const of = (code: string) => quotes.filter((quote) => quote.code === code).map(({ source }) => source)
    expect([new Set(of('USDTRY')), of('PEPEUSD')]).toEqual([new Set(['simulated']), []])
    const message = numbered('coinbase.ws_ticker.json', 0).replaceAll('BTC-USD', 'PEPE-USD')
    newestPeer()?.send(message)
    await until(() => of('PEPEUSD').length > 0, 'a live quote')
    expect(of('PEPEUSD')).toEqual(['live'])
  })

  test('T4: labelled whichever it is; the simulator goes on from the last live price', async () => {
    const clock = new ManualClock(Date.parse('2026-11-20T20:00:00Z'))
    const quotes: Quote[] = []
    const sink = { offer: (quote: Quote) => quotes.push(quote), restart: () => undefined }
    const settings = liveSettingsFrom({ CANDOR_CRYPTO_EXCHANGE: 'coinbase', CANDOR_CRYPTO_URL: url })
    const simulator = new Simulator({ markets: allMarkets, clock, seed: 3, sink })
    const auto = new AutoFeed({
      markets: allMarkets,
      clock,
      sink,
      log,
      simulator,
      live: (to) => ({
        feed: new LiveFeed({ settings, markets: () => [], clock, chance: () => 0, sink: to, log }),
        codes: () => new Set(['BTCUSD']),
      }),
    })
    await auto.start()
    stops.push(() => void auto.stop())
    const of = (code: string) => quotes.filter((quote) => quote.code === code)
    expect(of('EURUSD')[0]?.source).toBe('simulated')
    expect(of('BTCUSD')).toEqual([])
    await until(() => heard.length === 2, 'subscriptions')
    newestPeer()?.send(numbered('coinbase.ws_ticker.json', 0))
    await until(() => of('BTCUSD').length > 0, 'a live quote')
    expect(of('BTCUSD').map((quote) => quote.source)).toEqual(['live'])

    clock.advance(31_000)
    auto.watch()
    const fallen = of('BTCUSD').at(-1)
    expect(fallen?.source).toBe('simulated')
    expect(Math.abs(priceToNumber((fallen?.bid ?? 0n) as Price) / 68_900 - 1)).toBeLessThan(0.002)

    newestPeer()?.send(numbered('coinbase.ws_ticker.json', 1))
    await until(() => of('BTCUSD').at(-1)?.source === 'live', 'live again')
    const count = of('BTCUSD').length
    for (let tick = 0; tick < 20; tick++) simulator.tick()
    expect(of('BTCUSD')).toHaveLength(count)
  })

  test('a live source that never speaks: simulated after a short patience', async () => {
    const clock = new ManualClock(Date.parse('2026-11-20T20:00:00Z'))
    const quotes: Quote[] = []
    const sink = { offer: (quote: Quote) => quotes.push(quote), restart: () => undefined }
    const idle = { start: async () => undefined, stop: async () => undefined, recordedNow: () => null }
    const simulator = new Simulator({ markets: allMarkets, clock, seed: 3, sink })
    const auto = new AutoFeed({
      markets: allMarkets,
      clock,
      sink,
      log,
      simulator,
      live: () => ({ feed: idle, codes: () => new Set(['BTCUSD']) }),
    })
    await auto.start()
    stops.push(() => void auto.stop())
    clock.advance(5_999)
    auto.watch()
    expect(quotes.some((quote) => quote.code === 'BTCUSD')).toBe(false)
    clock.advance(1)
    auto.watch()
    expect(quotes.filter((quote) => quote.code === 'BTCUSD').length).toBeGreaterThanOrEqual(6)
  })

  test('I16.10: a live market that closes by hours that are announced while it runs keeps its last real price', async () => {
    const clock = new ManualClock(Date.parse('2026-11-20T23:59:50Z'))
    const board = new MemoryPriceBoard({ markets: allMarkets, clock, firstSeq: 1 })
    const listed = (code: string) => board.listed(code)
    const quotes: Quote[] = []
    const sink = { offer: (quote: Quote) => quotes.push(quote), restart: () => undefined }
    const idle = { start: async () => undefined, stop: async () => undefined, recordedNow: () => null }
    let live: FeedSink = sink
    const auto = new AutoFeed({
      ...{ markets: allMarkets, clock, sink, log, listed },
      simulator: new Simulator({ markets: allMarkets, clock, seed: 3, sink, listed }),
      live: (to) => {
        live = to
        return { feed: idle, codes: () => new Set(['BTCUSD']) }
      },
    })
    await auto.start()
    stops.push(() => void auto.stop())
    const sources = () => quotes.filter(({ code }) => code === 'BTCUSD').map(({ source }) => source)
    const [bid, ask] = [price('68900'), price('68901')]
    live.offer({ code: 'BTCUSD', bid, ask, time: clock.now(), source: 'live', volume: 0 })
    const closed = { day: '2026-11-21', name: 'Maintenance', kind: 'closed', from: null, to: null } as const
    board.announceHours({ days: [{ ...closed, scope: 'class:crypto' }], weeks: [] })
    clock.advance(31_000)
    auto.watch()
    expect(sources()).toEqual(['live'])
  })
})

test('settings that name no exchange are refused in words', () => {
  expect(() => liveSettingsFrom({ CANDOR_CRYPTO_EXCHANGE: 'mtgox' })).toThrow(
    'kraken, coinbase, binance, off',
  )
  expect(() => liveSettingsFrom({ CANDOR_MASSIVE_KEY: 'k', CANDOR_MASSIVE_FUTURES: 'AAPL=X' })).toThrow(
    'ES=ESZ6',
  )
  expect(liveSettingsFrom({}).massive).toBeNull()
})
