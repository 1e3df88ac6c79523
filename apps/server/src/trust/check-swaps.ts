import { midOf, price, writePrice } from '@candor/money'
import { allMarkets, nextRollover, rolloverDate, swapNights } from '@candor/rules'
import { type Contract, type Event, need } from './contract-document.ts'

const dayMs = 86_400_000

/**
 * Checks what each night's swap was charged by: the rate of the order's own terms, the nights its market counts at that
 * 17:00 New York, the mid of the quote that is named, and each night once, in order, while the order was open. Source:
 * rulebook, Markets.
 */
export function checkSwaps(order: Contract, events: readonly Event[], findings: string[]): void {
  const market = allMarkets.find(({ code }) => code === order.code)
  if (market === undefined) {
    findings.push(`the market ${order.code} is not known`)
    return
  }
  let chargedThrough = events.find(({ kind }) => kind === 'open')?.at ?? 0
  for (const event of events.filter(({ kind }) => kind === 'swap')) {
    const due = rolloverOf(need(event.date, 'date'))
    if (due <= chargedThrough || due > event.at)
      findings.push(`event ${event.number}: the night of ${event.date} was not due, or was charged before`)
    findings.push(...faultsOf(order, event, swapNights(market, due)))
    chargedThrough = due
  }
}

function faultsOf(order: Contract, event: Event, nights: number): string[] {
  const { number } = event
  const { code, bid, ask, receivedAt = 0 } = need(event.quote, 'quote')
  const same = (what: string, stated: unknown, computed: unknown) =>
    stated === computed ? [] : [`event ${number}: ${what}: stated ${stated}, computed ${computed}`]
  return [
    ...same('swap rate', event.swapRate, order.direction === 'buy' ? order.swapLong : order.swapShort),
    ...same('nights', event.nights, nights),
    ...same('market of the quote', code, order.code),
    ...same('mid', event.mid, writePrice(midOf(price(bid), price(ask)))),
    ...(receivedAt > event.at ? [`event ${number}: its quote came after it was charged`] : []),
  ]
}

/** 17:00 New York of a calendar day. */
function rolloverOf(date: string): number {
  const due = nextRollover(Date.parse(`${date}T00:00:00Z`))
  if (rolloverDate(due) !== date || due % 1000 !== 0 || due > Date.parse(`${date}T00:00:00Z`) + dayMs)
    throw new RangeError(`not a day: ${date}`)
  return due
}
