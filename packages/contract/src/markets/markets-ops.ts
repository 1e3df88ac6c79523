import { z } from 'zod'
import { opsCall } from '../back-office/ops-call.ts'
import { id, isoTime } from '../fields.ts'
import { candleOrigins, haltReasons, marketActionKinds, marketItem } from './markets.ts'

const code = z.string().min(1).max(20)
const codes = z.array(code).min(1).max(1_000)
const text = z.string().trim().max(500)
const roles = ['risk', 'admin'] as const

export const marketHalt = z.object({
  id,
  code,
  reason: z.enum(haltReasons),
  note: z.string().nullable(),
  haltedBy: z.string(),
  haltedAt: isoTime,
  liftedBy: z.string().nullable(),
  liftedAt: isoTime.nullable(),
})
export type MarketHalt = z.infer<typeof marketHalt>

export const marketActionShown = z.object({
  id,
  code,
  kind: z.enum(marketActionKinds),
  at: isoTime,
  /** `4:1`, an amount per share, or the two contracts. */
  value: z.string(),
  askedBy: z.string(),
  /** Null until it is carried out. */
  appliedAt: isoTime.nullable(),
  cancelledBy: z.string().nullable(),
  cancelledAt: isoTime.nullable(),
})
export type MarketActionShown = z.infer<typeof marketActionShown>

/** A market as operators see it: its price, where that comes from and how old it is. */
export const listedMarket = marketItem
  .pick({
    code: true,
    type: true,
    bid: true,
    ask: true,
    spread: true,
    digits: true,
    source: true,
    ageMs: true,
    nextOpenAt: true,
    halted: true,
    closeOnly: true,
  })
  .extend({
    name: z.string(),
    /**
     * Reason why an order of a real account is not filled at this market's price now; null: it is. `stale`: no price is young enough;
     * `source`: prices of this source decide for demo accounts only.
     */
    unavailable: z.enum(['halted', 'closed', 'stale', 'source']).nullable(),
  })
export type ListedMarket = z.infer<typeof listedMarket>

/** Past of one live market, as far as its exchange gave it. */
export const marketHistory = z.object({
  code,
  name: z.string(),
  origin: z.enum(candleOrigins),
  /** Share of the wanted past that is filled, 0 to 1. */
  filled: z.number().min(0).max(1),
  candles: z.number().int(),
  /** Oldest candle of one minute, one hour and one day that the exchange gave; null: none yet. */
  oldestMinute: isoTime.nullable(),
  oldestHour: isoTime.nullable(),
  oldestDay: isoTime.nullable(),
  /** Gaps that were filled, and that still are to be. */
  gapsFilled: z.number().int(),
  gapsOpen: z.number().int(),
  /** The exchange's reason why it gives no candles now; null: none. */
  refused: z.string().nullable(),
})
export type MarketHistory = z.infer<typeof marketHistory>

/** Operators' calls for whole markets. */
export const marketsOps = {
  opsMarketEvents: opsCall({
    method: 'GET',
    path: '/ops/markets/events',
    summary:
      'The newest hundred halts and actions of markets, which markets there are, and clocks that differ from those of feeds',
    roles,
    input: z.object({}),
    result: z.object({
      markets: z.array(z.object({ code, name: z.string(), stock: z.boolean() })),
      halts: z.array(marketHalt),
      actions: z.array(marketActionShown),
      /** Clocks of feeds that differ from the server's by more than half a second, one line of English each. */
      clocks: z.array(z.object({ tone: z.enum(['warn', 'bad']), text: z.string() })),
    }),
  }),
  opsMarketList: opsCall({
    method: 'GET',
    path: '/ops/markets',
    summary:
      'Every market with its price, the source and the age of it, its spread, and whether it can be traded',
    roles,
    input: z.object({}),
    result: z.array(listedMarket),
  }),
  opsMarketHistory: opsCall({
    method: 'GET',
    path: '/ops/markets/history',
    summary: 'Price history that exchanges supplied for the charts of live markets',
    roles,
    input: z.object({}),
    result: z.array(marketHistory),
  }),
  opsHaltMarket: opsCall({
    method: 'POST',
    path: '/ops/markets/halt',
    summary: 'Halts a market at once, until it is resumed',
    roles,
    input: z.object({ code, reason: z.enum(haltReasons), note: text.min(1) }),
    result: z.literal(true),
  }),
  opsResumeMarket: opsCall({
    method: 'POST',
    path: '/ops/markets/resume',
    summary: 'Resumes a halted market',
    roles,
    input: z.object({ code, note: text.min(1) }),
    result: z.literal(true),
  }),
  opsHaltMarkets: opsCall({
    method: 'POST',
    path: '/ops/markets/halt-many',
    summary:
      'Halts several markets at once, a class of them or all; those that are halted already stay as they are',
    roles,
    input: z.object({ codes, reason: z.enum(haltReasons), note: text.min(1) }),
    /** Those that this call halted. */
    result: z.object({ halted: z.array(code) }),
  }),
  opsResumeMarkets: opsCall({
    method: 'POST',
    path: '/ops/markets/resume-many',
    summary:
      'Resumes several halted markets at once; one with a split or a dividend that is due stays halted',
    roles,
    input: z.object({ codes, note: text.min(1) }),
    result: z.object({
      resumed: z.array(code),
      /** Those with a split or a dividend that is due and not carried out: they stay halted. */
      due: z.array(code),
    }),
  }),
  opsProposeAction: opsCall({
    method: 'POST',
    path: '/ops/markets/actions',
    summary: 'Proposes a split or a dividend; a second person approves it',
    roles,
    input: z.object({
      code,
      kind: z.enum(['split', 'dividend']),
      value: z.string().max(40),
      at: isoTime,
      reason: text.min(1),
    }),
    result: z.object({ id }),
  }),
  opsProposeCancel: opsCall({
    method: 'POST',
    path: '/ops/markets/actions/{id}/cancel',
    summary:
      'Proposes to cancel a split or a dividend that is more than a minute away; a second person approves it',
    roles,
    input: z.object({ id, reason: text.min(1) }),
    result: z.object({ id }),
  }),
} as const
