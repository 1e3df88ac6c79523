import { writeUsdt } from '@candor/money'
import type { ResultSums } from '../orders/list/order-list-store.ts'

/** Returns the net result: profit − commission + swap + dividends + cash of splits (rulebook, Contracts). */
export const netOf = ({ profit, fee, swap, dividends, split_cash }: ResultSums): bigint =>
  profit - fee + swap + dividends + split_cash

/** Writes totals of orders as calls return them. */
export const writeSums = (sums: ResultSums & { readonly count: bigint }) => ({
  count: Number(sums.count),
  profit: writeUsdt(sums.profit),
  fee: writeUsdt(sums.fee),
  swap: writeUsdt(sums.swap),
  dividends: writeUsdt(sums.dividends),
  splitCash: writeUsdt(sums.split_cash),
  net: writeUsdt(netOf(sums)),
})
