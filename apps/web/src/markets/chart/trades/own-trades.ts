import type { ContractOrder, Option } from '@candor/contract'

/** Place of an execution on the chart; the price is for drawing and for its words. */
export interface TradePoint {
  readonly at: number
  readonly price: number
}

/** An order that was executed, as the chart marks it. */
export interface OwnTrade {
  readonly id: string
  readonly kind: 'contract' | 'option'
  /** Up: bought, or an option on a rise. */
  readonly side: 'up' | 'down'
  /** Lots of a contract, stake of an option; a decimal text. */
  readonly size: string
  readonly entry: TradePoint
  /** Null while it is open. */
  readonly exit: TradePoint | null
  /** Realised profit in USDT, a decimal text; null while it is open. */
  readonly profit: string | null
  /** End of an option that still runs. */
  readonly endsAt: number | null
}

const pointOf = (iso: string | null, price: string | null): TradePoint | null =>
  iso === null || price === null ? null : { at: Date.parse(iso), price: Number(price) }

function contractTrade(order: ContractOrder): OwnTrade[] {
  const entry = pointOf(order.openedAt, order.openPrice)
  if (entry === null) return []
  const exit = pointOf(order.closedAt, order.closePrice)
  const { id, lots, direction } = order
  const side = direction === 'buy' ? 'up' : 'down'
  const profit = exit === null ? null : order.profit
  return [{ id, kind: 'contract', side, size: lots, entry, exit, profit, endsAt: null }]
}

function optionTrade(option: Option): OwnTrade[] {
  const entry = pointOf(option.openedAt, option.openPrice)
  if (entry === null) return []
  const exit = pointOf(option.closedAt, option.closePrice)
  const { id, amount, direction, status } = option
  const endsAt = status === 'open' ? Date.parse(option.expiresAt) : null
  const profit = exit === null ? null : option.profit
  return [{ id, kind: 'option', side: direction, size: amount, entry, exit, profit, endsAt }]
}

/** Lists what was traded, the newest entry first. An order that never opened is no trade. */
export const tradesOf = (contracts: readonly ContractOrder[], options: readonly Option[]): OwnTrade[] =>
  [...contracts.flatMap(contractTrade), ...options.flatMap(optionTrade)].toSorted(
    (one, other) => other.entry.at - one.entry.at,
  )

/**
 * Finds the candle of a moment, by its index: the last one that begins at or before it. A moment after the last candle gets an index beyond it,
 * by the length of a candle. Null: before the first candle, or there are none.
 */
export function candleAt(
  candles: readonly { readonly timestamp: number }[],
  at: number,
  lengthMs: number,
): number | null {
  const [first, last] = [candles[0], candles.at(-1)]
  if (first === undefined || last === undefined || at < first.timestamp) return null
  if (at >= last.timestamp) return candles.length - 1 + Math.floor((at - last.timestamp) / lengthMs)
  let [low, high] = [0, candles.length - 1]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if ((candles[middle]?.timestamp ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}
