import { z } from 'zod'
import { decimal, isoTime } from '../fields.ts'
import { opsCall } from './ops-call.ts'

const roles = ['finance', 'risk', 'admin'] as const

/** Reasons for which no order is sent in a market now. */
export const hedgeHindrances = [
  'stopped',
  'disconnected',
  'terms',
  'uncompared',
  'differs',
  'failing',
] as const

export const hedgeStop = z.object({
  reason: z.string(),
  /** Email of the operator; null: the comparison with the venue. */
  by: z.string().nullable(),
  at: isoTime,
})
export type HedgeStop = z.infer<typeof hedgeStop>

export const hedgedMarketState = z.object({
  code: z.string(),
  at: isoTime,
  /** In lots: customers' net position with real money, most that is kept of it (null: not known, or no limit), the position at the venue. */
  net: decimal,
  limit: decimal.nullable(),
  laidOff: decimal,
  /** Lots beyond the limit that are not laid off, and for how long there have been any. */
  residual: decimal.nullable(),
  residualMs: z.number().int(),
  /** The same in USDT at the mid of now; null without a price. */
  netValue: decimal.nullable(),
  laidOffValue: decimal.nullable(),
  residualValue: decimal.nullable(),
  /** Null: orders are sent. */
  hindrance: z.enum(hedgeHindrances).nullable(),
  stop: hedgeStop.nullable(),
  /** The last comparison with the venue's drop copy: positions as the venue counts them, and executions that one side lacks. */
  comparison: z
    .object({
      at: isoTime,
      agrees: z.boolean(),
      ours: decimal,
      theirs: decimal,
      foreignFills: z.number().int(),
      missingFills: z.number().int(),
    })
    .nullable(),
  /** Sums of all executions, in USDT: results of what reduced the position, and fees. */
  realised: decimal,
  charged: decimal,
})
export type HedgedMarketState = z.infer<typeof hedgedMarketState>

export const hedgeOrder = z.object({
  clientId: z.string(),
  code: z.string(),
  side: z.enum(['buy', 'sell']),
  lots: decimal,
  state: z.enum(['pending', 'working', 'filled', 'expired', 'refused', 'absent']),
  reason: z.string().nullable(),
  createdAt: isoTime,
  endedAt: isoTime.nullable(),
  fills: z.array(
    z.object({
      id: z.string(),
      lots: decimal,
      price: decimal,
      /** In USDT. */
      realised: decimal,
      charged: decimal,
      /** False while the account of hedging money cannot pay what it costs. */
      paid: z.boolean(),
      at: isoTime,
    }),
  ),
})
export type HedgeOrderShown = z.infer<typeof hedgeOrder>

export const hedgingState = z.object({
  /** Null: nothing is hedged. */
  venue: z
    .object({
      name: z.string(),
      connected: z.boolean(),
      since: isoTime.nullable(),
      fault: z.string().nullable(),
    })
    .nullable(),
  /** A stop of all markets. */
  stop: hedgeStop.nullable(),
  markets: z.array(hedgedMarketState),
  /** Executions that the account of hedging money cannot pay. */
  unpaid: z.number().int(),
})
export type HedgingState = z.infer<typeof hedgingState>

export const hedgingOps = {
  opsHedging: opsCall({
    method: 'GET',
    path: '/ops/hedging',
    summary:
      'The venue where surplus positions are laid off, and each hedged market: net position, limit, what is laid off and what is not yet, the comparison with the venue, and results',
    roles,
    input: z.object({}),
    result: hedgingState,
  }),
  opsHedgeOrders: opsCall({
    method: 'GET',
    path: '/ops/hedging/orders',
    summary: 'The newest orders at the venue with their executions, of one market or of all',
    roles,
    input: z.object({ code: z.string().max(20).optional() }),
    result: z.object({ orders: z.array(hedgeOrder) }),
  }),
  opsStopHedging: opsCall({
    method: 'POST',
    path: '/ops/hedging/stop',
    summary:
      'Stops hedging of a market or of all, or resumes it; orders at the venue are completed, and positions there stay',
    roles,
    input: z.object({
      /** Absent: all markets. */
      code: z.string().max(20).optional(),
      stopped: z.boolean(),
      reason: z.string().trim().min(3).max(500),
    }),
    result: z.literal(true),
  }),
} as const
