import type { TreasuryPlace } from '@candor/rules'

/** The operator's accounts as two people read them in a proposal. */
export const placeWords: Readonly<Record<TreasuryPlace | 'world', string>> = {
  'trading-capital': 'trading capital',
  'negative-balance': 'negative-balance cover',
  'loan-capital': 'loan capital',
  'yield-reserve': 'yield reserve of smart plans',
  'savings-reserve': 'savings reserve',
  conversion: 'conversion account',
  'hedge-capital': 'hedging money',
  'fee-revenue': 'fees earned',
  'swap-revenue': 'swaps earned',
  'loan-interest': 'loan interest earned',
  world: 'external (bank or wallet)',
}
