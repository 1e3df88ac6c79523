import type { ContractOrder } from '@candor/contract'
import type { Effect } from '../commits/effect.ts'
import type { EventDetails } from '../receipts/event-details.ts'

type Line = Readonly<Record<string, unknown>>

/** Formats one decided effect as lines of a replay's output: its own, and one for each part or position closed with it. */
export function replayLines(effect: Effect, refOf: (id: string) => string): Line[] {
  const { relatedChanges, event } = effect
  const closed = (relatedChanges?.events ?? [])
    .filter(({ kind }) => kind === 'close')
    .flatMap(({ orderId, details }) => {
      const order = relatedChanges?.orders.find(({ id }) => id === orderId)
      return order === undefined ? [] : [closeLine(order, details, event.at, refOf(order.partOf ?? order.id))]
    })
  return [...closed, ...ownLine(effect, refOf(effect.position.id))]
}

function closeLine(order: ContractOrder, details: EventDetails, at: number, ref: string): Line {
  return {
    event: 'close',
    ref,
    at,
    code: order.code,
    lots: order.lots,
    price: details.price ?? null,
    reason: details.reason,
    profit: details.profit,
    commission: details.commission,
    swap: order.swap,
    ...(order.partOf !== null && { part: true }),
  }
}

function ownLine(effect: Effect, ref: string): Line[] {
  const { shownOrder, event } = effect
  const { at, details } = event
  const { code, direction, lots } = shownOrder
  const { kind } = effect
  if (kind === 'open')
    return [
      {
        event: 'fill',
        ref,
        at,
        code,
        direction,
        lots,
        price: details.price ?? null,
        margin: details.margin,
        commission: details.commission,
      },
    ]
  if (kind === 'close') return [closeLine(shownOrder, details, at, ref)]
  if (kind === 'place')
    return [
      {
        event: 'place',
        ref,
        at,
        code,
        direction,
        lots,
        kind: shownOrder.kind,
        price: details.price,
        held: details.held,
      },
    ]
  if (kind === 'swap')
    return [{ event: 'swap', ref, at, date: details.date, nights: details.nights, amount: details.swap }]
  return kind === 'edit' ? editLine(details, at, ref) : otherLine(kind, at, ref)
}

/** Formats an edit. Skips a hold for a dearer level, which the edit that follows reports. */
function editLine(details: EventDetails, at: number, ref: string): Line[] {
  if (details.held !== undefined) return []
  const { stopLoss, takeProfit, trailing, price } = details
  return [{ event: 'edit', ref, at, stopLoss, takeProfit, trailing, price }]
}

/** A part's line is its closing. */
const otherLine = (kind: Effect['kind'], at: number, ref: string): Line[] =>
  kind === 'part' ? [] : [{ event: kind, ref, at }]
