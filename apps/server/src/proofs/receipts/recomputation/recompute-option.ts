import { midOf, price, rate, writePrice, writeRate, writeUsdt } from '@candor/money'
import {
  breakEvenWinRate,
  countedPrice,
  optionFate,
  optionWinMinor,
  ratioText,
  type SplitRatio,
  settleOption,
  splitBetween,
  unsplit,
} from '@candor/rules'
import { checkSettlement } from '../checks/check-settlement.ts'
import { minorOf } from '../contract-document.ts'
import { type Option, optionDocument, type Quote } from '../option-document.ts'
import { type Recomputed, withReasons } from './recomputed.ts'

type Event = Option['events'][number]

const midText = (one: Quote): string => writePrice(midOf(price(one.bid), price(one.ask)))

/** First version whose receipts count a split and no longer return stakes for it. */
const countingSplits = 3

/** Recomputes every number of an option's receipt from its quotes and terms, and its settlement. Source: rulebook, Options. */
export function recomputeOption(document: unknown): Recomputed {
  const { version, order, events } = optionDocument.parse(document)
  const findings = numbersOf(order, events)
  const closing = events.find(({ kind }) => kind === 'close')
  const proven: string[] = []
  if (version < withReasons) {
    if (closing?.proof !== undefined) findings.push('a receipt that shows reasons is not of this version')
    proven.push('an older receipt: its sums are checked, that its last quote was the first is not shown')
  } else {
    checkRepeated(order, events, findings)
    if (closing !== undefined)
      checkSettlement(order, closing, { findings, proven, countsSplits: version >= countingSplits })
  }
  return { findings, proven }
}

/** Checks that an option's events repeat its terms and its end correctly. */
function checkRepeated(order: Option['order'], events: readonly Event[], findings: string[]): void {
  const repeated = ['stake', 'payoutRate', 'profitIfWon', 'openPrice', 'result', 'refundReason'] as const
  for (const event of events) {
    const wrong = repeated.filter((name) => event[name] !== undefined && event[name] !== order[name])
    for (const name of wrong)
      findings.push(`${name} of the ${event.kind}: stated ${event[name]}, of the option ${order[name]}`)
    const named = [...(event.neighbours ?? []), event.quote ?? [], event.after ?? []].flat()
    if (named.some(({ code }) => code !== order.code))
      findings.push(`the ${event.kind} names a quote of another market`)
  }
}

function numbersOf(order: Option['order'], events: Option['events']): string[] {
  const findings: string[] = []
  const requireEqual = (field: string, stated: unknown, computed: unknown) => {
    if (stated !== computed) findings.push(`${field}: stated ${stated}, computed ${computed}`)
  }
  const payoutRate = rate(order.payoutRate)
  requireEqual('end', order.expiresAt, order.openedAt + order.periodSeconds * 1000)
  requireEqual(
    'profit if won',
    order.profitIfWon,
    writeUsdt(optionWinMinor(minorOf(order.stake), payoutRate)),
  )
  requireEqual('break-even win rate', order.breakEvenWinRate, writeRate(breakEvenWinRate(payoutRate)))
  const [opening, closing] = [
    events.find(({ kind }) => kind === 'open'),
    events.find(({ kind }) => kind === 'close'),
  ]
  requireEqual('opening price', order.openPrice, opening?.quote ? midText(opening.quote) : null)
  requireEqual('opening price of the event', opening?.price, order.openPrice)
  requireEqual('status', order.status, closing === undefined ? 'open' : 'closed')
  if (closing !== undefined) checkClose(order, closing, requireEqual)
  return findings
}

/** Multiplies the splits that a receipt names between its two quotes. */
function splitOf(order: Option['order'], closing: Event, last: Quote): SplitRatio {
  const splits = (closing.splits ?? []).map((one) => ({
    fresh: BigInt(one.new),
    old: BigInt(one.old),
    at: one.at,
  }))
  const open = { price: price(order.openPrice), at: order.openedAt }
  const close = { price: midOf(price(last.bid), price(last.ask)), at: last.receivedAt }
  return splitBetween(open, close, splits)
}

function checkClose(
  order: Option['order'],
  closing: Event,
  requireEqual: (field: string, stated: unknown, computed: unknown) => void,
): void {
  const split = closing.quote === null ? unsplit : splitOf(order, closing, closing.quote)
  requireEqual('split', order.split ?? null, ratioText(split))
  requireEqual('split of the event', closing.split ?? null, ratioText(split))
  const mid = closing.quote === null ? null : midOf(price(closing.quote.bid), price(closing.quote.ask))
  const close = mid === null ? null : writePrice(countedPrice(mid, split))
  requireEqual('closing price', order.closePrice, close)
  requireEqual('closing price of the event', closing.price, close)
  if (closing.quote !== null)
    requireEqual(
      'time of the closing quote',
      optionFate(order.expiresAt, order.settleWithinMs, closing.quote.receivedAt),
      'due',
    )
  const settled = settleOption(
    {
      direction: order.direction,
      openPrice: price(order.openPrice),
      stakeMinor: minorOf(order.stake),
      payoutRate: rate(order.payoutRate),
    },
    mid === null ? null : { mid, split },
  )
  requireEqual('result', order.result, settled.result)
  // A demo account that was reset gave its stakes back early; no quote decided it.
  requireEqual(
    'refund',
    order.refundReason,
    order.refundReason === 'reset' && close === null ? 'reset' : settled.refundReason,
  )
  requireEqual('profit', order.profit, writeUsdt(settled.profitMinor))
  requireEqual('profit of the event', closing.profit, order.profit)
}
