import { Counter, type Registry } from 'prom-client'
import type { Envelope } from './envelope.ts'

const placed = 20004

/** The same envelope, which counts what it writes: orders placed and refusals by code. */
export function countResponses(envelope: Envelope, registry: Registry): Envelope {
  const registers = [registry]
  const orders = new Counter({
    name: 'candor_orders_placed_total',
    help: 'Responses that an order, option or plan was placed; a repeated first response counts again',
    registers,
  })
  const refusals = new Counter({
    name: 'candor_refusals_total',
    help: 'Refusals and failures, by catalogue code',
    labelNames: ['code'],
    registers,
  })
  return {
    success: (code, result, language) => {
      if (code === placed) orders.inc()
      return envelope.success(code, result, language)
    },
    refusal: (code, details, language) => {
      refusals.inc({ code })
      return envelope.refusal(code, details, language)
    },
  }
}
