import type { Plan } from '@candor/contract'
import { describe, expect, it } from 'vitest'
import { planExit, planNet, planProgress, serverTimeOf, waitParts } from './plan-exit.ts'

const plan: Plan = {
  id: 'p',
  orderNo: 'S1',
  productId: 'harbour',
  productName: 'Harbour, the first',
  days: 30,
  amount: '1000.000000',
  dailyYield: '0.0002',
  startedAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2026-12-01T00:00:00.000Z',
  nextEarningAt: '2026-11-11T00:00:00.000Z',
  runDays: 10,
  todayEarnings: '0.200000',
  totalRevenue: '2.000000',
  sharedDays: 10,
  periodProfit: '0.200000',
  currentInterest: '0.050000',
  penalty: '2.000000',
  promised: '6.000000',
  status: 'earning',
  closedAt: null,
}

describe('leaving a plan early', () => {
  it('shows exactly what comes back and what is lost (rulebook, Smart plans)', () => {
    expect(planExit(plan)).toEqual({
      principal: '1000.000000',
      penalty: '2.000000',
      returned: '998.000000',
      retainedYield: '0.000000',
      givenUp: '4.000000',
    })
  })
  it('costs nothing before the first payout', () => {
    const fresh = { ...plan, totalRevenue: '0', penalty: '0' }
    expect(planExit(fresh)).toMatchObject({ returned: '1000.000000', givenUp: '6.000000' })
  })
})

describe('the wait for the next payout', () => {
  it('is said in whole minutes, rounded up', () => {
    expect(waitParts(90_001, 0)).toEqual({ days: 0, hours: 0, minutes: 2 })
    expect(waitParts(86_400_000 + 3_600_000, 0)).toEqual({ days: 1, hours: 1, minutes: 0 })
  })
  it('is never below nothing, whatever the clocks say', () =>
    expect(waitParts(0, 5_000_000)).toEqual({ days: 0, hours: 0, minutes: 0 }))
})

it('progress counts days that were paid', () => expect(planProgress(plan)).toBeCloseTo(1 / 3))

describe('the server’s clock', () => {
  it('is told by what the running day has earned', () =>
    expect(serverTimeOf(plan)).toBe(Date.parse('2026-11-10T06:00:00.000Z')))
  it('is not told by a plan that no longer earns', () =>
    expect(serverTimeOf({ ...plan, nextEarningAt: null })).toBeNull())
})

it('I15.11e: a plan’s result is its yield less the penalty', () => {
  expect(planNet('1.400007', '0.000000')).toBe('1.400007')
  // The penalty of an early exit is never more than was paid.
  expect(planNet('0.200000', '0.200000')).toBe('0.000000')
})
