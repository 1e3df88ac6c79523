import { type Price, price } from '@candor/money'
import { allMarkets, type BoardQuote, isOpenAt, marketTerms, type TradableQuote } from '@candor/rules'
import { beforeEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { MemoryPriceBoard } from './memory-price-board.ts'

const tuesday = Date.parse('2026-11-17T15:00:00Z')

let clock: ManualClock
let recorded: Map<string, number>
let board: MemoryPriceBoard

beforeEach(() => {
  clock = new ManualClock(tuesday)
  recorded = new Map()
  board = new MemoryPriceBoard({
    markets: allMarkets,
    clock,
    firstSeq: 1_000,
    recordedNow: (code) => recorded.get(code) ?? null,
  })
})

const give = (
  code: string,
  bid: string,
  ask = bid,
  source: 'simulated' | 'replay' | 'live' = 'simulated',
  time = clock.now(),
) => board.offer({ code, bid: price(bid), ask: price(ask), time, source, volume: 0 })
const settle = (code: string, at: string) => {
  for (let count = 0; count < 6; count++) give(code, at)
}

/** Tuesday’s session of the New York calendar ends at noon there, 17:00 UTC. */
const noon = Date.parse('2026-11-17T17:00:00Z')
const noonClose = {
  days: [
    {
      scope: 'calendar:NYSE',
      day: '2026-11-17',
      name: 'Half day',
      kind: 'shortened',
      from: null,
      to: '12:00',
    },
  ],
  weeks: [],
} as const

describe('I16.10: announced hours on the board', () => {
  test('they decide whether a market is open and which quotes are in session, to the millisecond, and those of a replay by its own time', () => {
    board.announceHours(noonClose)
    clock.set(noon - 1)
    settle('AAPL', '268')
    expect(board.isOpen('AAPL')).toBe(true)
    expect(board.latestTradable('AAPL', 'demo')?.inSession).toBe(true)
    clock.set(noon)
    give('AAPL', '268.1')
    expect(board.isInSession('AAPL')).toBe(false)
    expect(board.latestTradable('AAPL', 'demo')).toMatchObject({ bid: price('268.1'), inSession: false })
    expect(board.isOpen('EURUSD')).toBe(true)
    recorded.set('AAPL', noon - 1)
    expect(board.isOpen('AAPL')).toBe(true)
    settle('AAPL', '268')
    give('AAPL', '268.2', '268.2', 'replay', noon - 1)
    for (let count = 0; count < 6; count++) give('AAPL', '268.2', '268.2', 'replay', noon - 1)
    expect(board.latestTradable('AAPL', 'demo')?.inSession).toBe(true)
  })

  test('a market that is listed later has them, other terms and another name keep them, and new ones replace them', () => {
    const [apple] = board.markets.filter(({ code }) => code === 'AAPL')
    if (apple === undefined) throw new Error('no market')
    board.announceHours(noonClose)
    const isOpen = (code: string) => isOpenAt(board.market(code) ?? apple, noon)
    board.list({ ...apple, id: 'st-local', code: 'LOCAL', base: 'LOCAL' })
    board.list({ ...apple, name: 'Apple again' })
    board.schedule('AAPL', [{ from: tuesday, terms: { ...marketTerms(apple), leverageMax: 2 } }])
    expect([board.market('AAPL')?.name, board.market('AAPL')?.leverageMax]).toEqual(['Apple again', 2])
    expect([isOpen('AAPL'), isOpen('LOCAL')]).toEqual([false, false])
    expect(board.markets.filter((market) => !isOpenAt(market, noon)).length).toBeGreaterThan(1)
    board.announceHours({ days: [], weeks: [] })
    expect([isOpen('AAPL'), isOpen('LOCAL')]).toEqual([true, true])
  })
})

describe('rulebook “Which quotes trade”, on the board', () => {
  test('a bad print is stored and listed, displayed nowhere, and never trades', () => {
    settle('AAPL', '268')
    const before = board.latestTradable('AAPL', 'demo')
    give('AAPL', '1.0', '649.35')
    expect(board.latest('AAPL')?.bid).toBe(price('1.0'))
    expect(board.displayed('AAPL')?.bid).toBe(price('268'))
    expect(board.latestTradable('AAPL', 'demo')).toBe(before)
    give('AAPL', '300')
    expect(board.latestTradable('AAPL', 'demo')).toBe(before)
    give('AAPL', '268.5')
    expect(board.latestTradable('AAPL', 'demo')?.bid).toBe(price('268.5'))
    expect(board.displayed('AAPL')?.bid).toBe(price('268.5'))
    expect(board.badPrints('AAPL').map(({ ask }) => ask)).toEqual([price('649.35'), price('300')])
  })

  test('the last twenty bad prints are listed, until the recording begins again', () => {
    settle('AAPL', '268')
    for (let n = 1; n <= 25; n++) give('AAPL', String(n), '649')
    expect(board.badPrints('AAPL').map(({ bid }) => bid)).toEqual(
      Array.from({ length: 20 }, (_, at) => price(String(at + 6))),
    )
    board.restartRecording('AAPL')
    expect(board.badPrints('AAPL')).toEqual([])
  })

  test('a split puts the displayed price and the newest quote on its scale, also when that is a bad print', () => {
    settle('AAPL', '268')
    give('AAPL', '4', '600')
    board.rebase('AAPL', { old: 1n, fresh: 4n })
    expect(board.displayed('AAPL')?.bid).toBe(price('67'))
    expect(board.latest('AAPL')?.bid).toBe(price('1'))
    give('AAPL', '67.1')
    expect(board.displayed('AAPL')?.bid).toBe(price('67.1'))
  })

  test('made-up prices never say which of the market’s own may trade, nor the reverse', () => {
    const settled = (at: string, source: 'live' | 'simulated') => {
      for (let count = 0; count < 6; count++) give('AAPL', at, at, source)
    }
    settled('268', 'live')
    settled('300', 'simulated')
    expect(board.latestTradable('AAPL', 'demo')?.bid).toBe(price('300'))
    expect(board.latestTradable('AAPL', 'real')?.bid).toBe(price('268'))
    give('AAPL', '300', '300', 'live')
    expect(board.latestTradable('AAPL', 'real')?.bid).toBe(price('268'))
    give('AAPL', '269', '269', 'live')
    expect(board.latestTradable('AAPL', 'real')).toMatchObject({ bid: price('269'), forReal: true })
  })

  test('the added spread is on both sides of a tradable quote, the raw quote stays', () => {
    settle('EURUSD', '1.16')
    const tradable = board.latestTradable('EURUSD', 'demo')
    expect(tradable?.sellPrice).toBe(price('1.15999'))
    expect(tradable?.buyPrice).toBe(price('1.16001'))
    expect(tradable?.bid).toBe(price('1.16'))
  })

  test('tradable listeners are called first, both before `offer` returns; the sequence rises by one', () => {
    const heard: string[] = []
    const seqs: number[] = []
    board.onQuote((quote: BoardQuote) => {
      heard.push('quote')
      seqs.push(quote.seq)
    })
    const end = board.onTradable((quote: TradableQuote) => heard.push(`tradable ${quote.seq}`))
    settle('BTCUSDT', '94000')
    expect(heard.slice(-2)).toEqual(['tradable 1005', 'quote'])
    expect(seqs).toEqual([1000, 1001, 1002, 1003, 1004, 1005])
    end()
    give('BTCUSDT', '94001')
    expect(heard.at(-1)).toBe('quote')
    expect(heard.filter((text) => text.startsWith('tradable'))).toHaveLength(1)
  })

  test('outside its hours a market’s quotes are tradable for conversions, not in hours', () => {
    settle('AAPL', '268')
    expect(board.latestTradable('AAPL', 'demo')?.inHours).toBe(true)
    clock.set(Date.parse('2026-11-17T22:00:00Z'))
    give('AAPL', '268')
    expect(board.latestTradable('AAPL', 'demo')?.inHours).toBe(false)
    expect(board.isOpen('AAPL')).toBe(false)
  })

  test('a halt is as closed, with its reason; the end of it opens again', () => {
    settle('AAPL', '268')
    board.halt('AAPL', 'news')
    expect(board.isOpen('AAPL')).toBe(false)
    expect(board.haltedFor('AAPL')).toBe('news')
    give('AAPL', '268')
    expect(board.latestTradable('AAPL', 'demo')?.inHours).toBe(false)
    board.halt('AAPL', null)
    expect(board.isOpen('AAPL')).toBe(true)
  })
})

describe('rulebook Replay, on the board', () => {
  test('hours and age follow the recorded time', () => {
    const at = Date.parse('2014-06-06T14:00:00Z')
    clock.set(Date.parse('2026-11-21T12:00:00Z'))
    recorded.set('AAPL', at + 59_000)
    for (let count = 0; count < 6; count++) give('AAPL', '645', '645', 'replay', at)
    const quote = board.latestTradable('AAPL', 'demo')
    if (quote === null) throw new Error('nothing tradable')
    expect(quote.inHours).toBe(true)
    expect(board.isOpen('AAPL')).toBe(true)
    clock.advance(3_600_000)
    expect(board.ageMs(quote)).toBe(59_000)
    recorded.set('AAPL', Date.parse('2014-06-06T21:00:00Z'))
    expect(board.isOpen('AAPL')).toBe(false)
  })

  test('T4: two sources never share a day or a small chart', () => {
    settle('BTCUSDT', '94000')
    give('BTCUSDT', '50000', '50000', 'live')
    expect(board.state('BTCUSDT').recentMids).toEqual([50000])
  })

  test('a loop that begins again starts the day’s figures anew; the sequence goes on', () => {
    settle('BTCUSDT', '94000')
    board.restartRecording('BTCUSDT')
    expect(board.state('BTCUSDT').recentMids).toEqual([])
    give('BTCUSDT', '94100')
    expect(board.latest('BTCUSDT')?.seq).toBe(1006)
    expect(board.state('BTCUSDT').recentMids).toEqual([94100])
  })
})

test('the neighbours of a quote are the last few, oldest first, and memory is bounded', () => {
  for (let count = 0; count < 500; count++) give('BTCUSDT', String(94_000 + count))
  expect(board.recent('BTCUSDT', 3).map((quote) => quote.seq)).toEqual([1497, 1498, 1499])
  expect(board.recent('BTCUSDT', 10_000).length).toBe(64)
  expect(board.recent('BTCUSDT', 0)).toEqual([])
})

test('age by the server’s clock; an unknown market is a mistake of the feed', () => {
  settle('BTCUSDT', '94000')
  clock.advance(5_001)
  const quote = board.latest('BTCUSDT')
  if (quote === null) throw new Error('no quote')
  expect(board.ageMs(quote)).toBe(5_001)
  expect(() => give('NOSUCH', '1')).toThrow('unknown market')
  expect(board.market('NOSUCH')).toBeNull()
  expect(quote.mid).toBe(price('94000') as Price)
})
