import { z } from 'zod'
import { decimal, isoTime } from '../fields.ts'
import { closeReason } from '../orders/orders.ts'
import { opsCall } from './ops-call.ts'

const asset = z.enum(['USDT', 'BTC', 'ETH', 'DEMO'])

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

export const reconciliation = z.object({
  /** Empty when all sums agree. Before the first check (`checkedAt` is null), it holds a sentence that says so. */
  findings: z.array(z.string()),
  accounts: z.array(
    z.object({ class: z.string(), asset, accounts: z.number().int(), balance: decimal, held: decimal }),
  ),
  /** Time to which the check applies; null: none yet. */
  checkedAt: isoTime.nullable(),
  running: z
    .object({
      askedAt: isoTime,
      startedAt: isoTime.nullable(),
      done: z.number().int(),
      steps: z.number().int(),
    })
    .nullable(),
})
export type Reconciliation = z.infer<typeof reconciliation>

export const reconciliationOps = {
  opsReconciliation: opsCall({
    method: 'GET',
    path: '/ops/reconciliation',
    summary: 'The findings of the last reconciliation of the whole ledger, and the progress of the next',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({}),
    result: reconciliation,
  }),
  opsReconcile: opsCall({
    method: 'POST',
    path: '/ops/reconciliation',
    summary:
      'Has the whole ledger added up again in the background; while that goes on, answers how far it is',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({}),
    result: reconciliation,
  }),
  opsMoneyReport: opsCall({
    method: 'GET',
    path: '/ops/report',
    summary: 'Movements of one day (UTC), by kind and account classes',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({ day: z.iso.date() }),
    result: z.array(
      z.object({
        kind: z.string(),
        asset,
        from: z.string(),
        to: z.string(),
        count: z.number().int(),
        amount: decimal,
      }),
    ),
  }),
} as const

export const riskOps = {
  opsReserve: opsCall({
    method: 'GET',
    path: '/ops/reserve',
    summary:
      'Customers’ total profit if all closed now, the capital that pays it, and closings it could not pay',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({}),
    result: reserve,
  }),
  opsExposure: opsCall({
    method: 'GET',
    path: '/ops/exposure',
    summary: 'Customers’ open positions in each market with real money, and the capital that covers them',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({}),
    result: z.object({
      markets: z.array(exposureLine),
      capital: z.array(z.object({ class: z.string(), balance: decimal, held: decimal })),
    }),
  }),
} as const
