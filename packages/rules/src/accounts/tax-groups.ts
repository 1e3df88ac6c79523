/** Groups of ledger entries in a tax statement, in its order. */
export const taxGroups = [
  'results',
  'commissions',
  'swaps',
  'options',
  'planYield',
  'savingsInterest',
  'loanInterest',
  'rebates',
  'fees',
  'conversions',
  'principal',
  'transfers',
  'other',
] as const
export type TaxGroup = (typeof taxGroups)[number]

/** Kinds by group; whatever is in none is in `other`. */
const kindsOf: Readonly<Record<Exclude<TaxGroup, 'other'>, readonly string[]>> = {
  results: [
    'contract-profit',
    'contract-loss',
    'contract-owed',
    'contract-dividend',
    'contract-cash-in-lieu',
  ],
  commissions: ['contract-commission'],
  swaps: ['contract-swap', 'contract-swap-credit'],
  options: ['option-profit', 'option-loss'],
  planYield: ['plan-yield'],
  savingsInterest: ['savings-interest'],
  loanInterest: ['loan-interest', 'loan-overdue'],
  rebates: ['fee-rebate', 'invite-commission'],
  fees: ['conversion-fee', 'withdrawal-fee', 'nft-fee'],
  conversions: ['conversion-sold', 'conversion-bought'],
  principal: [
    'plan-purchase',
    'plan-return',
    'savings-entry',
    'savings-exit',
    'loan-payout',
    'loan-principal',
  ],
  transfers: ['deposit', 'deposit-reversal', 'withdrawal'],
}

const groupOfKind: ReadonlyMap<string, TaxGroup> = new Map(
  taxGroups.flatMap((group) =>
    group === 'other' ? [] : kindsOf[group].map((kind) => [kind, group] as const),
  ),
)

/** Returns the group of a ledger entry's kind in a tax statement. */
export const taxGroupOf = (kind: string): TaxGroup => groupOfKind.get(kind) ?? 'other'

/** Returns the limits of a calendar year of UTC, epoch ms; `to` is the first moment after it. */
export const taxYear = (year: number): { readonly from: number; readonly to: number } => ({
  from: Date.UTC(year, 0, 1),
  to: Date.UTC(year + 1, 0, 1),
})
