import { z } from 'zod'
import { statedMarket } from '../stated-markets.ts'

const event = z.object({
  number: z.number().optional(),
  at: z.number(),
  kind: z.string(),
  reason: z.string().nullish(),
  quote: z
    .object({
      code: z.string(),
      seq: z.number(),
      receivedAt: z.number(),
      time: z.number().optional(),
      source: z.enum(['live', 'delayed', 'replay', 'simulated']).optional(),
    })
    .nullish()
    .catch(null),
  /** By which price the fill was fresh; absent in older receipts and a replay's. The moments are absent in those of release 0.1. */
  fill: z
    .object({
      freshMs: z.number(),
      calledAt: z.number().optional(),
      dueAt: z.number().optional(),
      waitedFrom: z.number().nullable(),
    })
    .nullish()
    .catch(null),
})
export const filledReceipt = z.object({
  kind: z.enum(['contract', 'option']),
  counts: z.enum(['any', 'real']).optional(),
  order: z.object({ mode: z.enum(['demo', 'real']), kind: z.string().optional() }),
  events: z.array(event),
  markets: z.array(statedMarket).optional(),
})
type Receipt = z.infer<typeof filledReceipt>

/** A market fill requested by a customer: at the newest tradable quote, unless it is too old (rulebook, Which quotes trade). */
export interface MarketFill {
  readonly event: number
  /** Time of the decision, epoch ms. */
  readonly at: number
  readonly quote: NonNullable<z.infer<typeof event>['quote']>
  readonly fill: z.infer<typeof event>['fill']
}

/** An event is written this long after its quote's age was looked at, at most. */
export const maxDecisionMs = 1_000

/** Lists market orders, purchases of options, and closes on the customer's request. */
export function marketFillsIn({ kind, order, events }: Receipt): MarketFill[] {
  const atMarket = kind === 'option' || order.kind === 'market'
  return events.flatMap(({ number, at, kind: eventKind, reason, quote, fill }, index) =>
    quote && ((eventKind === 'open' && atMarket) || (eventKind === 'close' && reason === 'user'))
      ? [{ event: number ?? index + 1, at, quote, fill }]
      : [],
  )
}
