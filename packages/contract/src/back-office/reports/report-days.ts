import { dayMs } from '@candor/rules/time-units.ts'
import { z } from 'zod'

/** Most days of a money report: a leap year. */
export const mostReportDays = 366
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** Fields of a report's period: a day (UTC), or the days through `to`. */
export const reportDays = { day: z.iso.date(), to: z.iso.date().optional() }

/** Refuses (`to`, `range`) days in the wrong order and more than a report has. */
export const inReportDays = <T extends z.ZodType<{ readonly day: string; readonly to?: string | undefined }>>(
  input: T,
): T =>
  input.refine(({ day, to }) => to === undefined || (to >= day && daysBetween(day, to) < mostReportDays), {
    path: ['to'],
    message: 'range',
  })
