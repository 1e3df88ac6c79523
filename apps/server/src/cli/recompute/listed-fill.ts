import { dayMs } from '@candor/rules/time-units.ts'
import { unitsOf } from './plain-decimals.ts'

/** A quote that a fill names. */
export interface ListedQuote {
  readonly seq: number
  readonly madeAt: number
  readonly at: number
  readonly bid: string
  readonly ask: string
}

/** One fill of a report's public list. */
export interface ListedFill {
  readonly order: string
  readonly market: string
  readonly side: 'buy' | 'sell'
  readonly event: 'open' | 'close'
  readonly cause: 'call' | 'level' | 'forced'
  readonly requestedAt: number
  readonly dueAt: number | null
  readonly filledAt: number
  readonly freshMs: number | null
  readonly atRequest: ListedQuote | null
  readonly quote: ListedQuote
  readonly spread: string
  readonly level: string | null
  readonly price: string
}

const pricePlaces = 10
/** A quote is on its way to the process that decides, and a decision on its way to the database, this long at most. */
export const underWayMs = 1_000

/** The price of a quote with half of the order’s added spread on the side that was traded: rounded down on the bid, up on the ask. */
function priceAt({ side, spread }: ListedFill, { bid, ask }: ListedQuote): bigint {
  const added = unitsOf(spread, pricePlaces)
  return side === 'buy'
    ? unitsOf(ask, pricePlaces) + (added + 1n) / 2n
    : unitsOf(bid, pricePlaces) - added / 2n
}

const referenceOf = (fill: ListedFill): bigint => {
  if (fill.cause === 'level' && fill.level !== null) return unitsOf(fill.level, pricePlaces)
  return priceAt(fill, fill.atRequest ?? fill.quote)
}

/** Slippage in units of 10^-8 of the reference, whom it favoured, and the wait in ms. */
export function measured(fill: ListedFill) {
  const [reference, price] = [referenceOf(fill), unitsOf(fill.price, pricePlaces)]
  const gain = fill.side === 'buy' ? reference - price : price - reference
  return {
    slippage: halfEven(gain * 100_000_000n, reference),
    side: gain === 0n ? null : gain > 0n ? ('customer' as const) : ('house' as const),
    waitMs: Math.max(0, fill.filledAt - fill.requestedAt),
  }
}

/** Divides and rounds to the nearest whole number, a half to the even one. */
function halfEven(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n
  const size = dividend * sign
  const [down, twice] = [size / divisor, (size % divisor) * 2n]
  const isUp = twice > divisor || (twice === divisor && down % 2n === 1n)
  return sign * (isUp ? down + 1n : down)
}

/** Lists what about a fill cannot be right: its price, the order of its moments, and a choice among prices. */
export function faultsOfFill(fill: ListedFill, { days }: { readonly days: readonly string[] }): string[] {
  const { quote, atRequest, cause, requestedAt, filledAt, price } = fill
  const faults: string[] = []
  if (unitsOf(price, pricePlaces) !== priceAt(fill, quote))
    faults.push(`its price ${price} is not that of the quote ${quote.seq}`)
  if (!days.includes(new Date(filledAt - (filledAt % dayMs)).toISOString().slice(0, 10)))
    faults.push('it was not filled on a day of the report')
  if (requestedAt > filledAt || quote.at > filledAt + underWayMs) faults.push('its moments are not in order')
  if (cause === 'level' && fill.level === null) faults.push('it names no level')
  if (cause !== 'call') return faults
  if (atRequest === null) return [...faults, 'it names no quote of when it was requested']
  if (atRequest.at > requestedAt) faults.push(`the quote ${atRequest.seq} came after the call`)
  return [...faults, ...faultsOfChoice(fill, atRequest)]
}

/** A call fills at the newest quote while it is young enough, else at the first one that was made after it: never at the better of two. */
function faultsOfChoice(
  { quote, freshMs, requestedAt, filledAt }: ListedFill,
  atRequest: ListedQuote,
): string[] {
  const faults: string[] = []
  if (quote.seq < atRequest.seq && atRequest.at < requestedAt - underWayMs)
    faults.push(
      `it filled at the quote ${quote.seq}, though ${atRequest.seq} was newer when it was requested`,
    )
  if (freshMs === null || freshMs === 0) return faults
  // Age only grows: a quote that was too old when the call came stays too old, however soon the fill was written.
  const wasFresh = requestedAt - quote.madeAt < freshMs && filledAt - quote.madeAt < freshMs + underWayMs
  if (!wasFresh && quote.madeAt <= requestedAt)
    faults.push(`the quote ${quote.seq} was ${filledAt - quote.madeAt} ms old, and older than the call`)
  const wasYoung = requestedAt - atRequest.madeAt < freshMs - underWayMs
  if (wasYoung && quote.at > requestedAt + underWayMs)
    faults.push(
      `it waited, though the quote ${atRequest.seq} was ${requestedAt - atRequest.madeAt} ms old when it was requested`,
    )
  return faults
}
