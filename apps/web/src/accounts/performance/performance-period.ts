import { dayMs } from '@candor/rules/time-units.ts'

export const performancePeriods = ['7', '30', '90', '365', 'all', 'own'] as const
export type PerformancePeriod = (typeof performancePeriods)[number]

/** A chosen period; its days are UTC, empty: no bound. */
export interface ChosenPeriod {
  readonly period: PerformancePeriod
  readonly fromDay: string
  readonly toDay: string
}

export const firstPeriod: ChosenPeriod = { period: '30', fromDay: '', toDay: '' }

/** Input of the call. Starts at a whole day, as the calendar's days do, so that the query stays the same all day. */
export function periodRequest({ period, fromDay, toDay }: ChosenPeriod, nowMs: number) {
  if (period === 'all') return {}
  if (period === 'own')
    return {
      ...(fromDay === '' ? {} : { from: `${fromDay}T00:00:00.000Z` }),
      ...(toDay === '' ? {} : { to: `${toDay}T23:59:59.999Z` }),
    }
  const today = Math.floor(nowMs / dayMs)
  return { from: new Date((today - Number(period) + 1) * dayMs).toISOString() }
}
