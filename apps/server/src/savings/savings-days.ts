import { savingsDayStart } from '@candor/rules'
import { utcDay } from '@candor/rules/time-units.ts'

/** A UTC day by its number, `2026-11-21`. */
export const isoDay = (day: number): string => utcDay(savingsDayStart(day))
