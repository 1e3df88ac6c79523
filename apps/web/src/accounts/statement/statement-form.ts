import { dayMs } from '@candor/rules/time-units.ts'

export const periods = ['7', '30', '90', '365', 'all'] as const
export type Period = (typeof periods)[number]

/** From when a period reaches; it begins at midnight of the reader's own day, so that whole days are shown. */
export function periodStart(period: Period, now: Date): string | undefined {
  if (period === 'all') return undefined
  const start = new Date(now.getTime() - Number(period) * dayMs)
  start.setHours(0, 0, 0, 0)
  return start.toISOString()
}
