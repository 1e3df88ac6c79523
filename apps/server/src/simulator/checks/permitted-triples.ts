/** Money of which accounts may move: the demo account's, real accounts', or either within itself. */
type Money = 'demo' | 'real' | 'any'

/** A movement that the rulebook knows. */
interface Triple {
  readonly reason: string
  readonly from: string
  readonly to: string
  readonly money: Money
  /** It takes a customer's money by a decision, so that it may take no more than is free (rulebook, Contracts). */
  readonly isOutflow: boolean
}

const of =
  (money: Money) =>
  (reason: string, from: string, to: string): Triple => ({ reason, from, to, money, isOutflow: false })
const real = of('real')
const demo = of('demo')
const any = of('any')
const outflow = (triple: Triple): Triple => ({ ...triple, isOutflow: true })

/** Accounts of the operator that pay: put into by hand, and taken out of. */
const paying = [
  'trading-capital',
  'negative-balance',
  'loan-capital',
  'yield-reserve',
  'savings-reserve',
  'conversion',
  'hedge-capital',
]
/** Revenue of the operator. */
const revenue = ['fee-revenue', 'swap-revenue', 'loan-interest']

/**
 * Every movement that may be, from the rulebook and not from the database, whose own table is compared with this one: a row too many
 * there would let money go where nobody decided it may.
 */
export const permittedTriples: readonly Triple[] = [
  // Accounts: demo money is given and taken back by the installation; real money comes and goes by payments.
  demo('demo-grant', 'world', 'customer'),
  outflow(demo('demo-reset', 'customer', 'world')),
  real('deposit', 'world', 'customer'),
  outflow(real('deposit-reversal', 'customer', 'world')),
  outflow(real('withdrawal', 'customer', 'world')),
  outflow(real('withdrawal-fee', 'customer', 'fee-revenue')),
  real('adjustment', 'trading-capital', 'customer'),
  outflow(real('adjustment-reversal', 'customer', 'trading-capital')),

  // Contracts and options: the operator is the counterparty. What a customer cannot pay, the operator does.
  any('contract-profit', 'trading-capital', 'customer'),
  any('contract-loss', 'customer', 'trading-capital'),
  any('contract-commission', 'customer', 'fee-revenue'),
  any('contract-swap', 'customer', 'swap-revenue'),
  any('contract-swap-credit', 'swap-revenue', 'customer'),
  any('contract-swap-credit', 'trading-capital', 'customer'),
  any('contract-dividend', 'trading-capital', 'customer'),
  any('contract-dividend', 'customer', 'trading-capital'),
  any('contract-cash-in-lieu', 'trading-capital', 'customer'),
  any('contract-cash-in-lieu', 'customer', 'trading-capital'),
  any('contract-owed', 'customer', 'negative-balance'),
  any('option-profit', 'trading-capital', 'customer'),
  any('option-loss', 'customer', 'trading-capital'),
  any('negative-balance-protection', 'negative-balance', 'trading-capital'),
  any('negative-balance-protection', 'negative-balance', 'fee-revenue'),
  any('negative-balance-protection', 'negative-balance', 'swap-revenue'),
  // What a withdrawal that was sent lacks.
  real('negative-balance-protection', 'negative-balance', 'customer'),

  // Plans, savings, loans, conversions.
  outflow(real('plan-purchase', 'customer', 'plan-principal')),
  real('plan-yield', 'yield-reserve', 'customer'),
  real('plan-return', 'plan-principal', 'customer'),
  real('plan-penalty', 'plan-principal', 'yield-reserve'),
  outflow(real('savings-entry', 'customer', 'savings-principal')),
  real('savings-exit', 'savings-principal', 'customer'),
  real('savings-interest', 'savings-reserve', 'customer'),
  real('loan-payout', 'loan-capital', 'customer'),
  outflow(real('loan-principal', 'customer', 'loan-capital')),
  outflow(real('loan-interest', 'customer', 'loan-interest')),
  outflow(real('loan-overdue', 'customer', 'loan-interest')),
  outflow(real('conversion-sold', 'customer', 'conversion')),
  real('conversion-bought', 'conversion', 'customer'),
  outflow(real('conversion-fee', 'customer', 'fee-revenue')),

  // Works of art, the charity they pay for, invitations, VIP tiers.
  outflow(real('nft-sale', 'customer', 'charity')),
  outflow(real('nft-fee', 'customer', 'fee-revenue')),
  real('charity-transfer', 'charity', 'world'),
  real('invite-commission', 'fee-revenue', 'customer'),
  real('fee-rebate', 'fee-revenue', 'customer'),

  // The treasury: the operator's own money, and nothing of a customer's.
  ...paying.map((to) => real('treasury-in', 'world', to)),
  ...[...paying, ...revenue].map((from) => real('treasury-out', from, 'world')),
  ...[...paying, ...revenue].flatMap((from) =>
    paying.filter((to) => to !== from).map((to) => real('treasury-move', from, to)),
  ),
  real('hedge-gain', 'world', 'trading-capital'),
  real('hedge-loss', 'trading-capital', 'world'),
  // Executions of hedges, apart from what is booked by hand.
  real('hedge-fill-gain', 'world', 'hedge-capital'),
  real('hedge-fill-loss', 'hedge-capital', 'world'),
  real('hedge-fee', 'hedge-capital', 'world'),
  real('hedge-fee-rebate', 'world', 'hedge-capital'),

  // The first money of a sandbox, and of the conversion and savings accounts.
  ...['trading-capital', 'negative-balance', 'yield-reserve', 'loan-capital'].map((to) =>
    any('operator-funding', 'world', to),
  ),
  real('operator-funding', 'world', 'conversion'),
  real('operator-funding', 'world', 'hedge-capital'),
  real('operator-funding', 'world', 'savings-reserve'),
]

const text = (word: string) => `'${word}'`

/** The list as a table `p (kind, debited_class, credited_class, money, bounded)` of a statement. */
export const permittedTable = `(VALUES ${permittedTriples
  .map(
    ({ reason, from, to, money, isOutflow }) =>
      `(${[reason, from, to, money].map(text).join(', ')}, ${isOutflow})`,
  )
  .join(', ')}) p (kind, debited_class, credited_class, money, bounded)`

/** One line per row that the database's table has and the list has not, and the other way round. */
export const tableDiffers = `
  SELECT format('the database permits %s from %s to %s (%s money, %s), the rulebook %s', coalesce(t.kind, p.kind),
                coalesce(t.debited_class, p.debited_class), coalesce(t.credited_class, p.credited_class),
                coalesce(t.money, p.money), CASE WHEN coalesce(t.bounded, p.bounded) THEN 'of what is free' ELSE 'of any' END,
                CASE WHEN p.kind IS NULL THEN 'does not' ELSE 'does, and the database does not' END)
    FROM ledger_permitted t FULL JOIN ${permittedTable}
      ON p.kind = t.kind AND p.debited_class = t.debited_class AND p.credited_class = t.credited_class
     AND p.money = t.money AND p.bounded = t.bounded
   WHERE t.kind IS NULL OR p.kind IS NULL`
