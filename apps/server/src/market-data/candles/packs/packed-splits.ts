import type { CandleBar } from '@candor/rules'

/** Digits that `markets_split_candles` rounds to. */
const splitDecimals = 6
const readDecimals = 10

/**
 * Puts a packed candle on the scale after splits, as `markets_split_candles` does with rows: price × old ÷ fresh, rounded to six decimals, halves
 * away from zero. `splits` has old and fresh of each, oldest split first.
 */
export function afterSplits<Bar extends CandleBar>(candle: Bar, splits: readonly bigint[]): Bar {
  let { open, high, low, close } = candle
  for (let at = 0; at + 1 < splits.length; at += 2) {
    const old = Number(splits[at])
    const fresh = Number(splits[at + 1])
    const scaled = (price: number) => rounded((price * old) / fresh)
    ;[open, high, low, close] = [scaled(open), scaled(high), scaled(low), scaled(close)]
  }
  return { ...candle, open, high, low, close }
}

function rounded(value: number): number {
  const unit = 10n ** BigInt(readDecimals - splitDecimals)
  const digits = BigInt(value.toFixed(readDecimals).replace('.', ''))
  const whole = (digits + (digits < 0n ? -unit : unit) / 2n) / unit
  return Number(whole) / 10 ** splitDecimals
}
