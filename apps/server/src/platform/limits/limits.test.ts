import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ManualClock } from '../clock.ts'
import { freshDatabase, type TestDatabase } from '../database/temporary/test-database.ts'
import { TooMany } from '../http/refusal.ts'
import { judged, LoginThrottle } from './login-throttle.ts'
import { RequestBudget } from './request-budget.ts'
import { UploadPlaces } from './upload-places.ts'

let db: TestDatabase
const clock = new ManualClock(1_800_000_000_000)
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())
beforeEach(() => db.pool.query('DELETE FROM limits_attempts; DELETE FROM limits_budgets'))

const rule = async () => ({ pair: 5, account: 50, network: 100 })
/** The same door in two processes. */
const doors = () =>
  [0, 1].map(() => new LoginThrottle({ db, clock }, 'customers', rule)) as [LoginThrottle, LoginThrottle]
/** Number of these attempts that are heard; what is heard stays wrong. */
async function heard(attempts: readonly Promise<unknown>[]): Promise<number> {
  const settled = await Promise.allSettled(attempts)
  for (const one of settled) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(TooMany)
  return settled.filter(({ status }) => status === 'fulfilled').length
}

test('I12.3: sixty concurrent guesses count as sixty, in any process and from any address of one network', async () => {
  const [one, other] = doors()
  const attempts = (account: string, from: (n: number) => string) =>
    Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? one : other).admit(account, from(n)))
  expect(await heard(attempts('ana', () => '192.0.2.7'))).toBe(5)
  expect(await heard(attempts('ben', (n) => `2001:db8:0:7::${n.toString(16)}`))).toBe(5)
  expect(await heard(attempts('cleo', (n) => `192.0.2.${n}`))).toBe(50)
})

test('I12.3: a network that guesses at many accounts is slowed, and another is not', async () => {
  const [one] = doors()
  const from = (n: number) => `2001:db8:0:9:${n.toString(16)}::1`
  expect(await heard(Array.from({ length: 130 }, (_, n) => one.admit(`customer ${n}`, from(n))))).toBe(100)
  expect(await heard([one.admit('customer 1', '2001:db8:0:a::1')])).toBe(1)
})

test('after the free ones the wait doubles up to its longest, a right one clears it, and a quiet hour too', async () => {
  const [one] = doors()
  const waitOf = async () => {
    const tried = await one.admit('ana', '192.0.2.7').then(
      () => 0,
      (error: TooMany) => error.retryAfterMs,
    )
    return tried
  }
  for (let n = 0; n < 5; n += 1) expect(await waitOf()).toBe(0)
  const waits: number[] = []
  for (let n = 0; n < 12; n += 1) {
    const wait = await waitOf()
    waits.push(wait / 1_000)
    clock.advance(wait)
    expect(await waitOf()).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  clock.advance(900_000)
  await (await one.admit('ana', '192.0.2.7')).succeeded()
  for (let n = 0; n < 5; n += 1) expect(await waitOf()).toBe(0)
  expect(await waitOf()).toBe(1_000)
  clock.advance(3_600_001)
  expect(await waitOf()).toBe(0)
})

test('an attempt that was neither right nor wrong does not count', async () => {
  const [one] = doors()
  for (let n = 0; n < 20; n += 1) await (await one.admit('ana', '192.0.2.7')).withdraw()
  expect(await heard([one.admit('ana', '192.0.2.7')])).toBe(1)
  const counts = await db.pool.query('SELECT failed FROM limits_attempts')
  expect(counts.rows).toEqual([{ failed: 1 }, { failed: 1 }, { failed: 1 }])
})

test('a right attempt counts neither for its account nor for its network', async () => {
  const [one] = doors()
  await one.admit('ana', '192.0.2.7')
  for (let n = 0; n < 3; n += 1) await (await one.admit('ana', '192.0.2.7')).succeeded()
  const counts = await db.pool.query('SELECT failed FROM limits_attempts')
  expect(counts.rows).toEqual([{ failed: 1 }, { failed: 1 }])
  // A browser that is known has no other counter.
  await (await one.admit('ben', { device: 'a mark' })).succeeded()
  expect((await db.pool.query('SELECT failed FROM limits_attempts')).rows).toEqual(counts.rows)
})

test('guesses at operators and at customers are counted apart', async () => {
  const [one] = doors()
  const operators = new LoginThrottle({ db, clock }, 'operators', rule)
  expect(await heard(Array.from({ length: 9 }, () => one.admit('ana', '192.0.2.7')))).toBe(5)
  expect(await heard([operators.admit('ana', '192.0.2.7')])).toBe(1)
  expect(await heard(Array.from({ length: 9 }, () => operators.admit('ana', { device: 'ana' })))).toBe(5)
  expect(await heard([one.admit('ana', { device: 'ana' })])).toBe(1)
})

/** Statements of one attempt each, whose first value is the counters' keys. */
const attemptStatements = z.array(
  z.tuple([z.object({ values: z.tuple([z.array(z.instanceof(Buffer))], z.unknown()) })]),
)

test('counters are locked in one order, so that no two attempts wait for each other', async () => {
  const [one] = doors()
  const query = vi.spyOn(db.pool, 'query')
  for (const account of ['ana', 'ben', 'cleo', 'dora', 'eva']) await one.admit(account, '192.0.2.7')
  const calls = attemptStatements.parse(query.mock.calls)
  query.mockRestore()
  const keys = calls.map(([{ values }]) => values[0].map((key) => key.toString('hex')))
  expect(keys).toHaveLength(5)
  expect(keys).toEqual(keys.map((few) => few.toSorted()))
})

test('I12.3: guesses of strangers do not slow down a browser the owner signed in with', async () => {
  const [one] = doors()
  const strangers = Array.from({ length: 60 }, (_, n) => one.admit('ana', `192.0.2.${n}`))
  expect(await heard(strangers)).toBe(50)
  expect(await heard([one.admit('ana', '198.51.100.1')])).toBe(0)
  expect(await heard([one.admit('ana', { device: 'a mark' })])).toBe(1)
  // That browser allows no more guesses than any other.
  const more = Array.from({ length: 20 }, () => one.admit('ana', { device: 'a mark' }))
  expect(await heard(more)).toBe(4)
})

test('I12.3: a budget is one over all processes, and refills at its rate', async () => {
  const budgets = [0, 1, 2].map(
    () => new RequestBudget({ db, clock }, 'visitor', async () => ({ burst: 40, perSecond: 2 })),
  )
  const waits = await Promise.all(
    Array.from({ length: 300 }, (_, n) => (budgets[n % 3] as RequestBudget).take('192.0.2.7')),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(40)
  expect(Math.max(...waits)).toBe(500)
  expect(await budgets[0]?.take('192.0.2.8')).toBe(0)
  clock.advance(500)
  expect(await budgets[1]?.take('192.0.2.7')).toBe(0)
  expect(await budgets[2]?.take('192.0.2.7')).toBe(500)
})

test('I12.6: places for uploads are those of the installation, and one that was never given back ends by itself', async () => {
  const processes = [0, 1].map(() => new UploadPlaces({ db, clock }))
  const enter = (n: number, userId: string) => (processes[n % 2] as UploadPlaces).enter(userId)
  expect(await heard(Array.from({ length: 10 }, (_, n) => enter(n, 'ana')))).toBe(4)
  expect(await heard(Array.from({ length: 80 }, (_, n) => enter(n, `customer ${n}`)))).toBe(60)
  clock.advance(119_999)
  expect(await heard([enter(0, 'ben')])).toBe(0)
  clock.advance(1)
  const leave = await enter(0, 'ben')
  expect(await heard([1, 2, 3, 4].map((n) => enter(n, 'ben')))).toBe(3)
  await leave()
  expect(await heard([enter(1, 'ben')])).toBe(1)
})

test('I12.6: places for uploads are scarce once half of them are taken', async () => {
  await db.pool.query('DELETE FROM limits_uploads')
  const places = new UploadPlaces({ db, clock })
  const leaves = await Promise.all(Array.from({ length: 31 }, (_, n) => places.enter(`customer ${n}`)))
  expect(await places.areScarce()).toBe(false)
  leaves.push(await places.enter('ana'))
  expect(await places.areScarce()).toBe(true)
  await leaves[0]?.()
  expect(await places.areScarce()).toBe(false)
  await places.enter('ana')
  clock.advance(120_000)
  expect(await places.areScarce()).toBe(false)
})

test('an attempt that could not be checked is withdrawn, and its failure is passed on', async () => {
  let withdrawn = 0
  const attempt = {
    succeeded: async () => undefined,
    withdraw: async () => {
      withdrawn += 1
    },
  }
  expect(await judged(attempt, Promise.resolve('right'))).toBe('right')
  expect(withdrawn).toBe(0)
  await expect(judged(attempt, Promise.reject(new TooMany(1)))).rejects.toThrow(TooMany)
  expect(withdrawn).toBe(1)
})

test('I15.13d: what is left of a budget counts every request of every process, and what was refilled since', async () => {
  const [one, other] = [0, 1].map(
    () => new RequestBudget({ db, clock }, 'shown', async () => ({ burst: 20, perSecond: 5 })),
  ) as [RequestBudget, RequestBudget]
  expect(one.standing('ana')).toBeNull()
  await one.take('ana')
  expect(one.standing('ana')).toEqual({ policy: 'shown', burst: 20, perSecond: 5, remaining: 19 })
  for (let n = 0; n < 4; n += 1) await other.take('ana')
  expect(other.standing('ana')?.remaining).toBe(15)
  clock.advance(400)
  expect(other.standing('ana')?.remaining).toBe(17)
  for (let n = 0; n < 17; n += 1) expect(await other.take('ana')).toBe(0)
  expect(await other.take('ana')).toBeGreaterThan(0)
  expect(other.standing('ana')?.remaining).toBe(0)
  clock.advance(60_000)
  await other.take('ana')
  expect(other.standing('ana')?.remaining).toBe(19)
  // A large budget is leased in parts: what the process still holds of a part is left too.
  const large = new RequestBudget({ db, clock }, 'large', async () => ({ burst: 100, perSecond: 1 }))
  for (let n = 0; n < 3; n += 1) await large.take('ana')
  expect(large.standing('ana')?.remaining).toBe(97)
})
