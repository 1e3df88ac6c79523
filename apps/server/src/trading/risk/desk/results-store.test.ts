import { dayMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../../platform/database/temporary/test-database.ts'
import { recordResults } from './results-store.ts'

const clock = new ManualClock(Date.parse('2026-11-20T12:00:00Z'))
let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

test('I16.1: before the first trade yesterday is recorded, so that nobody looks for that trade again', async () => {
  const recordedDays = async () =>
    (await db.pool.query<{ day: string }>('SELECT day::text FROM orders_risk_done ORDER BY day')).rows.map(
      ({ day }) => day,
    )
  expect(await recordResults({ db, clock })).toBe(1)
  expect(await recordResults({ db, clock })).toBe(0)
  expect(await recordedDays()).toEqual(['2026-11-19'])
  clock.set(clock.now() + 2 * dayMs)
  expect(await recordResults({ db, clock })).toBe(2)
  expect(await recordedDays()).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
})
