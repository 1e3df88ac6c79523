import { Exact, lots, midOf, price, rate, writePrice } from '@candor/money'
import { type CheckedMarket, nextRollover, rolloverDate, swapMinor, swapNights } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'
import { type Contract, type Event, need } from '../contract-document.ts'

/** In the smallest unit at the opening price, in any currency: a night that costs less may have been rounded to zero. */
const surelyCharged = 10_000n

/**
 * Checks what each night's swap was charged by: the rate of the order's own terms, the nights its market counts at that
 * 17:00 New York, the mid of the quote that is named, and each night once, in order, while the order was open. A night between
 * opening and closing that its market counts and that no event charges is missing. Source: rulebook, Markets.
 */
export function checkSwaps(
  order: Contract,
  market: CheckedMarket | null,
  events: readonly Event[],
  findings: string[],
): void {
  // Reported with the terms.
  if (market === null) return
  let chargedThrough = beginningOf(events)
  const missing = (before: number) => missingNights(order, market, { after: chargedThrough, before })
  for (const event of events) {
    if (event.kind === 'close') findings.push(...missing(event.at))
    if (event.kind !== 'swap') continue
    const due = rolloverOf(need(event.date, 'date'))
    findings.push(...missing(due), ...faultsOf(order, event, swapNights(market, due)))
    if (due <= chargedThrough || due > event.at)
      findings.push(`event ${event.number}: the night of ${event.date} was not due, or was charged before`)
    chargedThrough = due
  }
}

/** A part's own receipt begins when it was split off its order, which was charged until then. */
const beginningOf = (events: readonly Event[]): number =>
  (events.find(({ kind }) => kind === 'open') ?? events[0])?.at ?? 0

/** One finding for each night strictly between two moments that costs or earns something. */
function missingNights(
  order: Contract,
  market: CheckedMarket,
  { after, before }: { readonly after: number; readonly before: number },
): string[] {
  const missing: string[] = []
  for (let due = nextRollover(after); due < before; due = nextRollover(due))
    if (isSurelyCharged(order, swapNights(market, due)))
      missing.push(`the night of ${rolloverDate(due)} was not charged`)
  return missing
}

/** By the lots that remain at the end, so that earlier parts never make it larger than it was. */
function isSurelyCharged(order: Contract, nights: number): boolean {
  const own = rate(order.direction === 'buy' ? order.swapLong : order.swapShort)
  if (nights === 0 || own === 0n || order.openPrice == null) return false
  const minor = swapMinor(
    lots(order.lots),
    price(order.openPrice),
    { contractSize: BigInt(order.contractSize), rate: own, nights },
    new Exact(1n),
  )
  return minor >= surelyCharged || minor <= -surelyCharged
}

function faultsOf(order: Contract, event: Event, nights: number): string[] {
  const { number } = event
  const { code, bid, ask, receivedAt = 0 } = need(event.quote, 'quote')
  const requireEqual = (field: string, stated: unknown, computed: unknown) =>
    stated === computed ? [] : [`event ${number}: ${field}: stated ${stated}, computed ${computed}`]
  return [
    ...requireEqual(
      'swap rate',
      event.swapRate,
      order.direction === 'buy' ? order.swapLong : order.swapShort,
    ),
    ...requireEqual('nights', event.nights, nights),
    ...requireEqual('market of the quote', code, order.code),
    ...requireEqual('mid', event.mid, writePrice(midOf(price(bid), price(ask)))),
    ...(receivedAt > event.at ? [`event ${number}: its quote came after it was charged`] : []),
  ]
}

/** 17:00 New York of a calendar day. */
export function rolloverOf(date: string): number {
  const due = nextRollover(Date.parse(`${date}T00:00:00Z`))
  if (rolloverDate(due) !== date || due % 1000 !== 0 || due > Date.parse(`${date}T00:00:00Z`) + dayMs)
    throw new RangeError(`not a day: ${date}`)
  return due
}
