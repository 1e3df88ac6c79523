import { writePrice } from '@candor/money'
import type { Effect } from './effect.ts'
import { writeUsdt } from './order-entity.ts'

/** One decided effect as a line of a replay's output. */
export function replayLine(effect: Effect, ref: string): Readonly<Record<string, unknown>> {
  const { position } = effect
  const at = effect.event.at
  const facts = effect.event.facts
  const price = { price: facts.price ?? null }
  if (effect.kind === 'open')
    return {
      event: 'fill',
      ref,
      at,
      code: position.market.code,
      direction: position.direction,
      lots: effect.answer.lots,
      ...price,
      margin: facts.margin,
      commission: facts.commission,
    }
  if (effect.kind === 'close')
    return {
      event: 'close',
      ref,
      at,
      code: position.market.code,
      ...price,
      reason: facts.reason,
      profit: facts.profit,
      commission: facts.commission,
      swap: writeUsdt(position.swapMinor),
    }
  if (effect.kind === 'swap')
    return { event: 'swap', ref, at, date: facts.date, nights: facts.nights, amount: facts.swap }
  return {
    event: 'edit',
    ref,
    at,
    stopLoss: position.stopLoss === null ? null : writePrice(position.stopLoss),
    takeProfit: position.takeProfit === null ? null : writePrice(position.takeProfit),
  }
}
