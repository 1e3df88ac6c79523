import { assetCodes } from '@candor/money'
import { houseLines, ownMoneyLines } from '@candor/rules/treasury/house-lines.ts'
import { z } from 'zod'
import { languages } from '../../accounts/account-entities.ts'
import { decimal, isoTime } from '../../fields.ts'
import { opsCall } from '../ops-call.ts'
import { inReportDays, reportDays } from './report-days.ts'

const roles = ['finance', 'risk', 'admin'] as const
const asset = z.enum(assetCodes)

/** The operator's result in a market or a class, by line: positive is a gain of the operator's. */
const marketSums = {
  asset,
  /** Positions of customers, dividends included. */
  results: decimal,
  options: decimal,
  commissions: decimal,
  swaps: decimal,
  /** The operator's own trades at venues. */
  hedging: decimal,
  total: decimal,
}

const line = <Line extends string>(lines: readonly [Line, ...Line[]]) =>
  z.object({ line: z.enum(lines), asset, count: z.number().int(), amount: decimal })

export const houseResult = z.object({
  /** The largest result or loss first. */
  markets: z.array(
    z.object({
      /** Null where the order of an entry is not known. */
      code: z.string().nullable(),
      /** Class of the market; null where it is not known. */
      type: z.number().int().nullable(),
      ...marketSums,
    }),
  ),
  classes: z.array(z.object({ type: z.number().int().nullable(), ...marketSums })),
  /** Every line of the result, those of markets too. */
  products: z.array(line(houseLines)),
  /** Money that the operator put in, took out and lent: no result. */
  ownMoney: z.array(line(ownMoneyLines)),
  totals: z.array(
    z.object({
      asset,
      result: decimal,
      ownMoney: decimal,
      /** Their sum: what the operator's equity and income accounts gained in the trial balance. */
      change: decimal,
    }),
  ),
  /** The results of all coins in USDT at the prices of `at`; null while one has no price. */
  valued: z.object({ amount: decimal, at: isoTime }).nullable(),
})
export type HouseResult = z.infer<typeof houseResult>

export const latePayments = z.object({
  /** Hours in which a withdrawal requested now is to be paid; deposits are measured by them too. */
  deadlineHours: z.number(),
  counts: z.object({
    deposits: z.number().int(),
    withdrawals: z.number().int(),
    /** Those of both that still wait. */
    waiting: z.number().int(),
  }),
  /** The longest late first, at most 200. */
  items: z.array(
    z.object({
      kind: z.enum(['deposit', 'withdrawal']),
      id: z.string(),
      userId: z.string(),
      asset,
      amount: decimal,
      requestedAt: isoTime,
      dueAt: isoTime,
      /** Time at which it was credited, paid or refused; null while it waits. */
      endedAt: isoTime.nullable(),
      /** Whole minutes after `dueAt`, until it ended or until now. */
      lateMinutes: z.number().int(),
      status: z.string(),
    }),
  ),
})
export type LatePayments = z.infer<typeof latePayments>

export const reportsOps = {
  opsHouseResult: opsCall({
    method: 'GET',
    path: '/ops/report/house',
    summary: 'The operator’s own result of one day (UTC), or of the days through `to`, by market and product',
    roles,
    input: inReportDays(z.object(reportDays)),
    result: houseResult,
  }),
  opsLatePayments: opsCall({
    method: 'GET',
    path: '/ops/report/late',
    summary:
      'Deposits and withdrawals that were late at some time of these days (UTC), ended or still waiting',
    roles,
    input: inReportDays(z.object(reportDays)),
    result: latePayments,
  }),
  opsMoneyReportFile: opsCall({
    method: 'GET',
    path: '/ops/report/file',
    summary:
      'The money report of these days as a PDF, or the operator’s accounts as camt.053; that it was made stands in the audit log',
    roles,
    input: inReportDays(
      z.object({
        ...reportDays,
        format: z.enum(['pdf', 'camt053']),
        language: z.enum(languages).default('en'),
      }),
    ),
    result: z.string(),
  }),
} as const
