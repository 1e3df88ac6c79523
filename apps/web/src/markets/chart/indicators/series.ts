/** One value for each candle; null where there are too few candles before it. */
export type Series = readonly (number | null)[]

/** A candle as far as formulas read it. */
export interface PriceBar {
  readonly timestamp: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume?: number
}

/** Computes a value of every `length` consecutive values; null where one of them is missing. */
export function rolling(
  values: Series,
  length: number,
  compute: (window: readonly number[]) => number,
): Series {
  return values.map((_, at) => {
    if (at + 1 < length) return null
    const window = values.slice(at + 1 - length, at + 1)
    const whole = window.filter((value) => value !== null)
    return whole.length === length ? compute(whole) : null
  })
}

/** Combines series value by value; null where one of them is missing. */
export const combine = (
  first: Series,
  second: Series,
  compute: (first: number, second: number) => number,
): Series =>
  first.map((value, at) => {
    const other = second[at] ?? null
    return value === null || other === null ? null : compute(value, other)
  })

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Arithmetic mean of the last `length` values. */
export const mean = (values: Series, length: number): Series =>
  rolling(values, length, (window) => sum(window) / length)

export const total = (values: Series, length: number): Series => rolling(values, length, sum)

export const highest = (values: Series, length: number): Series =>
  rolling(values, length, (window) => Math.max(...window))

export const lowest = (values: Series, length: number): Series =>
  rolling(values, length, (window) => Math.min(...window))

/** Weighted moving average: the newest value weighs `length`, the oldest one. */
export const weighted = (values: Series, length: number): Series =>
  rolling(
    values,
    length,
    (window) => sum(window.map((value, at) => value * (at + 1))) / ((length * (length + 1)) / 2),
  )

/** A mean that moves towards each value by a share of the distance. It begins with the mean of the first `length` values. */
function smoothed(values: Series, length: number, share: number): Series {
  const first = mean(values, length)
  let last: number | null = null
  return values.map((value, at) => {
    if (last === null) last = first[at] ?? null
    else if (value !== null) last += (value - last) * share
    return last
  })
}

/** Exponential moving average, with the usual share of 2 / (length + 1). */
export const exponential = (values: Series, length: number): Series =>
  smoothed(values, length, 2 / (length + 1))

/** Wilder's moving average, with a share of 1 / length (New Concepts in Technical Trading Systems, 1978). */
export const wilder = (values: Series, length: number): Series => smoothed(values, length, 1 / length)
