import { dayMs } from '@candor/rules/time-units.ts'

/** Midnight UTC at or before `ms`: what "today" begins with in an account. */
export const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs
