import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../clock.ts'
import { freshDatabase, type TestDatabase } from '../database/temporary/test-database.ts'
import { MessageDays, type MessageKind, type UnusualDay } from './message-days.ts'

const dayMs = 24 * 3_600_000
const cacheMs = 5_000
let db: TestDatabase
let alarms: (UnusualDay & { readonly kind: MessageKind })[] = []
const clock = new ManualClock(1_800_000_000_000)
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())
beforeEach(async () => {
  await db.pool.query('DELETE FROM limits_messages')
  clock.advance(100 * dayMs)
  alarms = []
})

const openDays = () =>
  new MessageDays(
    { db, clock },
    async (kind) => (kind === 'mail' ? 3 : 1),
    async (kind, day) => void alarms.push({ kind, ...day }),
  )
const send = async (days: MessageDays, kind: MessageKind, times: number) => {
  for (let n = 0; n < times; n += 1) await days.count(kind)
}

test('I12.4: a day above the fixed minimum is unusual, per kind, and is reported once', async () => {
  const days = openDays()
  await send(days, 'mail', 3)
  expect([await days.isUnusual('mail'), await days.isUnusual('sms')]).toEqual([false, false])
  await send(days, 'mail', 1)
  clock.advance(cacheMs)
  expect([await days.isUnusual('mail'), await days.isUnusual('sms')]).toEqual([true, false])
  await send(days, 'mail', 1)
  clock.advance(cacheMs)
  expect([await days.isUnusual('mail'), await openDays().isUnusual('mail')]).toEqual([true, true])
  expect(alarms).toEqual([{ kind: 'mail', sent: 4, usual: 3 }])
})

test('I12.4: of two processes that find the same unusual day at once, one reports it', async () => {
  const one = openDays()
  await send(one, 'sms', 2)
  const other = new MessageDays(
    { db, clock },
    // Between its look at the day and its report.
    async () => ((await one.isUnusual('sms')) ? 1 : 0),
    async () => void alarms.push({ kind: 'sms', sent: 0, usual: 0 }),
  )
  expect(await other.isUnusual('sms')).toBe(true)
  expect(alarms).toEqual([{ kind: 'sms', sent: 2, usual: 1 }])
})

test('I12.4: a day is looked at once in five seconds', async () => {
  const days = openDays()
  expect(await days.isUnusual('sms')).toBe(false)
  await send(days, 'sms', 2)
  clock.advance(cacheMs - 1)
  expect(await days.isUnusual('sms')).toBe(false)
  clock.advance(1)
  expect(await days.isUnusual('sms')).toBe(true)
})

test('I12.4: twice the busiest of the fourteen days before is usual, and earlier days do not count', async () => {
  const days = openDays()
  await send(days, 'mail', 4)
  clock.advance(14 * dayMs)
  await send(days, 'mail', 8)
  expect(await days.isUnusual('mail')).toBe(false)
  await send(days, 'mail', 1)
  clock.advance(cacheMs)
  expect(await days.isUnusual('mail')).toBe(true)
  expect(alarms).toEqual([{ kind: 'mail', sent: 9, usual: 8 }])
  clock.advance(15 * dayMs)
  await send(days, 'mail', 4)
  expect(await days.isUnusual('mail')).toBe(true)
})
