import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import { expect, test } from 'vitest'
import { outdated, readRotation, usualRotation } from './rotation.ts'

const start = Date.UTC(2026, 0, 1)

/** Makes a backup each hour for this long, and rotates after each. */
function stored(hours: number) {
  let backups: { readonly atMs: number }[] = []
  for (let hour = 0; hour < hours; hour++) {
    backups.push({ atMs: start + hour * hourMs + 5_000 })
    const gone = new Set(outdated(backups, usualRotation))
    backups = backups.filter((backup) => !gone.has(backup))
  }
  return backups.map(({ atMs }) => atMs)
}

test('I16.15: of hourly backups of a year, 24 hours, 14 days and 8 weeks are kept, and rotating each time keeps what rotating once would', () => {
  const hours = 365 * 24
  const all = Array.from({ length: hours }, (_, hour) => ({ atMs: start + hour * hourMs + 5_000 }))
  const gone = new Set(outdated(all, usualRotation))
  const once = all.filter((backup) => !gone.has(backup)).map(({ atMs }) => atMs)
  expect(stored(hours)).toEqual(once)
  const newest = once.at(-1) ?? 0
  const ages = once.map((atMs) => newest - atMs)
  expect(ages.filter((age) => age < dayMs)).toHaveLength(24)
  expect(Math.max(...ages)).toBeGreaterThan(42 * dayMs)
  expect(Math.max(...ages)).toBeLessThan(50 * dayMs)
  // 24 hours, of which one is also the newest of today; 13 days before; the weeks before those.
  expect(once.length).toBeLessThanOrEqual(24 + 13 + 8)
  expect(once.length).toBeGreaterThanOrEqual(24 + 13 + 5)
})

test('I16.15: after a pause no older backup is lost, and the newest is kept under any rule', () => {
  const old = [0, 1, 2].map((day) => ({ atMs: start + day * dayMs }))
  const late = { atMs: start + 400 * dayMs }
  expect(outdated([...old, late], usualRotation)).toEqual([])
  expect(outdated([...old, late], { hours: 0, days: 0, weeks: 1 })).toEqual([...old].reverse())
  expect(outdated([...old, late], { hours: 0, days: 0, weeks: 0 })).toEqual([...old].reverse())
})

test('a rotation is read from its parts, and anything else is refused', () => {
  expect(readRotation('24h,14d,8w')).toEqual(usualRotation)
  expect(readRotation('30d')).toEqual({ hours: 0, days: 30, weeks: 0 })
  for (const wrong of ['', '0d', '14', '14y', '14d;8w', '-1d']) expect(readRotation(wrong), wrong).toBeNull()
})
