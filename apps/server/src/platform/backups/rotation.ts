import { dayMs, hourMs } from '@candor/rules/time-units.ts'

/** Numbers of hours, days and weeks of which the newest backup is kept. */
export interface Rotation {
  readonly hours: number
  readonly days: number
  readonly weeks: number
}

export const usualRotation: Rotation = { hours: 24, days: 14, weeks: 8 }

/** Reads `24h,14d,8w`; null for anything else. A part that is absent is 0. */
export function readRotation(text: string): Rotation | null {
  const parts = text.split(',').map((part) => /^\s*(\d{1,4})([hdw])\s*$/.exec(part))
  if (parts.some((part) => part === null)) return null
  const numberOf = (unit: string) => Number(parts.find((part) => part?.[2] === unit)?.[1] ?? 0)
  const rotation = { hours: numberOf('h'), days: numberOf('d'), weeks: numberOf('w') }
  return rotation.hours + rotation.days + rotation.weeks > 0 ? rotation : null
}

/** Day 4 of the epoch was the first Monday. */
const firstMondayMs = 4 * dayMs

/**
 * Lists the backups that no rule keeps. A rule keeps the newest backup of each of the newest hours, days or weeks (UTC, from Monday) that
 * have one: where no backups were made for a while, no older ones are lost by that. The newest backup is always kept.
 */
export function outdated<T extends { readonly atMs: number }>(
  backups: readonly T[],
  rotation: Rotation,
): T[] {
  const newestFirst = [...backups].sort((a, b) => b.atMs - a.atMs)
  const rules = [
    [rotation.hours, (ms: number) => Math.floor(ms / hourMs)],
    [rotation.days, (ms: number) => Math.floor(ms / dayMs)],
    [rotation.weeks, (ms: number) => Math.floor((ms - firstMondayMs) / (7 * dayMs))],
  ] as const
  const needed = new Set<T>(newestFirst.slice(0, 1))
  for (const [count, periodOf] of rules) {
    const newestOf = new Map<number, T>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.atMs)
      if (!newestOf.has(period)) newestOf.set(period, backup)
    }
    for (const backup of [...newestOf.values()].slice(0, count)) needed.add(backup)
  }
  return newestFirst.filter((backup) => !needed.has(backup))
}
