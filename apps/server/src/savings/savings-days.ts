import { savingsDayStart } from '@candor/rules'

/** A UTC day by its number, `2026-11-21`. */
export const isoDay = (day: number): string => new Date(savingsDayStart(day)).toISOString().slice(0, 10)
