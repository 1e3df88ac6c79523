import { z } from 'zod'
import { decimal } from './fields.ts'
import { opsCall } from './ops-call.ts'

const asset = z.enum(['USDT', 'BTC', 'ETH', 'DEMO'])

export const exposureLine = z.object({
  code: z.string(),
  /** Lots customers bought and sold, open now, real accounts only. */
  long: decimal,
  short: decimal,
  customers: z.number().int(),
  margin: decimal,
})
export type ExposureLine = z.infer<typeof exposureLine>

export const moneyOps = {
  opsReconciliation: opsCall({
    method: 'GET',
    path: '/ops/reconciliation',
    summary: 'Adds the whole ledger up again, and what stands on each class of accounts',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({}),
    result: z.object({
      findings: z.array(z.string()),
      accounts: z.array(
        z.object({ class: z.string(), asset, accounts: z.number().int(), balance: decimal, held: decimal }),
      ),
    }),
  }),
  opsMoneyReport: opsCall({
    method: 'GET',
    path: '/ops/report',
    summary: 'What moved in one day (UTC), by kind, between which classes',
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
  opsExposure: opsCall({
    method: 'GET',
    path: '/ops/exposure',
    summary: 'What customers have open in each market with real money, and the capital that covers it',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({}),
    result: z.object({
      markets: z.array(exposureLine),
      capital: z.array(z.object({ class: z.string(), balance: decimal, held: decimal })),
    }),
  }),
} as const
