import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ManualClock } from '../clock.ts'
import { freshDatabase, type TestDatabase } from '../database/temporary/test-database.ts'
import { TooMany } from '../http/refusal.ts'
import { type BudgetRule, RequestBudget } from './request-budget.ts'
import { spend } from './spend.ts'

let db: TestDatabase
const clock = new ManualClock(1_800_000_000_000)
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

const budgetOf = (name: string, rule: () => BudgetRule) =>
  new RequestBudget({ db, clock }, name, async () => rule())

/** Takes so many of a budget, one after another, and returns the number of statements that it cost. */
async function statementsFor(budget: RequestBudget, times: number): Promise<number> {
  const query = vi.spyOn(db.pool, 'query')
  for (let n = 0; n < times; n += 1) await budget.take('ana')
  const statements = query.mock.calls.length
  query.mockRestore()
  return statements
}

test('I12.3: a process takes a twentieth of a budget at a time, at least one and at most a thousand', async () => {
  const rule = (burst: number) => () => ({ burst, perSecond: 1 })
  expect(await statementsFor(budgetOf('of 100', rule(100)), 10)).toBe(2)
  expect(await statementsFor(budgetOf('of 20', rule(20)), 4)).toBe(4)
  expect(await statementsFor(budgetOf('of 3', rule(3)), 2)).toBe(2)
  const large = budgetOf('of 100 000', rule(100_000))
  expect(await statementsFor(large, 1_000)).toBe(1)
  expect(await statementsFor(large, 1)).toBe(1)
})

test('I12.3: what a process holds of a budget is good for ten seconds', async () => {
  const budget = budgetOf('held', () => ({ burst: 100, perSecond: 1 }))
  expect(await statementsFor(budget, 1)).toBe(1)
  clock.advance(9_999)
  expect(await statementsFor(budget, 1)).toBe(0)
  clock.advance(1)
  expect(await statementsFor(budget, 1)).toBe(1)
})

test('I12.3: requests at once wait for the same part of a budget', async () => {
  const budget = budgetOf('shared', () => ({ burst: 100, perSecond: 1 }))
  const query = vi.spyOn(db.pool, 'query')
  expect(await Promise.all([1, 2, 3, 4, 5].map(() => budget.take('ana')))).toEqual([0, 0, 0, 0, 0])
  expect(query).toHaveBeenCalledTimes(1)
  query.mockRestore()
})

test('I12.3: an exhausted budget is refused without a statement, and read again after a second', async () => {
  let rule = { burst: 1, perSecond: 0.01 }
  const budget = budgetOf('exhausted', () => rule)
  expect([await budget.take('ana'), await budget.take('ana')]).toEqual([0, 100_000])
  clock.advance(999)
  expect(await statementsFor(budget, 5)).toBe(0)
  expect(await budget.take('ana')).toBe(99_001)
  // A changed parameter counts from the next reading.
  rule = { burst: 5, perSecond: 0.1 }
  clock.advance(1)
  expect(await budget.take('ana')).toBe(9_000)
})

test('I12.3: a wait shorter than a second ends when it is over', async () => {
  const budget = budgetOf('short', () => ({ burst: 1, perSecond: 4 }))
  expect([await budget.take('ana'), await budget.take('ana')]).toEqual([0, 250])
  clock.advance(249)
  expect(await statementsFor(budget, 1)).toBe(0)
  expect(await budget.take('ana')).toBe(1)
  clock.advance(1)
  expect(await budget.take('ana')).toBe(0)
})

test('I15.13d: what is left is never more than the whole budget, and no fraction of a request', async () => {
  const budget = budgetOf('standing', () => ({ burst: 20, perSecond: 0.5 }))
  await budget.take('ana')
  clock.advance(1_000)
  expect(budget.standing('ana')?.remaining).toBe(19)
  clock.advance(1_000)
  expect(budget.standing('ana')?.remaining).toBe(20)
  clock.advance(3_600_000)
  expect(budget.standing('ana')?.remaining).toBe(20)
  expect(budget.standing('ben')).toBeNull()
})

test('I15.13d: spending returns what is left, and a refusal carries it with the wait', async () => {
  const budget = budgetOf('spent', () => ({ burst: 2, perSecond: 1 }))
  const shown = { policy: 'spent', burst: 2, perSecond: 1 }
  expect(await spend(budget, 'ana')).toEqual({ ...shown, remaining: 1 })
  expect(await spend(budget, 'ana')).toEqual({ ...shown, remaining: 0 })
  const refused = await spend(budget, 'ana').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(TooMany)
  expect(refused).toMatchObject({ retryAfterMs: 1_000, standing: { ...shown, remaining: 0 } })
})
