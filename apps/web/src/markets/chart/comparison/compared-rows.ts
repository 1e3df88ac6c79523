/** A close of the other market, with the time its candle opened. */
export type Close = readonly [timestamp: number, close: number]

interface Bar {
  readonly timestamp: number
  readonly close: number
}

/** The other market at one bar; empty before its first candle. */
export interface ComparedRow {
  /** In prices of the shown market, for its axis. */
  readonly compared?: number
  /** Change since the first visible bar, as a share. */
  readonly change?: number
  readonly price?: number
}

/**
 * Places the closes of another market on the axis of the shown one: at the first visible bar both are at the same height, so that from there
 * on equal heights are equal changes. A market that is closed keeps its last close.
 */
export function comparedRows(
  bars: readonly Bar[],
  closes: readonly Close[],
  firstVisible: number,
): ComparedRow[] {
  const prices = closesAt(bars, closes)
  const at = prices.findIndex((price, index) => price !== null && index >= firstVisible)
  const [own, other] = [bars[at]?.close, prices[at]]
  if (own === undefined || other === undefined || other === null || other === 0) return bars.map(() => ({}))
  return prices.map((price) =>
    price === null ? {} : { compared: (own * price) / other, change: price / other - 1, price },
  )
}

/** The newest close at the time of each bar; null before the first. */
function closesAt(bars: readonly Bar[], closes: readonly Close[]): (number | null)[] {
  let next = 0
  let last: number | null = null
  return bars.map(({ timestamp }) => {
    for (let close = closes[next]; close !== undefined && close[0] <= timestamp; close = closes[next]) {
      last = close[1]
      next += 1
    }
    return last
  })
}
