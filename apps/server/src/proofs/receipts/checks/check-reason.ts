import { type Price, price, writePrice } from '@candor/money'
import {
  followTrailing,
  furthest,
  ownPrice,
  type QuoteExtremes,
  reaches,
  trailingLevel,
  type Watched,
  type WatchedLevel,
  type WatchedSince,
  watchedByEntry,
  watchedByExit,
  watchedSince,
} from '@candor/rules'
import { type Contract, type Event, need } from '../contract-document.ts'
import { countsRightly, type ReadPath, readPath } from '../quote-path-document.ts'

/** Findings about the reason of an event. */
export interface Reasons {
  readonly findings: string[]
  /** Proven reasons, in plain words. */
  readonly proven: string[]
}

interface Case {
  readonly order: Contract
  readonly event: Event
  readonly level: WatchedLevel
  readonly since: WatchedSince
  readonly watched: Watched
  readonly spreadAdded: Price
}

const names: Readonly<Record<WatchedLevel, string>> = {
  price: 'level',
  stopLoss: 'stop loss',
  takeProfit: 'take profit',
  trailing: 'trailing stop',
}

/** Returns the level that triggered an event; null when a customer, the clock or a market did. */
function levelReached(order: Contract, event: Event): WatchedLevel | null {
  if (event.kind === 'open') return order.kind === 'market' ? null : 'price'
  const { reason } = event
  if (event.kind !== 'close') return null
  return reason === 'stopLoss' || reason === 'takeProfit' || reason === 'trailing' ? reason : null
}

/**
 * Checks why each event happened: the quote it names reached the level the order had, and none before it did since that
 * level was set (issue 11, point 18).
 */
export function checkReasons(order: Contract, events: readonly Event[], { findings, proven }: Reasons): void {
  for (const event of events) {
    const level = levelReached(order, event)
    if (level !== null) {
      const since = watchedSince(events, event.number, level)
      if (since === null) findings.push(`event ${event.number}: the order had no ${names[level]} then`)
      else checkCase(caseOf(order, event, level, since), { findings, proven })
    } else if (event.proof !== undefined) findings.push(`event ${event.number} has a proof and no level`)
  }
}

function caseOf(order: Contract, event: Event, level: WatchedLevel, since: WatchedSince): Case {
  const watched =
    level === 'price'
      ? watchedByEntry(order.direction, order.kind === 'stop' ? 'stop' : 'limit')
      : watchedByExit(order.direction, level)
  const spreadAdded = price(need(event.spreadAdded, 'spreadAdded'))
  return { order, event, level, since, watched, spreadAdded }
}

function checkCase(one: Case, { findings, proven }: Reasons): void {
  const { event, level } = one
  const path = pathOf(one, findings)
  if (path === null) return
  const before = findings.length
  findings.push(...path.findings.map((found) => `event ${event.number}: ${found}`))
  findings.push(...(level === 'trailing' ? trailingFaults(one, path) : levelFaults(one, path)))
  if (findings.length > before) return
  const used = need(event.quote, 'quote')
  proven.push(
    `event ${event.number}: the ${names[level]} at ${event.level} was reached by quote ${used.code} ${used.seq}; ` +
      `of the ${path.count} quotes before it, since event ${one.since.event}, none had reached it`,
  )
}

/** The quotes between the beginning of the watch and the quote used; null when the receipt does not show them. */
function pathOf({ order, event, since }: Case, findings: string[]): ReadPath | null {
  const { proof, number } = event
  if (proof === undefined) {
    findings.push(`event ${number}: what lay before its quote is not shown`)
    return null
  }
  if (proof.since.event !== since.event || (since.seq !== null && proof.since.seq !== since.seq))
    findings.push(`event ${number}: the proof does not begin where the level was set`)
  if (!countsRightly(order.mode, proof.counts))
    findings.push(`event ${number}: every source counts in a demo account`)
  const used = need(event.quote, 'quote')
  if (used.code !== order.code) findings.push(`event ${number}: the quote is of another market`)
  return readPath(order.code, proof, { after: proof.since.seq, before: used.seq })
}

/** The used quote's price as the order sees it, on the side it watches. */
function usedPrice({ event, watched, spreadAdded }: Case): Price {
  const used = need(event.quote, 'quote')
  return ownPrice(watched.side, price(watched.side === 'bid' ? used.bid : used.ask), spreadAdded)
}

function levelFaults(one: Case, path: ReadPath): string[] {
  const { event, since, watched, spreadAdded } = one
  const level = price(since.level)
  const own = (extremes: QuoteExtremes) => ownPrice(watched.side, furthest(extremes, watched), spreadAdded)
  const earlier = path.extremes.some((extremes) => reaches(own(extremes), level, watched.falls))
  return [
    ...(event.level === since.level
      ? []
      : [`event ${event.number}: level: stated ${event.level}, set ${since.level}`]),
    ...notReached(one, level),
    ...(earlier ? [`event ${event.number}: an earlier quote had reached the level`] : []),
  ]
}

const notReached = (one: Case, level: Price): string[] =>
  reaches(usedPrice(one), level, one.watched.falls)
    ? []
    : [`event ${one.event.number}: its quote did not reach the level ${writePrice(level)}`]

function trailingFaults(one: Case, path: ReadPath): string[] {
  const { order, event, since } = one
  const distance = price(since.level)
  let best = price(need(since.trailingFrom ?? undefined, 'trailingFrom'))
  let earlier = false
  for (const extremes of path.extremes) {
    const followed = followTrailing(order.direction, best, distance, asOwn(one, extremes))
    earlier ||= followed.reached
    best = followed.best
  }
  const level = trailingLevel(order.direction, best, distance)
  const number = event.number
  const requireEqual = (field: string, stated: string | null | undefined, computed: string) =>
    stated === computed ? [] : [`event ${number}: ${field}: stated ${stated}, computed ${computed}`]
  return [
    ...requireEqual('distance of the trailing stop', event.trailing, since.level),
    ...requireEqual('best price', event.best, writePrice(best)),
    ...requireEqual('level', event.level, writePrice(level)),
    ...notReached(one, level),
    ...(earlier ? [`event ${number}: an earlier quote had reached the trailing stop`] : []),
  ]
}

/** Extremes as this order sees them: with its own spread on either side. */
const asOwn = ({ spreadAdded }: Case, extremes: QuoteExtremes): QuoteExtremes => ({
  ...extremes,
  bidLow: ownPrice('bid', extremes.bidLow, spreadAdded),
  bidHigh: ownPrice('bid', extremes.bidHigh, spreadAdded),
  askLow: ownPrice('ask', extremes.askLow, spreadAdded),
  askHigh: ownPrice('ask', extremes.askHigh, spreadAdded),
})

/** A trailing stop begins at the price a close would get at the quote that is named for it. */
export function checkTrailingStart(order: Contract, event: Event, findings: string[]): void {
  const { exits, kind, number } = event
  if (exits?.trailingFrom == null || (kind !== 'open' && kind !== 'edit')) return
  const quote = kind === 'open' ? event.quote : event.trailingQuote
  const at = need(quote, 'the quote a trailing stop begins at')
  const side = order.direction === 'buy' ? 'bid' : 'ask'
  const spreadAdded = price(need(event.spreadAdded, 'spreadAdded'))
  const from = writePrice(ownPrice(side, price(at[side]), spreadAdded))
  if (from !== exits.trailingFrom)
    findings.push(
      `event ${number}: beginning of the trailing stop: stated ${exits.trailingFrom}, computed ${from}`,
    )
}
