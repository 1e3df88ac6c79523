import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../clock.ts'
import { freshDatabase, type TestDatabase } from '../database/temporary/test-database.ts'
import { forgetLimits, openLimits } from './limit-rules.ts'
import { LoginThrottle } from './login-throttle.ts'

let db: TestDatabase
const clock = new ManualClock(1_800_000_000_000)
beforeAll(async () => {
  db = await freshDatabase({ max: 4 })
})
afterAll(() => db.dispose())

test('a sandbox has twenty times the limits, but not for one recipient, for text messages or for programs', async () => {
  const others: Readonly<Record<string, number>> = {
    'limits.sockets.network': 4,
    'limits.sockets.account': 2,
    'limits.messages.mail': 200,
    'limits.messages.sms': 50,
    'limits.guesses.pair': 5,
    'limits.guesses.account': 6,
    'limits.guesses.network': 7,
  }
  const parameters = { value: async (key: string) => (key.endsWith('.burst') ? 1 : (others[key] ?? 3)) }
  const burstOf = async (
    sandbox: boolean,
    name: 'visitor' | 'names' | 'codes' | 'sms' | 'smsOfRange' | 'apiKeys',
  ) => {
    await db.pool.query('DELETE FROM limits_budgets')
    const budget = openLimits({ db, clock }, parameters.value, sandbox)[name]
    for (let taken = 0; ; taken += 1) if ((await budget.take('192.0.2.7')) > 0) return taken
  }
  for (const name of ['visitor', 'names'] as const)
    expect([await burstOf(false, name), await burstOf(true, name)]).toEqual([1, 20])
  for (const name of ['codes', 'sms', 'smsOfRange', 'apiKeys'] as const)
    expect([await burstOf(false, name), await burstOf(true, name)]).toEqual([1, 1])
  const [real, sandbox] = [false, true].map((is) => openLimits({ db, clock }, parameters.value, is))
  expect([await real?.socketsOfNetwork(), await sandbox?.socketsOfNetwork()]).toEqual([4, 80])
  expect([await real?.socketsOfAccount(), await sandbox?.socketsOfAccount()]).toEqual([2, 2])
  expect([await real?.usualMessages('mail'), await real?.usualMessages('sms')]).toEqual([200, 50])
  expect(await real?.guesses()).toEqual({ pair: 5, account: 6, network: 7 })
})

test('every budget has its own name and parameters', async () => {
  const budgets = {
    ...{
      visitor: 'visitor',
      account: 'account',
      names: 'names',
      signIns: 'signIns',
      sms: 'sms',
      codes: 'codes',
    },
    ...{ codesOfNetwork: 'codesOfNetwork', codesOfAccount: 'codesOfAccount', codesOfRange: 'codesOfRange' },
    ...{ smsOfRange: 'smsOfRange', apiKeys: 'apiKeys', heldQuotes: 'keptQuotes', uploads: 'uploads' },
  } as const
  const values = new Map<string, number>()
  for (const [at, name] of Object.values(budgets).entries()) {
    values.set(`limits.${name}.burst`, at + 1)
    values.set(`limits.${name}.perHour`, (at + 1) * 3_600)
  }
  const limits = openLimits({ db, clock }, async (key) => values.get(key) ?? Number.NaN, false)
  const found: unknown[] = []
  for (const limit of Object.keys(budgets) as (keyof typeof budgets)[]) {
    await limits[limit].take('ana')
    found.push(limits[limit].standing('ana'))
  }
  expect(found).toEqual(
    Object.values(budgets).map((policy, at) => ({ policy, burst: at + 1, perSecond: at + 1, remaining: at })),
  )
})

test('a sandbox refills its budgets twenty times as fast', async () => {
  const parameters = async (key: string) => (key.endsWith('.burst') ? 1 : 3_600)
  const rateOf = async (sandbox: boolean) => {
    const { names } = openLimits({ db, clock }, parameters, sandbox)
    await names.take(`of a sandbox: ${sandbox}`)
    return names.standing(`of a sandbox: ${sandbox}`)?.perSecond
  }
  expect([await rateOf(false), await rateOf(true)]).toEqual([1, 20])
})

test('a budget by the hour refills at that rate', async () => {
  await db.pool.query('DELETE FROM limits_budgets')
  const parameters = { value: async (key: string) => (key.endsWith('.burst') ? 1 : 3) }
  const { visitor } = openLimits({ db, clock }, parameters.value, false)
  expect([await visitor.take('192.0.2.7'), await visitor.take('192.0.2.7')]).toEqual([0, 1_200_000])
})

test('the counters contain no names, and are deleted after a day', async () => {
  const rule = async () => ({ pair: 5, account: 50, network: 100 })
  await new LoginThrottle({ db, clock }, 'customers', rule).admit('ana@candor.example', '192.0.2.7')
  const counted = async () => (await db.pool.query('SELECT key FROM limits_attempts')).rows
  expect((await counted()).map(({ key }) => key.length)).toEqual([32, 32, 32])
  await forgetLimits({ db, clock })
  expect(await counted()).toHaveLength(3)
  clock.advance(25 * 3_600_000)
  await forgetLimits({ db, clock })
  expect(await counted()).toEqual([])
})

test('limits forget what no longer counts', async () => {
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const dayBefore = (days: number) => new Date(Date.parse(day) - days * 86_400_000)
  const now = clock.now()
  const insert = async (table: string, columns: string, rows: readonly (readonly unknown[])[]) => {
    await db.pool.query(`DELETE FROM ${table}`)
    for (const row of rows)
      await db.pool.query(`INSERT INTO ${table} (${columns}) VALUES (${row.map((_, n) => `$${n + 1}`)})`, [
        ...row,
      ])
  }
  const key = (n: number) => Buffer.alloc(32, n)
  await insert('limits_budgets', 'key, left_now, at', [
    [key(1), 1, now - 86_400_001],
    [key(2), 1, now - 86_400_000],
  ])
  await insert('limits_uploads', 'id, key, until_at', [
    [randomUUID(), key(1), now - 1],
    [randomUUID(), key(2), now],
  ])
  await insert('limits_spent_work', 'proof, ends_at', [
    [key(1), new Date(now - 1)],
    [key(2), new Date(now)],
  ])
  await insert('limits_messages', 'day, kind, sent', [
    [dayBefore(32), 'mail', 1],
    [dayBefore(30), 'mail', 1],
  ])
  await forgetLimits({ db, clock })
  const left = async (table: string) => (await db.pool.query(`SELECT FROM ${table}`)).rowCount
  const tables = ['limits_budgets', 'limits_uploads', 'limits_spent_work', 'limits_messages']
  expect(await Promise.all(tables.map(left))).toEqual([1, 1, 1, 1])
})
