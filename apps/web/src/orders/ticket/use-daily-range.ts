import type { Price } from '@candor/money'
import type { Market } from '@candor/rules'
import { hourMs } from '@candor/rules/time-units.ts'
import { useMemo } from 'react'
import { serverNow } from '../../live/server-time.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { averageDailyRange, rangeDays } from '../order-form/daily-range.ts'

export interface DailyRange {
  readonly dailyRange: Price | null
  /** True once it is known that there is one or none. */
  readonly settled: boolean
}

/** Loads the average range of a day from the newest daily candles: the completed days, the one before them and today's. */
export function useDailyRange({ code, digits }: Pick<Market, 'code' | 'digits'>): DailyRange {
  const input = { code, interval: '1d' as const, limit: rangeDays + 2 }
  const { data, failureCount } = useApiQuery('getKValueByCodeAndDate', input, { staleMs: hourMs })
  return useMemo(
    () => ({
      dailyRange: data === undefined ? null : averageDailyRange(data, digits, serverNow()),
      settled: data !== undefined || failureCount > 0,
    }),
    [data, failureCount, digits],
  )
}
