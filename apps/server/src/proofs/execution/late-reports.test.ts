import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { lateSince, measureReports } from './late-reports.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await freshDatabase()
})
afterEach(() => db.dispose())

const count = (date: string) =>
  db.query.insertInto('trust_execution_days').values({ date, fills: 0n, report: null }).execute()
const at = (moment: string) => ({ db, clock: { now: () => Date.parse(moment) } })
async function measured(moment: string) {
  const registry = new Registry()
  measureReports(registry, at(moment))
  return /^candor_execution_report_age_seconds (\S+)$/m.exec(await registry.metrics())?.[1] ?? null
}

it('T23: a day that is not counted half an hour after it could have been is late', async () => {
  expect(await lateSince(at('2026-11-24T12:00:00Z'))).toBeNull()
  await count('2026-11-23')
  expect(await lateSince(at('2026-11-25T00:30:59.999Z'))).toBeNull()
  expect(await lateSince(at('2026-11-25T00:31:00Z'))).toBe('2026-11-23')
  await count('2026-11-24')
  expect(await lateSince(at('2026-11-25T00:31:00Z'))).toBeNull()
})

it('T23: the age of the last report counts from the end of its day, and is absent before the first', async () => {
  expect(await measured('2026-11-24T12:00:00Z')).toBeNull()
  await count('2026-11-23')
  expect(await measured('2026-11-24T00:01:00Z')).toBe('60')
  expect(await measured('2026-11-25T00:31:00Z')).toBe('88260')
})
