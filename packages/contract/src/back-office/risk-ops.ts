import { z } from 'zod'
import { boundedDecimal, decimal, id, isoTime } from '../fields.ts'
import { closeReason } from '../orders/orders.ts'
import { opsCall } from './ops-call.ts'

const roles = ['finance', 'risk', 'admin'] as const

export const exposureLine = z.object({
  code: z.string(),
  /** Open lots that customers bought and sold, real accounts only. */
  long: decimal,
  short: decimal,
  customers: z.number().int(),
  margin: decimal,
})
export type ExposureLine = z.infer<typeof exposureLine>

export const reserve = z.object({
  /** Share of the capital from which the console warns. */
  warnFrom: decimal,
  sides: z.array(
    z.object({
      mode: z.enum(['demo', 'real']),
      /** Sum that all customers would win if they closed now; negative when they would lose. */
      wouldWin: decimal,
      capital: decimal,
      /** `halted`: new risk is refused (`unavailable` `reserve`). */
      state: z.enum(['ok', 'warn', 'halted']),
      /** Number of positions that had to close, but whose profit the operator's accounts cannot pay; each quote triggers a new attempt. */
      unpaidClosings: z.number().int(),
    }),
  ),
  /** These positions, longest waiting first, at most 200. */
  unpaid: z.array(
    z.object({
      orderId: z.string(),
      orderNo: z.string(),
      userId: z.string(),
      mode: z.enum(['demo', 'real']),
      code: z.string(),
      reason: closeReason,
      since: isoTime,
    }),
  ),
})
export type Reserve = z.infer<typeof reserve>

/** Cost of one move of a price, as if it jumped: no stop and no stop-out closes anything on the way. */
export const moveCost = z.object({
  /** Change of the price as a fraction: `-0.05` is a fall of 5%. */
  move: decimal,
  /** The operator's result in USDT: what customers would lose, less what they would win; negative: a loss. */
  result: decimal,
  /** Part of what customers would lose that their accounts could not pay; the negative-balance account would. */
  shortfall: decimal,
  /** True while the trading capital could pay all open profits after the move, and the negative-balance account the shortfall. */
  covered: z.boolean(),
})
export type MoveCost = z.infer<typeof moveCost>

/** Sums of open real-money positions, in USDT at the mid prices of now. */
export const riskSums = z.object({
  /** Value of customers' long positions, less that of short ones. */
  net: decimal,
  gross: decimal,
  margin: decimal,
  positions: z.number().int(),
  customers: z.number().int(),
  /** The operator's unrealised result: what customers would lose if they closed now, less what they would win. */
  unrealised: decimal,
  /** The operator's result of the day so far (UTC), by closed contracts and options. */
  today: decimal,
  /** Costs of the moves in `moves`, in their order. */
  costs: z.array(moveCost),
})
export type RiskSums = z.infer<typeof riskSums>

export const marketRisk = riskSums.extend({
  code: z.string(),
  type: z.number().int(),
  /** Null: the market has no price yet, and its positions count at half their margin lost. */
  mark: z.object({ bid: decimal, ask: decimal, at: isoTime }).nullable(),
  /** Costs of the market's largest fall and rise within a day (UTC) of the last year; empty without a past. */
  worstDay: z.array(moveCost),
})
export type MarketRisk = z.infer<typeof marketRisk>

export const accountRisk = z.object({
  userId: z.string(),
  equity: decimal,
  margin: decimal,
  /** Equity less holds for other purposes, by the margin in use. */
  marginLevel: decimal,
  unrealised: decimal,
  net: decimal,
  gross: decimal,
})
export type AccountRisk = z.infer<typeof accountRisk>

export const exposureLimit = z.object({
  code: z.string(),
  /** Largest net value of customers' positions that the operator keeps, in either direction, in USDT. */
  limit: decimal,
  /** Value of customers' long positions, less that of short ones, at the mid price of now; null without a price. */
  net: decimal.nullable(),
  /** Value of the position at the venue, bought less sold; what the limit bounds is the net value less this. Null without a price. */
  laidOff: decimal.nullable(),
  /** True while what is beyond the limit is laid off instead of refused. */
  hedged: z.boolean(),
  /** Value that customers can still buy; zero where the limit is used up. */
  leftToBuy: decimal.nullable(),
  leftToSell: decimal.nullable(),
})
export type ExposureLimit = z.infer<typeof exposureLimit>

export const exposureLimitChange = z.object({
  code: z.string(),
  /** In USDT; null: the limit was removed. */
  limit: decimal.nullable(),
  reason: z.string(),
  /** Emails of the two operators. */
  proposedBy: z.string(),
  approvedBy: z.string(),
  at: isoTime,
})
export type ExposureLimitChange = z.infer<typeof exposureLimitChange>

export const riskDesk = z.object({
  at: isoTime,
  /** Moves of a market that `costs` are for, as fractions, ascending. */
  moves: z.array(decimal),
  cover: z.object({
    /** Trading capital that is free of holds. */
    capital: decimal,
    /** Sum that customers would win if all closed now; negative when they would lose. */
    wouldWin: decimal,
    /** Free money of the negative-balance account. */
    negativeBalance: decimal,
  }),
  total: riskSums,
  /** By class of market (`type`), all of whose markets move together. */
  classes: z.array(riskSums.extend({ type: z.number().int() })),
  /** The largest gross value first. */
  markets: z.array(marketRisk),
  /** Exposure limits in force, those of markets without positions too. */
  limits: z.array(exposureLimit),
  /** The accounts with the largest gross value, at most 20. */
  largest: z.array(accountRisk),
  nearest: z.object({
    /** Number of accounts at or below 100% of their margin, which have had the margin call. */
    called: z.number().int(),
    /** Number of accounts above that and at most at 150%. */
    near: z.number().int(),
    /** The lowest margin levels first, at most 20. */
    accounts: z.array(accountRisk),
  }),
})
export type RiskDesk = z.infer<typeof riskDesk>

/** Products whose result the operator is the other side of. */
export const riskProducts = ['contract', 'option'] as const
export type RiskProduct = (typeof riskProducts)[number]

const marketResult = z.object({
  code: z.string(),
  product: z.enum(riskProducts),
  trades: z.number().int(),
  /** Customers' losses by prices, less their gains. */
  prices: decimal,
  /** Commissions and swaps that customers paid on these trades, less swaps they received. */
  charges: decimal,
})

export const riskHistory = z.object({
  /** The operator's results by day (UTC), oldest first; the last one is of the day so far. */
  days: z.array(z.object({ day: z.iso.date(), prices: decimal, charges: decimal })),
  /** The same days together by market, the largest result or loss first. */
  markets: z.array(marketResult),
  /** Recorded each hour, oldest first; of one market where the request names one. */
  hours: z.array(
    z.object({ at: isoTime, net: decimal, gross: decimal, unrealised: decimal, margin: decimal }),
  ),
  /** Recorded with them. */
  cover: z.array(z.object({ at: isoTime, capital: decimal, wouldWin: decimal, negativeBalance: decimal })),
})
export type RiskHistory = z.infer<typeof riskHistory>

export const riskOps = {
  opsReserve: opsCall({
    method: 'GET',
    path: '/ops/reserve',
    summary:
      'Customers’ total profit if all closed now, the capital that pays it, and closings it could not pay',
    roles,
    input: z.object({}),
    result: reserve,
  }),
  opsExposure: opsCall({
    method: 'GET',
    path: '/ops/exposure',
    summary: 'Customers’ open positions in each market with real money, and the capital that covers them',
    roles,
    input: z.object({}),
    result: z.object({
      markets: z.array(exposureLine),
      capital: z.array(z.object({ class: z.string(), balance: decimal, held: decimal })),
    }),
  }),
  opsRiskDesk: opsCall({
    method: 'GET',
    path: '/ops/risk',
    summary:
      'The operator’s risk from open real-money positions by market and class: value, results, costs of moves, the largest accounts, and those near a margin call',
    roles,
    input: z.object({
      /** A move of both directions in addition to 1, 2, 5 and 10%, in percent. */
      percent: z.coerce.number().int().min(1).max(90).optional(),
    }),
    result: riskDesk,
  }),
  opsRiskHistory: opsCall({
    method: 'GET',
    path: '/ops/risk/history',
    summary: 'The operator’s results by day and market, and hourly exposure and cover',
    roles,
    input: z.object({
      days: z.coerce.number().int().min(1).max(366).default(30),
      code: z.string().max(20).optional(),
    }),
    result: riskHistory,
  }),
  opsExposureLimits: opsCall({
    method: 'GET',
    path: '/ops/risk/limits',
    summary:
      'The newest changes of exposure limits, of one market or of all, with their reasons and the two people',
    roles,
    input: z.object({ code: z.string().max(20).optional() }),
    result: z.object({ changes: z.array(exposureLimitChange) }),
  }),
  opsProposeExposureLimit: opsCall({
    method: 'POST',
    path: '/ops/risk/limits/{code}',
    summary:
      'Proposes the largest net position of customers that the operator keeps in a market, or none; a second person approves',
    roles,
    input: z.object({
      code: z.string().max(20),
      /** In USDT; zero permits only what brings the position towards zero. Null removes the limit. */
      limit: boundedDecimal.refine((text) => !text.startsWith('-'), 'negative').nullable(),
      reason: z.string().trim().min(3).max(500),
    }),
    result: z.object({ id }),
  }),
} as const
