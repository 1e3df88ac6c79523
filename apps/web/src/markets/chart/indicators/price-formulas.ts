import {
  combine,
  exponential,
  highest,
  lowest,
  mean,
  type PriceBar,
  type Series,
  weighted,
  wilder,
} from './series.ts'

/** Lines of an indicator by their key, each with one value for each candle. */
export type Lines = Readonly<Record<string, Series>>

const closes = (bars: readonly PriceBar[]): Series => bars.map(({ close }) => close)
const highs = (bars: readonly PriceBar[]): Series => bars.map(({ high }) => high)
const lows = (bars: readonly PriceBar[]): Series => bars.map(({ low }) => low)

/** True range: the candle's own, extended to the close before it (Wilder, 1978). */
function trueRanges(bars: readonly PriceBar[]): Series {
  return bars.map(({ high, low }, at) => {
    const before = bars[at - 1]?.close ?? low
    return at === 0 ? high - low : Math.max(high, before) - Math.min(low, before)
  })
}

/** Average true range: Wilder's average of true ranges (Wilder, 1978). */
export const averageTrueRange = (bars: readonly PriceBar[], [length = 14]: readonly number[]): Lines => ({
  atr: wilder(trueRanges(bars), length),
})

/** Relative strength index: 100 − 100 / (1 + average gain / average loss), in Wilder's averages (Wilder, 1978). */
export function relativeStrength(bars: readonly PriceBar[], [length = 14]: readonly number[]): Lines {
  const changes = bars.map(({ close }, at) => (at === 0 ? null : close - (bars[at - 1]?.close ?? close)))
  const gains = wilder(
    changes.map((change) => (change === null ? null : Math.max(change, 0))),
    length,
  )
  const losses = wilder(
    changes.map((change) => (change === null ? null : Math.max(-change, 0))),
    length,
  )
  return {
    rsi: combine(gains, losses, (gain, loss) => {
      if (gain === 0 && loss === 0) return 50
      return 100 - 100 / (1 + gain / loss)
    }),
  }
}

/**
 * Slow stochastic: where the close is between the lowest low and the highest high, in percent and averaged (%K), and the average of that (%D)
 * (George Lane, Lane's Stochastics, 1984).
 */
export function stochastic(
  bars: readonly PriceBar[],
  [length = 14, smoothing = 3, signal = 3]: readonly number[],
): Lines {
  const [top, bottom] = [highest(highs(bars), length), lowest(lows(bars), length)]
  const raw = bars.map(({ close }, at) => {
    const [high, low] = [top[at] ?? null, bottom[at] ?? null]
    if (high === null || low === null) return null
    return high === low ? 50 : ((close - low) / (high - low)) * 100
  })
  const k = mean(raw, smoothing)
  return { k, d: mean(k, signal) }
}

/** Weighted moving average of closes, with weights that fall linearly. */
export const weightedAverage = (bars: readonly PriceBar[], [length = 20]: readonly number[]): Lines => ({
  wma: weighted(closes(bars), length),
})

/** Hull moving average: WMA(2 × WMA(n / 2) − WMA(n), √n) (Alan Hull, 2005). */
export function hullAverage(bars: readonly PriceBar[], [length = 16]: readonly number[]): Lines {
  const half = weighted(closes(bars), Math.max(1, Math.floor(length / 2)))
  const whole = weighted(closes(bars), length)
  const difference = combine(half, whole, (fast, slow) => 2 * fast - slow)
  return { hma: weighted(difference, Math.max(1, Math.round(Math.sqrt(length)))) }
}

/** Keltner channel: an exponential average of closes, and so many average true ranges above and below (Linda Raschke's form). */
export function keltnerChannel(
  bars: readonly PriceBar[],
  [length = 20, multiplier = 2, rangeLength = 10]: readonly number[],
): Lines {
  const middle = exponential(closes(bars), length)
  const ranges = wilder(trueRanges(bars), rangeLength)
  const edge = (side: 1 | -1) => combine(middle, ranges, (value, range) => value + side * multiplier * range)
  return { upper: edge(1), middle, lower: edge(-1) }
}

/** Donchian channel: the highest high and the lowest low of the last candles, and their middle (Richard Donchian). */
export function donchianChannel(bars: readonly PriceBar[], [length = 20]: readonly number[]): Lines {
  const [upper, lower] = [highest(highs(bars), length), lowest(lows(bars), length)]
  return { upper, middle: combine(upper, lower, (high, low) => (high + low) / 2), lower }
}

/** Moves a series by a number of candles: later for a positive one, earlier for a negative one. */
const shifted = (values: Series, by: number): Series => values.map((_, at) => values[at - by] ?? null)

/**
 * Ichimoku: conversion and base line, the two edges of the cloud drawn `base` − 1 candles later, and the close as many earlier
 * (Goichi Hosoda, 1969; the usual lengths are 9, 26 and 52).
 */
export function ichimoku(
  bars: readonly PriceBar[],
  [conversionLength = 9, baseLength = 26, spanLength = 52]: readonly number[],
): Lines {
  const middleOf = (length: number) => donchianChannel(bars, [length]).middle ?? []
  const [conversion, base] = [middleOf(conversionLength), middleOf(baseLength)]
  const lead = baseLength - 1
  return {
    conversion,
    base,
    spanA: shifted(
      combine(conversion, base, (first, second) => (first + second) / 2),
      lead,
    ),
    spanB: shifted(middleOf(spanLength), lead),
    lagging: shifted(closes(bars), -lead),
  }
}

/** The bands of a supertrend at one candle, and whether prices rise. */
interface TrendBands {
  readonly upper: number
  readonly lower: number
  readonly rising: boolean
}

/** Moves the bands by one candle: each only tightens while the close before stays on its side. */
function nextBands(
  last: TrendBands | null,
  edge: Omit<TrendBands, 'rising'>,
  before: number,
  close: number,
): TrendBands {
  const { upper, lower, rising } = last ?? { ...edge, rising: false }
  const tight = {
    upper: edge.upper < upper || before > upper ? edge.upper : upper,
    lower: edge.lower > lower || before < lower ? edge.lower : lower,
  }
  return { ...tight, rising: rising ? close >= tight.lower : close > tight.upper }
}

/**
 * Supertrend: a band of so many average true ranges around the middle of the candle that only tightens while the close stays on its side
 * (Olivier Seban). `up` is the band below rising prices, `down` the one above falling ones.
 */
export function supertrend(
  bars: readonly PriceBar[],
  [length = 10, multiplier = 3]: readonly number[],
): Lines {
  const ranges = wilder(trueRanges(bars), length)
  let bands: TrendBands | null = null
  const all = bars.map(({ high, low, close }, at) => {
    const range = ranges[at] ?? null
    if (range === null) return null
    const middle = (high + low) / 2
    const edge = { upper: middle + multiplier * range, lower: middle - multiplier * range }
    bands = nextBands(bands, edge, bars[at - 1]?.close ?? close, close)
    return bands
  })
  return {
    up: all.map((one) => (one?.rising === true ? one.lower : null)),
    down: all.map((one) => (one?.rising === false ? one.upper : null)),
  }
}

/** Aroon: how recent the highest high (up) and the lowest low (down) of the last `length` candles are, in percent (Tushar Chande, 1995). */
export function aroon(bars: readonly PriceBar[], [length = 14]: readonly number[]): Lines {
  const recency = (values: Series, extreme: (...values: number[]) => number): Series =>
    values.map((_, at) => {
      if (at < length) return null
      const window = values.slice(at - length, at + 1).filter((value) => value !== null)
      return (window.lastIndexOf(extreme(...window)) / length) * 100
    })
  return { up: recency(highs(bars), Math.max), down: recency(lows(bars), Math.min) }
}
