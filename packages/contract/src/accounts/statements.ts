import { statementGroups } from '@candor/rules/accounts/statement-groups.ts'
import { z } from 'zod'
import { call } from '../call.ts'
import { calendarYear, count, isoTime, pageOf, pageQuery } from '../fields.ts'
import { equityPoint, statementLine, statementTotal, taxTotals } from './account-entities.ts'

const own = '/swx/customer/user'

/** Calls for what moved an account's balances. */
export const statementsCalls = {
  statement: call({
    method: 'GET',
    path: `${own}/statement`,
    summary: 'Every ledger entry of the chosen account with its running balance, newest first',
    access: 'customer',
    input: z.object({
      from: isoTime.optional(),
      to: isoTime.optional(),
      format: z.enum(['json', 'csv', 'pdf']).default('json'),
      /** Only entries of this group, or in this asset. A page may then be shorter than `limit` with more to follow. Files have all. */
      group: z.enum(statementGroups).optional(),
      asset: z.enum(['USDT', 'BTC', 'ETH']).optional(),
      ...pageQuery,
    }),
    result: pageOf(statementLine),
  }),
  statementTotals: call({
    method: 'GET',
    path: `${own}/statementTotals`,
    summary: 'Totals of a period’s entries, by asset',
    access: 'customer',
    input: z.object({ from: isoTime.optional(), to: isoTime.optional() }),
    result: z.array(statementTotal),
  }),
  taxStatement: call({
    method: 'GET',
    path: `${own}/taxStatement`,
    summary:
      'Entries of the real account in a calendar year (UTC): totals by group, or all of them as a file',
    access: 'customer',
    input: z.object({
      /** From the year in which the account was opened to the present one. */
      year: calendarYear,
      /** Files also have each position, option and conversion, in the language of the request. */
      format: z.enum(['json', 'csv', 'pdf']).default('json'),
    }),
    result: taxTotals,
  }),
  equityHistory: call({
    method: 'GET',
    path: `${own}/equityHistory`,
    summary: 'Equity of the chosen account over time, oldest first',
    access: 'customer',
    input: z.object({ days: count(366).default(30) }),
    result: z.array(equityPoint),
  }),
} as const
