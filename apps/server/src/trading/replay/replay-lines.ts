import type { ContractOrder } from '@candor/contract'
import type { Effect } from '../commits/effect.ts'

type Line = Readonly<Record<string, unknown>>
type Facts = Effect['event']['facts']

/** Formats one decided effect as lines of a replay's output: its own, and one for each part or position closed with it. */
export function replayLines(effect: Effect, refOf: (id: string) => string): Line[] {
  const { relatedChanges, event } = effect
  const closed = (relatedChanges?.events ?? [])
    .filter(({ kind }) => kind === 'close')
    .flatMap(({ orderId, facts }) => {
      const order = relatedChanges?.orders.find(({ id }) => id === orderId)
      return order === undefined ? [] : [closeLine(order, facts, event.at, refOf(order.partOf ?? order.id))]
    })
  return [...closed, ...ownLine(effect, refOf(effect.position.id))]
}

function closeLine(order: ContractOrder, facts: Facts, at: number, ref: string): Line {
  return {
    event: 'close',
    ref,
    at,
    code: order.code,
    lots: order.lots,
    price: facts.price ?? null,
    reason: facts.reason,
    profit: facts.profit,
    commission: facts.commission,
    swap: order.swap,
    ...(order.partOf !== null && { part: true }),
  }
}

function ownLine(effect: Effect, ref: string): Line[] {
  const { answer, event } = effect
  const { at, facts } = event
  const { code, direction, lots } = answer
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
        price: facts.price ?? null,
        margin: facts.margin,
        commission: facts.commission,
      },
    ]
  if (kind === 'close') return [closeLine(answer, facts, at, ref)]
  if (kind === 'place')
    return [
      {
        event: 'place',
        ref,
        at,
        code,
        direction,
        lots,
        kind: answer.kind,
        price: facts.price,
        held: facts.held,
      },
    ]
  if (kind === 'swap')
    return [{ event: 'swap', ref, at, date: facts.date, nights: facts.nights, amount: facts.swap }]
  return kind === 'edit' ? editLine(facts, at, ref) : otherLine(kind, at, ref)
}

/** Formats an edit. Skips a hold for a dearer level, which the edit that follows reports. */
function editLine(facts: Facts, at: number, ref: string): Line[] {
  if (facts.held !== undefined) return []
  const { stopLoss, takeProfit, trailing, price } = facts
  return [{ event: 'edit', ref, at, stopLoss, takeProfit, trailing, price }]
}

/** A part's line is its closing. */
const otherLine = (kind: Effect['kind'], at: number, ref: string): Line[] =>
  kind === 'part' ? [] : [{ event: kind, ref, at }]
