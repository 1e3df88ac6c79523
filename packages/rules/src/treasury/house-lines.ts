/** Lines of the operator's own result in the money report, in its order. */
export const houseLines = [
  'results',
  'options',
  'commissions',
  'swaps',
  'hedging',
  'rebates',
  'inviteCommissions',
  'conversions',
  'conversionFees',
  'withdrawalFees',
  'nftFees',
  'plans',
  'savings',
  'loans',
  'shortfalls',
  'corrections',
  'other',
] as const
export type HouseLine = (typeof houseLines)[number]

/** Lines that change the operator's own money and are no result: what the operator put in or took out, and what is lent. */
export const ownMoneyLines = ['funding', 'lent'] as const
export type OwnMoneyLine = (typeof ownMoneyLines)[number]

/** Lines whose entries are each of one market. */
export const marketLines = ['results', 'options', 'commissions', 'swaps', 'hedging'] as const
export type MarketLine = (typeof marketLines)[number]

type Line = HouseLine | OwnMoneyLine

/** Kinds by line; whatever is in none is in `other`. */
const kindsOf: Readonly<Record<Exclude<Line, 'other'>, readonly string[]>> = {
  results: [
    'contract-profit',
    'contract-loss',
    'contract-owed',
    'contract-dividend',
    'contract-cash-in-lieu',
  ],
  options: ['option-profit', 'option-loss'],
  commissions: ['contract-commission'],
  swaps: ['contract-swap', 'contract-swap-credit'],
  hedging: [
    'hedge-fill-gain',
    'hedge-fill-loss',
    'hedge-fee',
    'hedge-fee-rebate',
    // From before executions were booked one by one.
    'hedge-gain',
    'hedge-loss',
  ],
  rebates: ['fee-rebate'],
  inviteCommissions: ['invite-commission'],
  conversions: ['conversion-sold', 'conversion-bought'],
  conversionFees: ['conversion-fee'],
  withdrawalFees: ['withdrawal-fee'],
  nftFees: ['nft-fee'],
  plans: ['plan-yield', 'plan-penalty'],
  savings: ['savings-interest'],
  loans: ['loan-interest', 'loan-overdue'],
  shortfalls: ['negative-balance-protection'],
  corrections: ['adjustment', 'adjustment-reversal'],
  funding: ['operator-funding', 'treasury-in', 'treasury-out'],
  lent: ['loan-payout', 'loan-principal'],
}

const lineOfKind: ReadonlyMap<string, Line> = new Map(
  Object.entries(kindsOf).flatMap(([line, kinds]) => kinds.map((kind) => [kind, line as Line] as const)),
)

/** Returns the line of an entry's kind, of those entries that change the operator's own money. */
export const houseLineOf = (kind: string): Line => lineOfKind.get(kind) ?? 'other'

/** Kinds whose reference is the order, option or hedge order of one market. */
export const marketKinds: readonly string[] = marketLines.flatMap((line) => kindsOf[line])

/** True for a line that is the operator's money put in, taken out or lent, and no result. */
export const isOwnMoney = (line: Line): line is OwnMoneyLine => ownMoneyLines.some((one) => one === line)
