import { cmp, decimal, div, type Fraction, sub } from './fractions.ts'
import { optional } from './judgements.ts'
import type { Scripted } from './script.ts'

export type Body = Scripted['body']

/** Reads the order that a `buyContract` call asks for. */
export function readBuy({ as, ref, body }: Scripted) {
  const { code = '', direction, lots = '0', kind = 'market' } = body as Record<string, string>
  return {
    ref,
    as,
    code,
    kind,
    buys: direction === 'buy',
    lots: decimal(lots),
    leverage: Number(body.leverage ?? 1),
    level: kind === 'market' ? null : decimal(String(body.price)),
    stop: optional(body.stopLoss),
    target: optional(body.takeProfit),
    distance: optional(body.trailing),
    until: body.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(String(body.expiresAt)),
  }
}

/** Checks whether the price moved further against the customer than the call allows. */
export function hasMoved({ quoted, body }: Scripted, buys: boolean, open: Fraction): boolean {
  const furthest = optional(body.maxSlippage)
  if (quoted === undefined || furthest === null || (body.kind ?? 'market') !== 'market') return false
  const shownPrice = decimal(quoted)
  return cmp(buys ? sub(open, shownPrice) : sub(shownPrice, open), furthest) > 0
}

/** Checks whether a part is a whole number of lot steps and not larger than the position. */
export function isPart(part: Fraction, whole: Fraction, type: number): boolean {
  const step = decimal(type === 3 ? '1' : type === 2 ? '0.001' : '0.01')
  const steps = div(part, step)
  return steps.n % steps.d === 0n && cmp(part, whole) <= 0
}

export function setExits(position: { stop: Fraction | null; target: Fraction | null }, body: Body): void {
  if (body.stopLoss !== undefined) position.stop = optional(body.stopLoss)
  if (body.takeProfit !== undefined) position.target = optional(body.takeProfit)
}
