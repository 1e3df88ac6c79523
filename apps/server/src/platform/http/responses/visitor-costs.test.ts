import type { CallName } from '@candor/contract'
import { expect, test } from 'vitest'
import { recordedBudget } from '../../limits/test-budget.ts'
import { FairLine } from '../files/fair-line.ts'
import { TooMany } from '../refusal.ts'
import { type Route, routeTable } from '../route-table.ts'
import { cachePolicyOf, isBudgeted, isFromMemory, isShared, madeOldBy } from './cache-policies.ts'
import { lineOf, spendDeclared } from './visitor-costs.ts'

const routeOf = (name: CallName): Route => {
  const found = routeTable.find((route) => route.name === name)
  if (found === undefined) throw new Error(`no route ${name}`)
  return found
}

const newLine = () =>
  new FairLine({ atOnce: 1, atOnceOfOne: 1, mostWaiting: 1, mostOfOne: 1, comeAgainMs: 1 })
const visitors = { calls: newLine(), elsewhere: newLine() }

test('I12.1: a visitor’s calls wait in line, those that wait for Google in their own, and memory’s in none', () => {
  expect(lineOf(routeOf('login'), visitors)).toBe(visitors.calls)
  expect(lineOf(routeOf('statistics'), visitors)).toBe(visitors.calls)
  expect(lineOf(routeOf('forget'), visitors)).toBe(visitors.calls)
  expect(lineOf(routeOf('loginByGoogle'), visitors)).toBe(visitors.elsewhere)
  expect(lineOf(routeOf('getMarketInfo'), visitors)).toBeNull()
  expect(lineOf(routeOf('listMarketByType'), visitors)).toBeNull()
  expect(lineOf(routeOf('getUserInfo'), visitors)).toBeNull()
  expect(lineOf(routeOf('login'), null)).toBeNull()
})

test('I12.3: a call spends the budget that it declares, of its caller’s network', async () => {
  const spent: string[] = []
  const budgets = {
    names: recordedBudget('names', spent, { waitMs: 700 }),
    signIns: recordedBudget('signIns', spent),
  }
  await spendDeclared(routeOf('login'), '2001:db8:1:2::5', budgets)
  await expect(spendDeclared(routeOf('register'), '192.0.2.7', budgets)).rejects.toBeInstanceOf(TooMany)
  await spendDeclared(routeOf('statistics'), '192.0.2.7', budgets)
  await spendDeclared(routeOf('getUserInfo'), '192.0.2.7', budgets)
  await spendDeclared(routeOf('register'), '192.0.2.7', null)
  expect(spent).toEqual(['signIns 2001:db8:1:2::/64', 'names 192.0.2.7'])
})

test('I12.2: buying makes the shared responses old that show it, and other calls none', () => {
  expect(madeOldBy('buySmart')).toEqual(['listSmartProducts'])
  expect(madeOldBy('exitSmart')).toEqual(['listSmartProducts'])
  expect(madeOldBy('buyNft')).toEqual(['listNft', 'getNftById', 'charityLedger'])
  expect(madeOldBy('login')).toEqual([])
})

test('I12.2: a public call has one kind of protection, and a customer’s own has none', () => {
  const kindsOf = (name: CallName) => {
    const policy = cachePolicyOf(name)
    return [isBudgeted(policy), isFromMemory(policy), isShared(policy)]
  }
  expect(kindsOf('login')).toEqual([true, false, false])
  expect(kindsOf('getMarketInfo')).toEqual([false, true, false])
  expect(kindsOf('listMarketByType')).toEqual([false, true, true])
  expect(kindsOf('statistics')).toEqual([false, false, true])
  expect(kindsOf('sendCode')).toEqual([false, false, false])
  expect([cachePolicyOf('sendCode'), cachePolicyOf('forget')]).toEqual(['counted', 'limited'])
  expect(cachePolicyOf('getUserInfo')).toBeNull()
  expect(cachePolicyOf('toString' as CallName)).toBeNull()
  expect(kindsOf('getUserInfo')).toEqual([false, false, false])
})
