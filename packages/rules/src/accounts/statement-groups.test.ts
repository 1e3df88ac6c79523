import { expect, it } from 'vitest'
import { statementGroupOf, statementGroups } from './statement-groups.ts'

it.each([
  [
    'results',
    'contract-profit contract-loss contract-owed contract-dividend contract-cash-in-lieu option-profit option-loss negative-balance-protection',
  ],
  ['fees', 'contract-commission contract-swap contract-swap-credit withdrawal-fee fee-rebate'],
  ['transfers', 'deposit deposit-reversal withdrawal demo-grant demo-reset'],
  ['conversions', 'conversion-sold conversion-bought conversion-fee'],
  [
    'plans',
    'plan-purchase plan-yield plan-return plan-penalty savings-entry savings-exit savings-interest loan-payout loan-principal loan-interest loan-overdue',
  ],
  ['other', 'nft-sale something-new other results constructor'],
] as const)('entries of a statement under %s: %s', (group, kinds) => {
  for (const kind of kinds.split(' ')) expect([kind, statementGroupOf(kind)]).toEqual([kind, group])
})

it('a statement is filtered by results, fees, transfers, conversions, plans and the rest, in this order', () => {
  expect(statementGroups).toEqual(['results', 'fees', 'transfers', 'conversions', 'plans', 'other'])
})
