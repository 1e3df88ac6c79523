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
