import { price, writePrice } from '@candor/money'
import type { CheckedMarket } from '@candor/rules'
import type { Contract, Event } from '../contract-document.ts'

type Report = (finding: string) => void

/** Checks that repeated statements of a receipt agree: its market (null: not known), levels, spread, reason and end of the order, and the same in its events. */
export function checkTerms(
  order: Contract,
  market: CheckedMarket | null,
  events: readonly Event[],
  report: Report,
): void {
  checkMarket(order, market, events, report)
  checkSpread(events, report)
  checkPlacedLots(events, report)
  for (const event of events) checkLevels(event, report)
  checkLastLevels(order, events, report)
  checkEnd(order, events, report)
  checkOrigin(order, events, report)
}

function checkMarket(
  order: Contract,
  market: CheckedMarket | null,
  events: readonly Event[],
  report: Report,
): void {
  if (market === null) {
    report(`the market ${order.code} is not known`)
    return
  }
  if (market.contractSize.toString() !== order.contractSize)
    report(`contract size: stated ${order.contractSize}, listed ${market.contractSize}`)
  for (const { number, quote, after, since, trailingQuote, neighbours = [] } of events) {
    const named = [quote, after, since, trailingQuote, ...neighbours].filter((one) => one != null)
    if (named.some(({ code }) => code !== order.code))
      report(`event ${number} names a quote of another market`)
  }
}

/** A waiting order opens as large as it was placed, unless its market was split. */
function checkPlacedLots(events: readonly Event[], report: Report): void {
  if (events.some(({ kind }) => kind === 'split')) return
  const [placed, opened] = (['place', 'open'] as const).map((of) => events.find(({ kind }) => kind === of))
  if (placed !== undefined && opened !== undefined && placed.lots !== opened.lots)
    report(`lots: placed ${placed.lots}, opened ${opened.lots}`)
}

/** The spread is one of the terms the order keeps (trust T18). */
function checkSpread(events: readonly Event[], report: Report): void {
  const stated = new Set(events.flatMap(({ spreadAdded }) => spreadAdded ?? []))
  if (stated.size > 1) report('the added spread differs between events')
}

/** A placing or a change states its levels twice. */
function checkLevels({ number, kind, exits, ...stated }: Event, report: Report): void {
  if (exits === undefined || (kind !== 'place' && kind !== 'edit')) return
  for (const name of ['price', 'stopLoss', 'takeProfit', 'trailing'] as const)
    if ((stated[name] ?? null) !== exits[name])
      report(`event ${number}: ${name}: stated ${stated[name]}, then ${exits[name]}`)
}

function checkLastLevels(order: Contract, events: readonly Event[], report: Report): void {
  const last = events.findLast(({ exits }) => exits !== undefined)?.exits
  if (last === undefined) return
  if (last.price !== order.price) report(`level of the order: stated ${order.price}, last set ${last.price}`)
  if (last.trailing !== order.trailing)
    report(`trailing stop of the order: stated ${order.trailing}, last set ${last.trailing}`)
}

const endings: Readonly<Record<string, Contract['status']>> = {
  close: 'closed',
  cancel: 'cancelled',
  expire: 'expired',
}

/** Checks the order's state against the result of its events. */
function checkEnd(order: Contract, events: readonly Event[], report: Report): void {
  const status = statusAfter(events)
  if (status !== null && order.status !== status)
    report(`status: stated ${order.status}, its events say ${status}`)
  const closing = events.find(({ kind }) => kind === 'close')
  if (closing === undefined) {
    const ended = [order.closePrice, order.profit, order.closeReason].some((one) => one !== null)
    if (status !== null && ended) report('an order that is not closed has no result')
    return
  }
  if (order.closeReason !== closing.reason)
    report(`reason of the close: stated ${order.closeReason}, its event says ${closing.reason}`)
  const at = closing.price == null ? null : writePrice(price(closing.price))
  if (order.closePrice !== at)
    report(`closing price of the order: stated ${order.closePrice}, its event says ${at}`)
}

/** Null where a split or a roll may have ended it, which has no event of its own. */
function statusAfter(events: readonly Event[]): Contract['status'] | null {
  const ending = events.flatMap(({ kind }) => endings[kind] ?? []).at(0)
  if (ending !== undefined) return ending
  if (events.some(({ kind }) => kind === 'split' || kind === 'roll')) return null
  return events.some(({ kind }) => kind === 'open') ? 'open' : 'pending'
}

/** A closed part names the order it was split off. */
function checkOrigin(order: Contract, events: readonly Event[], report: Report): void {
  const [first] = events
  const origin = first?.kind === 'part' && first.part === order.id ? (first.order ?? null) : null
  if (order.partOf !== origin)
    report(`the order it is a part of: stated ${order.partOf}, its events say ${origin}`)
}
