import { expect, it } from 'vitest'
import { indicatorKinds, indicatorNames, inputsOf, isOwnIndicator, readInput } from './indicator-catalog.ts'
import {
  aroon,
  averageTrueRange,
  donchianChannel,
  hullAverage,
  ichimoku,
  keltnerChannel,
  relativeStrength,
  stochastic,
  supertrend,
  weightedAverage,
} from './price-formulas.ts'
import type { PriceBar, Series } from './series.ts'
import { chaikinFlow, moneyFlow, volumeWeightedPrice } from './volume-formulas.ts'

const hour = 3_600_000
/** Ten candles over midnight in UTC: high, low, close, volume. */
const bars: readonly PriceBar[] = [
  [11, 9, 10, 100],
  [12, 10, 11, 200],
  [13, 10, 12, 100],
  [13, 11, 11, 300],
  [12, 8, 9, 400],
  [10, 7, 8, 200],
  [11, 8, 10, 100],
  [14, 10, 13, 500],
  [15, 12, 14, 300],
  [15, 13, 13, 200],
].map(([high = 0, low = 0, close = 0, volume = 0], at) => ({
  timestamp: Date.UTC(2026, 10, 20, 20) + at * hour,
  open: close,
  high,
  low,
  close,
  volume,
}))

const near = (series: Series | undefined, expected: Series) => {
  const rounded = (values: Series) =>
    values.map((value) => (value === null ? null : Number(value.toFixed(6))))
  expect(rounded(series ?? [])).toEqual(rounded(expected))
}

// Each expectation is worked out by hand from the candles above, not with the code under test.

it('I15.6i: average true range and relative strength are Wilder’s', () => {
  // True ranges: 2, 2, 3, 2, 4, 3, 3, 4, 3, 2.
  const atr = [7 / 3]
  for (const range of [2, 4, 3, 3, 4, 3, 2]) atr.push(((atr.at(-1) ?? 0) * 2 + range) / 3)
  near(averageTrueRange(bars, [3]).atr, [null, null, ...atr])
  // Changes: 1, 1, -1, -2, -1, 2, 3, 1, -1.
  let [gain, loss] = [2 / 3, 1 / 3]
  const rsi = [100 - 100 / (1 + gain / loss)]
  for (const change of [-2, -1, 2, 3, 1, -1]) {
    gain = (gain * 2 + (change > 0 ? change : 0)) / 3
    loss = (loss * 2 + (change < 0 ? -change : 0)) / 3
    rsi.push(100 - 100 / (1 + gain / loss))
  }
  near(relativeStrength(bars, [3]).rsi, [null, null, null, ...rsi])
  const still = bars.map((bar) => ({ ...bar, close: 10 }))
  expect(relativeStrength(still, [3]).rsi?.at(-1)).toBe(50)
})

it('I15.6i: the stochastic is where the close is in the range, averaged', () => {
  // Of three candles: (12-9)/4, (11-10)/3, (9-8)/5, (8-7)/6, (10-7)/5, (13-7)/7, (14-8)/7, (13-10)/5.
  const raw = [3 / 4, 1 / 3, 1 / 5, 1 / 6, 3 / 5, 6 / 7, 6 / 7, 3 / 5].map((share) => share * 100)
  const k = raw.slice(1).map((value, at) => (value + (raw[at] ?? 0)) / 2)
  const d = k.slice(1).map((value, at) => (value + (k[at] ?? 0)) / 2)
  const lines = stochastic(bars, [3, 2, 2])
  near(lines.k, [null, null, null, ...k])
  near(lines.d, [null, null, null, null, ...d])
})

it('I15.6i: weighted and Hull averages weigh the newest close most', () => {
  const wma = (first: number, second: number, third: number) => (first + 2 * second + 3 * third) / 6
  const closes = bars.map(({ close }) => close)
  near(weightedAverage(bars, [3]).wma, [
    null,
    null,
    wma(10, 11, 12),
    wma(11, 12, 11),
    wma(12, 11, 9),
    wma(11, 9, 8),
    wma(9, 8, 10),
    wma(8, 10, 13),
    wma(10, 13, 14),
    wma(13, 14, 13),
  ])
  // Length 4: halves of 2, then an average of 2 over twice the short one less the long one.
  const short = (at: number) => ((closes[at - 1] ?? 0) + 2 * (closes[at] ?? 0)) / 3
  const long = (at: number) =>
    ((closes[at - 3] ?? 0) + 2 * (closes[at - 2] ?? 0) + 3 * (closes[at - 1] ?? 0) + 4 * (closes[at] ?? 0)) /
    10
  const raw = (at: number) => 2 * short(at) - long(at)
  near(
    hullAverage(bars, [4]).hma,
    closes.map((_, at) => (at < 4 ? null : (raw(at - 1) + 2 * raw(at)) / 3)),
  )
})

it('I15.6i: channels are the extremes of the last candles, or ranges around an average', () => {
  const { upper, middle, lower } = donchianChannel(bars, [3])
  near(upper, [null, null, 13, 13, 13, 13, 12, 14, 15, 15])
  near(lower, [null, null, 9, 10, 8, 7, 7, 7, 8, 10])
  near(middle, [null, null, 11, 11.5, 10.5, 10, 9.5, 10.5, 11.5, 12.5])
  // An exponential average of 3 moves half of the way: from 11 (the mean of 10, 11, 12) to 11, 9, 8, 10, 13, 14, 13.
  const averages = [11, 11, 10, 9, 9.5, 11.25, 12.625, 12.8125]
  const atr = averageTrueRange(bars, [3]).atr ?? []
  const keltner = keltnerChannel(bars, [3, 2, 3])
  near(keltner.middle, [null, null, ...averages])
  near(keltner.upper, [null, null, ...averages.map((average, at) => average + 2 * (atr[at + 2] ?? 0))])
  near(keltner.lower, [null, null, ...averages.map((average, at) => average - 2 * (atr[at + 2] ?? 0))])
})

it('I15.6i: Ichimoku’s cloud is drawn later and its lagging line earlier', () => {
  const lines = ichimoku(bars, [2, 3, 4])
  near(lines.conversion, [null, 10.5, 11.5, 11.5, 10.5, 9.5, 9, 11, 12.5, 13.5])
  near(lines.base, [null, null, 11, 11.5, 10.5, 10, 9.5, 10.5, 11.5, 12.5])
  near(lines.spanA, [null, null, null, null, 11.25, 11.5, 10.5, 9.75, 9.25, 10.75])
  near(lines.spanB, [null, null, null, null, null, 11, 10.5, 10, 10, 10.5])
  near(lines.lagging, [12, 11, 9, 8, 10, 13, 14, 13, null, null])
})

it('I15.6i: supertrend follows with the band that the close last left behind', () => {
  // Ranges of one candle: 2, 2, 3, 2, 4, 3, 3, 4, 3, 2. Upper bands 12, 13, 14.5, 14, 14, 11.5, 12.5, 16, 16.5, 16; lower bands 8, 9, 8.5, 10, 6, 5.5, 6.5, 8, 10.5, 12.
  // It falls until the close of 13 passes 11.5, tightened before; then it rises above 8, 10.5 and 12.
  const lines = supertrend(bars, [1, 1])
  near(lines.down, [12, 12, 12, 12, 12, 11.5, 11.5, null, null, null])
  near(lines.up, [null, null, null, null, null, null, null, 8, 10.5, 12])
})

it('I15.6i: Aroon is how recent the extremes are', () => {
  const { up, down } = aroon(bars, [3])
  // Candles since the highest high and the lowest low of the last four; the latest of equal ones counts.
  near(
    up,
    [null, null, null, 3, 2, 1, 0, 3, 3, 3].map((at) => at && (at / 3) * 100),
  )
  near(
    down,
    [null, null, null, 0, 3, 3, 2, 1, 0, 0].map((at, index) => (index < 3 ? null : ((at ?? 0) / 3) * 100)),
  )
})

it('I15.6i: volume weighs prices within a day, and flows by where they closed', () => {
  const typical = bars.map(({ high, low, close }) => (high + low + close) / 3)
  const today = (from: number, upTo: number) => {
    let [money, volume] = [0, 0]
    for (let at = from; at <= upTo; at += 1) {
      money += (typical[at] ?? 0) * (bars[at]?.volume ?? 0)
      volume += bars[at]?.volume ?? 0
    }
    return money / volume
  }
  near(
    volumeWeightedPrice(bars).vwap,
    bars.map((_, at) => (at < 4 ? today(0, at) : today(4, at))),
  )
  // Typical prices: 10, 11, 11.67 rise, then 11.67 is unchanged, 9.67 and 8.33 fall, 9.67, 12.33, 13.67 and 13.67 follow.
  const flows = typical.map((price, at) => ({
    amount: price * (bars[at]?.volume ?? 0),
    rise: price - (typical[at - 1] ?? price),
  }))
  const mfi = flows.map((_, at) => {
    if (at < 3) return null
    let [rising, falling] = [0, 0]
    for (const { amount, rise } of flows.slice(at - 2, at + 1)) {
      if (rise > 1e-9) rising += amount
      if (rise < -1e-9) falling += amount
    }
    return 100 - 100 / (1 + rising / falling)
  })
  near(moneyFlow(bars, [3]).mfi, mfi)
  // Share of the range above its middle: 0, 0, 1/3, -1, -1/2, -1/3, 1/3, 1/2, 1/3, -1, times the volume.
  const money = [0, 0, 100 / 3, -300, -200, -200 / 3, 100 / 3, 250, 100, -200]
  near(
    chaikinFlow(bars, [2]).cmf,
    money.map((flow, at) =>
      at === 0
        ? null
        : (flow + (money[at - 1] ?? 0)) / ((bars[at]?.volume ?? 0) + (bars[at - 1]?.volume ?? 0)),
    ),
  )
})

it('I15.6h: at least twenty-five indicators; inputs that are missing or out of bounds have their usual value', () => {
  expect(indicatorNames.length).toBeGreaterThanOrEqual(25)
  expect(inputsOf('BOLL', [50])).toEqual([50, 2])
  expect(inputsOf('BOLL', [0, -1])).toEqual([20, 2])
  const [length, deviations] = indicatorKinds.BOLL.inputs
  expect([readInput(length, '2.5'), readInput(length, '501'), readInput(length, '')]).toEqual([
    null,
    null,
    null,
  ])
  expect([readInput(deviations, '2.5'), readInput(deviations, '0')]).toEqual([2.5, null])
  expect(indicatorNames.filter(isOwnIndicator)).toHaveLength(13)
})
