import type { Market } from '../markets/market.ts'
import { dayMs, hourMs, utcDay } from '../time-units.ts'

let format: Intl.DateTimeFormat | undefined
/** Created on first use: creating it takes 60 ms on a phone, and most pages that load the rules never need it. */
function newYorkHour(ms: number): string {
  format ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  return format.format(ms)
}

/** Time of the swap charge on a day: 17:00 in New York, which is 21:00 or 22:00 UTC. */
function rolloverOnUtcDay(dayStart: number): number {
  const summer = dayStart + 21 * hourMs
  return newYorkHour(summer) === '17' ? summer : summer + hourMs
}

/** The first 17:00 New York strictly after `afterMs` (epoch ms). */
export function nextRollover(afterMs: number): number {
  const today = Math.floor(afterMs / dayMs) * dayMs
  const at = rolloverOnUtcDay(today)
  return at > afterMs ? at : rolloverOnUtcDay(today + dayMs)
}

/** Calendar day of a rollover in New York, `2014-05-07`: with the order's id it is the once-only key of the charge. */
export const rolloverDate = (rollover: number): string => utcDay(rollover)

/**
 * Number of nights a market charges at this rollover: forex Monday to Friday with three on Wednesday, crypto and stocks
 * every calendar day, futures never. Source: rulebook, Markets.
 */
export function swapNights(market: Pick<Market, 'type'>, rollover: number): number {
  if (market.type === 4) return 0
  if (market.type !== 1) return 1
  const weekday = new Date(rollover).getUTCDay()
  if (weekday === 0 || weekday === 6) return 0
  return weekday === 3 ? 3 : 1
}
