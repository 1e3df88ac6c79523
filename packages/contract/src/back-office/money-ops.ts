import { z } from 'zod'
import { decimal, isoTime } from '../fields.ts'
import { opsCall } from './ops-call.ts'
import { inReportDays, reportDays } from './reports/report-days.ts'

const asset = z.enum(['USDT', 'BTC', 'ETH', 'DEMO'])

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
    summary: 'Movements of one day (UTC), or of the days through `to`, by kind and account classes',
    roles: ['finance', 'risk', 'admin'],
    input: inReportDays(z.object(reportDays)),
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
  opsTrialBalance: opsCall({
    method: 'GET',
    path: '/ops/trial-balance',
    summary:
      'Balances of real money at the end of a day (UTC), as debits and credits of accounts in the operator’s books',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({ day: z.iso.date() }),
    result: z.array(
      z.object({
        account: z.string(),
        asset: z.enum(['USDT', 'BTC', 'ETH']),
        /** One of the two is 0. */
        debit: decimal,
        credit: decimal,
      }),
    ),
  }),
} as const
