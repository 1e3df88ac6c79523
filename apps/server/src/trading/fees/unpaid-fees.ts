import { dayMs, utcDay } from '@candor/rules/time-units.ts'
import { sql } from 'kysely'
import { tradingFeesSince } from '../../ledger/reports/paid-fees.ts'
import type { Reader } from '../../platform/database/database.ts'

/**
 * Sums the trading fees of the days (UTC) that may still pay rebates and commissions: from the first of the last 31 days whose rebates are
 * not recorded or still owed, and always from yesterday on, since commissions follow a day's rebates. In USDT's smallest unit.
 */
export function unpaidFees(reader: Reader, nowMs: number): Promise<bigint> {
  const today = nowMs - (nowMs % dayMs)
  const first = utcDay(today - 31 * dayMs)
  const yesterday = utcDay(today - dayMs)
  const since = sql<Date>`
    SELECT least(min(day), ${yesterday}::date)::timestamp AT TIME ZONE 'UTC'
      FROM (SELECT days.day FROM (SELECT ${first}::date + n AS day FROM generate_series(0, 30) n) days
             WHERE NOT EXISTS (SELECT FROM orders_fee_rebate_days d WHERE d.day = days.day)
            UNION ALL SELECT min(owed.day) FROM orders_fee_rebates_owed owed) unpaid`
  return tradingFeesSince(reader, since)
}
