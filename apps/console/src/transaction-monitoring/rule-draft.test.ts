import type { MonitoringRuleData } from '@candor/contract'
import { expect, test } from 'vitest'
import { draftOf, ruleOf } from './rule-draft.ts'

const shared = { name: 'A rule', on: false, severity: 'low', guidance: 'look', atLeast: '10' } as const
const rules: readonly MonitoringRuleData[] = [
  { kind: 'amount', ...shared, appliesTo: 'deposits', asset: 'BTC' },
  { kind: 'velocity', ...shared, appliesTo: 'both', measure: 'sum', windowHours: 5 },
  { kind: 'roundTrip', ...shared, appliesTo: 'withdrawals', withinDays: 3, percent: 70 },
  {
    kind: 'inOutWithoutTrading',
    ...shared,
    appliesTo: 'withdrawals',
    withinDays: 4,
    tradedBelowPercent: 250,
  },
  { kind: 'newDestination', ...shared, appliesTo: 'withdrawals', youngerThanHours: 48 },
]

test.each(rules)('I16.8: what is typed for a rule of the kind $kind is the same rule again', (rule) => {
  expect(ruleOf(draftOf(rule))).toEqual(rule)
})
