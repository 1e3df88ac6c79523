import type { Candle } from '@candor/contract'
import type { KLineData } from 'klinecharts'
import { expect, it } from 'vitest'
import { CandleFeed, type ChartState } from './candle-feed.ts'

const minute = 60_000
const candles = (count: number): Candle[] =>
  Array.from({ length: count }, (_, at) => [at * minute, 100, 110, 90, 105, 1])

/** A feed whose candles come from the test, and everything it reports. */
function feedOf() {
  const states: ChartState[] = []
  const requests: ((found: Candle[] | Error) => void)[] = []
  const feed = new CandleFeed(
    {
      onState: (state) => states.push(state),
      loadCandles: () =>
        new Promise((resolve, reject) => {
          requests.push((found) => (found instanceof Error ? reject(found) : resolve(found)))
        }),
    },
    () => undefined,
  )
  const drawn: (readonly KLineData[])[] = []
  const pushed: KLineData[] = []
  const subscription = { symbol: { ticker: '' }, period: { type: 'minute', span: 1 } } as const
  return {
    feed,
    states,
    drawn,
    pushed,
    show: (code: string) => {
      feed.restart()
      feed.showMarket(code)
      feed.showInterval('1m')
      feed.loader.subscribeBar?.({ ...subscription, callback: (bar) => pushed.push(bar) })
    },
    load: (found: Candle[] | Error, meanwhile = () => {}) => {
      const callback = (bars: KLineData[]) => drawn.push(bars)
      const done = feed.loader.getBars({ ...subscription, type: 'init', timestamp: null, callback })
      meanwhile()
      requests.at(-1)?.(found)
      return done
    },
  }
}

it('draws what arrived, and says so', async () => {
  const { states, drawn, show, load } = feedOf()
  show('BTCUSDT')
  await load(candles(120))
  expect([drawn.map((bars) => bars.length), states]).toEqual([[120], ['loading', 'ready']])
})

it('says that nothing is there, or that it could not be loaded', async () => {
  const { states, show, load, feed } = feedOf()
  show('BTCUSDT')
  await load([])
  await load(new Error('offline'))
  feed.stop()
  expect(states).toEqual(['loading', 'empty', 'loading', 'error'])
})

it('drops candles that arrive after another market was chosen', async () => {
  const { states, drawn, show, load } = feedOf()
  show('BTCUSDT')
  await load(candles(120), () => show('EURUSD'))
  expect([drawn, states]).toEqual([[], ['loading']])
})

it('draws a price into the last candle, and nowhere before the chart listens', async () => {
  const { feed, pushed, show, load } = feedOf()
  feed.showInterval('1m')
  feed.price(120, 119 * minute)
  show('BTCUSDT')
  await load(candles(120))
  feed.price(120, 119 * minute + 1)
  expect(pushed).toMatchObject([{ timestamp: 119 * minute, high: 120, close: 120 }])
})

it('I15.6l: goes back to a day in as many pages as it takes', async () => {
  const requested: (number | null)[] = []
  const feed = new CandleFeed(
    {
      onState: () => undefined,
      loadCandles: async (_code, _interval, before) => {
        requested.push(before)
        const end = (before ?? 2_000 * minute) / minute
        const first = Math.max(0, end - 500)
        return Array.from({ length: end - first }, (_, at) => [(first + at) * minute, 1, 1, 1, 1, 1])
      },
    },
    () => undefined,
  )
  feed.restart()
  feed.showMarket('BTCUSDT')
  feed.showInterval('1m')
  const drawn: KLineData[] = []
  const subscription = { symbol: { ticker: '' }, period: { type: 'minute', span: 1 } } as const
  feed.goBackTo(800 * minute)
  const callback = (bars: KLineData[]) => {
    drawn.push(...bars)
  }
  await feed.loader.getBars({ ...subscription, type: 'init', timestamp: null, callback })
  expect(requested).toEqual([null, 1_500 * minute, 1_000 * minute])
  expect([drawn[0]?.timestamp, drawn.at(-1)?.timestamp, drawn.length]).toEqual([
    500 * minute,
    1_999 * minute,
    1_500,
  ])
})
