import { dayMs, minuteMs } from '../../time-units.ts'
import type { Market } from '../market.ts'
import { dayOf, holidayOn, weekdayOf } from './calendar.ts'
import { localToUtc } from './hours.ts'

/** One contract of a futures market, named after its delivery month, `2026-12`. */
export interface FuturesContract {
  readonly month: string
  /** End of the trading day at which our market leaves it, epoch ms: open positions continue in the next contract. */
  readonly rollsAt: number
  /** The end of its last trading day at the exchange, epoch ms. */
  readonly expiresAt: number
}

/** A market's current contract, the next one, and the time of the last roll. */
export interface ContractTerm {
  readonly current: FuturesContract
  readonly next: FuturesContract
  /** Time of the last roll: the current contract has been traded since then. */
  readonly since: number
}

interface Rule {
  /** Delivery months, 1 to 12. */
  readonly months: readonly number[]
  /** The last trading day of a month's contract, as a day since 1970-01-01. */
  readonly lastDay: (market: Market, year: number, month: number) => number
  /** The trading day at whose end our market rolls. */
  readonly rollDay: (market: Market, year: number, month: number) => number
}

const everyMonth = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const quarters = [3, 6, 9, 12]
/** Trading days our market leaves a contract before its last day, or before the first notice of delivery. */
const daysBefore = 2

/**
 * Reports whether a day counts as a trading day for contracts: not a weekend and not a holiday of the exchange. A day that ends
 * early counts.
 */
function isTradingDay({ hours }: Market, day: number): boolean {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6) return false
  const effect = hours.holidays === null ? null : holidayOn(hours.holidays, day)
  return effect === null || effect === '12:15'
}

/** The `count`-th trading day before a day, which itself is not counted. */
function before(market: Market, day: number, count: number): number {
  let at = day
  for (let left = count; left > 0; ) {
    at -= 1
    if (isTradingDay(market, at)) left -= 1
  }
  return at
}

/** Returns the first day of the month `later` months on. */
function firstOf(year: number, month: number, later = 0): number {
  const months = year * 12 + month - 1 + later
  return dayOf(Math.floor(months / 12), (months % 12) + 1, 1)
}

function thirdFriday(year: number, month: number): number {
  const first = firstOf(year, month)
  return first + ((5 - weekdayOf(first) + 7) % 7) + 14
}

/** Index futures of CME and Eurex: the third Friday; traders roll on the Monday before it. */
const index: Rule = {
  months: quarters,
  lastDay: (_market, year, month) => thirdFriday(year, month),
  rollDay: (_market, year, month) => thirdFriday(year, month) - 4,
}

/** Metals of COMEX and NYMEX: the third last trading day of the month; delivery notices begin the month before. */
const metal = (months: readonly number[]): Rule => ({
  months,
  lastDay: (market, year, month) => before(market, firstOf(year, month, 1), 3),
  rollDay: (market, year, month) => before(market, before(market, firstOf(year, month), 1), daysBefore),
})

const energy = (lastDay: Rule['lastDay']): Rule => ({
  months: everyMonth,
  lastDay,
  rollDay: (market, year, month) => before(market, lastDay(market, year, month), daysBefore),
})

/** WTI: three trading days before the 25th of the month before delivery, four when the 25th is not a trading day. */
const crude = energy((market, year, month) => {
  const day = firstOf(year, month, -1) + 24
  return before(market, day, isTradingDay(market, day) ? 3 : 4)
})

const rules: Readonly<Record<string, Rule>> = {
  ES: index,
  NQ: index,
  YM: index,
  RTY: index,
  DE30: index,
  XAUUSD: metal([2, 4, 6, 8, 12]),
  XAGUSD: metal([3, 5, 7, 9, 12]),
  HG: metal([3, 5, 7, 9, 12]),
  PL: metal([1, 4, 7, 10]),
  CL: crude,
  // Natural gas: the third last trading day of the month before delivery.
  NG: energy((market, year, month) => before(market, firstOf(year, month), 3)),
  // Brent: the last trading day of the second month before delivery.
  BRN: energy((market, year, month) => before(market, firstOf(year, month, -1), 1)),
}

/** End of a trading day of the market, epoch ms. An early close does not move it, since nothing trades after it. */
function endOf({ hours }: Market, day: number): number {
  const [ends = '0', minutes = '0'] = (hours.sessions[0]?.to ?? '00:00').split(':')
  return localToUtc(hours.timeZone, day * dayMs + (Number(ends) * 60 + Number(minutes)) * minuteMs)
}

function contractOf(market: Market, rule: Rule, year: number, month: number): FuturesContract {
  return {
    month: `${year}-${String(month).padStart(2, '0')}`,
    rollsAt: endOf(market, rule.rollDay(market, year, month)),
    expiresAt: endOf(market, rule.lastDay(market, year, month)),
  }
}

const terms = new Map<string, ContractTerm>()

/**
 * Finds the contract a futures market trades at an instant (epoch ms), by its exchange's own conventions; null for a
 * market without contracts. A contract is traded from the previous roll (inclusive) to its own (exclusive).
 */
export function contractAt(market: Market, ms: number): ContractTerm | null {
  const rule = rules[market.code]
  if (rule === undefined) return null
  const known = terms.get(market.code)
  if (known !== undefined && known.since <= ms && ms < known.current.rollsAt) return known
  const year = new Date(ms).getUTCFullYear()
  // A contract is left less than three months before its delivery, so the next one is at most one of next year's.
  const around = [year - 1, year, year + 1].flatMap((one) =>
    rule.months.map((month) => contractOf(market, rule, one, month)),
  )
  const at = around.findIndex(({ rollsAt }) => rollsAt > ms)
  const [last, current, next] = [around[at - 1], around[at], around[at + 1]]
  if (last === undefined || current === undefined || next === undefined)
    throw new Error(`no contract of ${market.code} at ${ms}`)
  const term = { current, next, since: last.rollsAt }
  terms.set(market.code, term)
  return term
}
