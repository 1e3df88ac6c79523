import {
  add,
  cmp,
  decimal,
  type Fraction,
  fraction,
  half,
  sub,
} from '../../trading/reference-model/fractions.ts'
import { quoteName } from '../../trading/reference-model/prices.ts'
import type { World } from '../world.ts'
import type { Settling } from './straight-prices.ts'

interface TrailingRow {
  readonly id: string
  readonly mode: 'demo' | 'real'
  readonly code: string
  readonly direction: 'buy' | 'sell'
  /** The best price it began with, and the best that is stored of those it followed since; null when there is none. */
  readonly began: bigint
  readonly stored: bigint | null
  /** Epoch ms at which it was set last. */
  readonly since: bigint
}

const priceScale = 10n ** 10n

/** The best price that a restart would give each trailing stop that is open. Splits and dividends change it, and are checked elsewhere. */
const openTrailing = `
  SELECT o.id::text, o.mode, o.code, o.direction, o.trail_from AS began, peaks.best AS stored, e.at AS since
    FROM orders_contracts o
    JOIN LATERAL (
      SELECT at FROM orders_events
       WHERE order_id = o.id AND (kind = 'open' OR kind = 'edit' AND facts #>> '{exits,trailingFrom}' IS NOT NULL)
       ORDER BY number DESC LIMIT 1) e ON true
    LEFT JOIN LATERAL (
      SELECT CASE o.direction WHEN 'buy' THEN max(best) ELSE min(best) END AS best FROM orders_trail_peaks p
       WHERE p.code = o.code AND p.direction = o.direction AND p.mode IN (o.mode, 'both') AND p.through >= o.trail_number) peaks ON true
   WHERE o.status = 'open' AND o.trail_number IS NOT NULL
     AND NOT EXISTS (SELECT FROM orders_events WHERE order_id = o.id AND kind IN ('split', 'dividend', 'roll'))
   ORDER BY o.sequence`

/**
 * Checks that no trailing stop that is open is said to have followed a price that was not reached since it was set: it would close its
 * position too early. Only a server that takes over from one that was killed reads them. Not judged where clocks were set.
 */
export async function checkTrailing(world: World): Promise<void> {
  if (world.kills.length === 0 || world.clockOffsetMs !== 0 || world.latest !== 0) return
  const rows = await world.driver.statements.look<TrailingRow>(openTrailing)
  for (const row of rows) judgeTrailing(world, row)
}

function judgeTrailing(world: World, { id, mode, code, direction, began, stored, since }: TrailingRow): void {
  if (stored === null) return
  const best = fraction(stored, priceScale)
  const isBetter = (a: Fraction, b: Fraction) => (direction === 'buy' ? cmp(a, b) > 0 : cmp(a, b) < 0)
  if (!isBetter(best, fraction(began, priceScale))) return
  const followed = world.market.straight.followedFrom(code, mode, Number(since))
  if (followed.some(({ bid, ask }) => !isBetter(best, direction === 'buy' ? bid : ask))) return
  world.reportFinding(`the trailing stop of ${id} (${mode} ${code}) is said to have followed ${stored}`)
}

interface WatchedRow {
  readonly id: string
  readonly mode: 'demo' | 'real'
  readonly code: string
  readonly direction: 'buy' | 'sell'
  readonly distance: string
  /** The closing price it began with. */
  readonly began: string
  readonly since: bigint
  readonly added: string
  /** Epoch ms at which its position closed, and why; null while it is open. */
  readonly ended: bigint | null
  readonly reason: string | null
  readonly closing: bigint | null
}

/** Every trailing stop as it was set last, unless it was taken away again. */
const watchedTrailing = `
  SELECT o.id::text, o.mode, o.code, o.direction, newest.trailing AS distance, began.price AS began, began.at AS since,
         coalesce(o.terms ->> 'spreadAdded', '0') AS added, o.closed_at AS ended, o.close_reason AS reason, o.close_price AS closing
    FROM orders_contracts o
    JOIN LATERAL (
      SELECT facts #>> '{exits,trailing}' AS trailing FROM orders_events
       WHERE order_id = o.id AND kind IN ('open', 'edit') ORDER BY number DESC LIMIT 1) newest ON newest.trailing IS NOT NULL
    JOIN LATERAL (
      SELECT at, facts #>> '{exits,trailingFrom}' AS price FROM orders_events
       WHERE order_id = o.id AND kind IN ('open', 'edit') AND facts #>> '{exits,trailingFrom}' IS NOT NULL
       ORDER BY number DESC LIMIT 1) began ON true
   WHERE o.status IN ('open', 'closed') AND o.part_of IS NULL
     AND NOT EXISTS (SELECT FROM orders_events WHERE order_id = o.id AND kind IN ('split', 'dividend', 'roll'))
   ORDER BY o.sequence`

/** An exit that waits for an earlier change of its account to be written may be this late. */
const lateMs = 3_000

/**
 * Checks over all its time that no trailing stop closed its position before its level was reached, and that it closed it soon afterwards,
 * whichever servers watched it: quotes that a server was killed with before it stored them count in the customer's favour only. Not judged
 * where clocks were set or where a message between servers can be lost.
 */
export async function checkTrailingHistory(world: World): Promise<void> {
  if (world.network !== null || world.clockOffsetMs !== 0 || world.latest !== 0) return
  const rows = await world.driver.statements.look<WatchedRow>(watchedTrailing)
  const stored = await storedQuotes(world, rows)
  for (const row of rows) judgeHistory(world, row, stored)
}

function judgeHistory(world: World, row: WatchedRow, stored: ReadonlySet<string>): void {
  const { id, mode, code, reason, closing } = row
  const ended = row.ended === null ? world.now : Number(row.ended)
  const quotes = world.market.straight
    .followedFrom(code, mode, Number(row.since))
    .filter(({ at }) => at <= ended)
  const sure = quotes.filter((quote) => quote.at > Number(row.since) && stored.has(nameOf(code, quote)))
  const reached = reachedAt(sure, row)
  if (reached !== null && reached < ended - lateMs)
    world.reportFinding(
      `the trailing stop of ${id} (${mode} ${code}) was reached at ${reached}, and not heeded until ${ended}`,
    )
  const best = bestOf(quotes, row)
  if (reason === 'trailing' && closing !== null && !isThrough(fraction(closing, priceScale), best, row))
    world.reportFinding(
      `the trailing stop of ${id} (${mode} ${code}) closed at ${closing} before it was reached`,
    )
}

/** Moment of the first of these quotes that reaches the level which those before it made; null when none does. */
function reachedAt(quotes: readonly Settling[], row: WatchedRow): number | null {
  let best = decimal(row.began)
  for (const quote of quotes) {
    const now = closingOf(quote, row)
    if (isThrough(now, best, row)) return quote.at
    best = betterOf(now, best, row)
  }
  return null
}

const bestOf = (quotes: readonly Settling[], row: WatchedRow): Fraction =>
  quotes.reduce((best, quote) => betterOf(closingOf(quote, row), best, row), decimal(row.began))

const betterOf = (now: Fraction, best: Fraction, { direction }: WatchedRow): Fraction =>
  cmp(now, best) > 0 === (direction === 'buy') ? now : best

const isThrough = (now: Fraction, best: Fraction, { direction, distance }: WatchedRow): boolean =>
  direction === 'buy'
    ? cmp(now, sub(best, decimal(distance))) <= 0
    : cmp(now, add(best, decimal(distance))) >= 0

/** The price a close would get. */
function closingOf({ bid, ask }: Settling, { direction, added }: WatchedRow): Fraction {
  return direction === 'buy' ? sub(bid, half(decimal(added))) : add(ask, half(decimal(added)))
}

const nameOf = (code: string, { at, bid, ask }: Settling): string => quoteName(code, at, bid, ask)

/** Names of all quotes that the server stored since the first of these stops was set, as anybody may read them. */
async function storedQuotes(world: World, rows: readonly WatchedRow[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const [reader] = world.customers
  if (reader === undefined) return names
  for (const code of new Set(rows.map((row) => row.code))) {
    const since = Math.min(...rows.filter((row) => row.code === code).map((row) => Number(row.since)))
    const minutes = world.market.straight.minutesFrom(code, since)
    for (const at of minutes) {
      const record = world.call(reader, 'minuteQuotes', { code, at, form: 'lines' }, { mode: 'real' })
      await world.finish()
      const { document } = (record.response?.result ?? {}) as { document?: { lines?: readonly string[] } }
      for (const line of document?.lines ?? []) {
        const [, , , received, bid, ask] = line.split('|')
        names.add(`${code} ${received} ${bid} ${ask}`)
      }
    }
  }
  return names
}
