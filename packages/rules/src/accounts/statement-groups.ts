/** Groups of ledger entries that a statement is filtered by. */
export const statementGroups = ['results', 'fees', 'transfers', 'conversions', 'plans', 'other'] as const
export type StatementGroup = (typeof statementGroups)[number]

/** Kinds by group; whatever is in none is in `other`. */
const kindsOf: Readonly<Record<Exclude<StatementGroup, 'other'>, readonly string[]>> = {
  results: [
    'contract-profit',
    'contract-loss',
    'contract-owed',
    'contract-dividend',
    'contract-cash-in-lieu',
    'option-profit',
    'option-loss',
    'negative-balance-protection',
  ],
  fees: ['contract-commission', 'contract-swap', 'contract-swap-credit', 'withdrawal-fee', 'fee-rebate'],
  transfers: ['deposit', 'deposit-reversal', 'withdrawal', 'demo-grant', 'demo-reset'],
  conversions: ['conversion-sold', 'conversion-bought', 'conversion-fee'],
  plans: [
    'plan-purchase',
    'plan-yield',
    'plan-return',
    'plan-penalty',
    'savings-entry',
    'savings-exit',
    'savings-interest',
    'loan-payout',
    'loan-principal',
    'loan-interest',
    'loan-overdue',
  ],
}

const groupOfKind: ReadonlyMap<string, StatementGroup> = new Map(
  statementGroups.flatMap((group) =>
    group === 'other' ? [] : kindsOf[group].map((kind) => [kind, group] as const),
  ),
)

/** Returns the group of a ledger entry's kind. */
export const statementGroupOf = (kind: string): StatementGroup => groupOfKind.get(kind) ?? 'other'
