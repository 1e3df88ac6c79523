import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { parameterRules, tariffPagesNameThemAll } from './defaults.ts'
import type { ParameterRule } from './parameter-rule.ts'
import { Parameters } from './parameters.ts'

let db: TestDatabase
let parameters: Parameters
const clock = new ManualClock(Date.parse('2026-11-20T12:00:00Z'))

beforeAll(async () => {
  db = await freshDatabase()
  parameters = new Parameters(db, clock, { sandbox: false })
})
afterAll(() => db.dispose())

const request = {
  key: 'minBalance',
  value: '4',
  reason: 'costs went up',
  changedBy: 'ada',
  approvedBy: 'ben',
}

test('rulebook: the defaults hold until an operator changes one; each change is a version with its reason', async () => {
  expect(await parameters.value('minBalance')).toBe('3')
  expect(await parameters.change(request)).toEqual({ version: 1 })
  expect(await parameters.value('minBalance')).toBe('4')
  clock.advance(1000)
  expect(await parameters.change({ ...request, value: '5' })).toEqual({ version: 2 })
  expect(
    (await parameters.history('minBalance')).map(({ version, value, reason, changedBy }) => [
      version,
      value,
      reason,
      changedBy,
    ]),
  ).toEqual([
    [2, '5', 'costs went up', 'ada'],
    [1, '4', 'costs went up', 'ada'],
  ])
  // Another process sees it too.
  expect(await new Parameters(db, clock, { sandbox: false }).value('minBalance')).toBe('5')
})

test('T18: what began under earlier terms keeps the best time or capacity since its start', async () => {
  const own = await freshDatabase()
  try {
    const of = new Parameters(own, clock, { sandbox: false })
    const began = clock.now()
    const days = { ...request, key: 'invites.enterDays' }
    for (const value of [20, 7]) {
      clock.advance(1_000)
      expect(await of.change({ ...days, value })).toHaveProperty('version')
    }
    expect(await of.highestSince(own.query, 'invites.enterDays', began)).toBe('20')
    expect(await of.highestSince(own.query, 'invites.enterDays', clock.now())).toBe('7')
    expect(await of.lowestSince(own.query, 'invites.enterDays', began)).toBe('7')
  } finally {
    await own.dispose()
  }
})

test('T18: a parameter that operators change at once states why it is not a customer’s term, and every term takes two', () => {
  for (const [key, rule] of Object.entries<ParameterRule>(parameterRules)) {
    if ('noTerm' in rule) expect(rule.noTerm.length, key).toBeGreaterThan(20)
    else if (!('held' in rule)) expect(rule.fourEyes, key).toBe(true)
  }
  expect(tariffPagesNameThemAll).toBe(true)
})

test('I11.14: a control set beyond its bound by an earlier release holds at its standard, before any change', async () => {
  await db.query
    .insertInto('parameters_values')
    .values({
      key: 'withdrawal.twoReviewersAbove',
      version: 1,
      value: JSON.stringify('1000000000'),
      reason: 'no second person',
      changed_by: 'ada',
      approved_by: 'ben',
      changed_at: new Date(clock.now()),
    })
    .execute()
  const of = new Parameters(db, clock, { sandbox: false })
  expect(await of.value('withdrawal.twoReviewersAbove')).toBe('10000')
  expect(await of.valueIn(db.query, 'withdrawal.twoReviewersAbove')).toBe('10000')
})

test('T10: a parameter marked ⚖ needs a different second operator', async () => {
  const change = { ...request, key: 'withdrawalRate', value: '0.004', approvedBy: null }
  expect(await parameters.change(change)).toEqual({ refused: 'four-eyes' })
  expect(await parameters.change({ ...change, approvedBy: 'ada' })).toEqual({ refused: 'four-eyes' })
  expect(await parameters.change({ ...change, approvedBy: 'ben' })).toEqual({ version: 1 })
})

test('refuses unknown keys, empty reasons, other kinds of value and values that the installation fixes', async () => {
  expect(await parameters.change({ ...request, key: 'nope' })).toEqual({ refused: 'unknown' })
  expect(await parameters.change({ ...request, reason: '  ' })).toEqual({ refused: 'reason' })
  expect(await parameters.change({ ...request, value: 5 })).toEqual({ refused: 'kind' })
  expect(await parameters.change({ ...request, key: 'sandbox', value: true })).toEqual({ refused: 'fixed' })
  expect(await parameters.value('sandbox')).toBe(false)
})

test('every connection held by a transaction that asks for a parameter: none waits for the other for ever', async () => {
  const narrow = await freshDatabase({ max: 3 })
  try {
    const narrowParameters = new Parameters(narrow, clock, { sandbox: false })
    expect(await narrowParameters.value('minBalance')).toBe('3')
    narrowParameters.readAgain()
    let open = 0
    let begin: () => void = () => undefined
    const all = new Promise<void>((resolve) => {
      begin = resolve
    })
    const values = Array.from({ length: 3 }, () =>
      narrow.transaction(async (tx) => {
        await tx.selectFrom('parameters_values').select('key').execute()
        open += 1
        if (open === 3) begin()
        await all
        return narrowParameters.value('minBalance')
      }),
    )
    expect(await Promise.all(values)).toEqual(['3', '3', '3'])
  } finally {
    await narrow.dispose()
  }
})

test('the history is never changed or removed, not even by the owner of the table', async () => {
  for (const statement of [
    "UPDATE parameters_values SET value = '1'",
    'DELETE FROM parameters_values',
    'TRUNCATE parameters_values',
  ]) {
    await expect(db.pool.query(statement)).rejects.toThrow('permission denied')
    await expect(withClient(db.owner, (client) => client.query(statement))).rejects.toThrow('never changed')
  }
})

test('every public parameter can be read, every rate and amount is a decimal text', async () => {
  for (const [key, rule] of Object.entries(parameterRules)) {
    const open = 'open' in rule
    expect((await parameters.openValue(key)) === null, key).toBe(!open)
    if (/Rate$|Minimum|^minBalance$|Penalty$/.test(key)) expect(rule.value, key).toMatch(/^\d+(\.\d+)?$/)
  }
})

test('specification §9: the constants it states are the defaults', async () => {
  const stated = {
    'depositMinimum.USDT': '120',
    'depositMinimum.BTC': '0.015',
    'depositMinimum.ETH': '0.2',
    withdrawalFlat: '2',
    minBalance: '3',
    'kyc.reviewHours': 48,
    'upload.mostBytes': 2 * 1024 * 1024,
  } as const
  for (const [key, value] of Object.entries(stated))
    expect(parameterRules[key as keyof typeof stated].value, key).toBe(value)
})
