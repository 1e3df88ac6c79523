import type { AccountClass } from '../account-class.ts'

/**
 * Names of the ledger's classes in an accountant's books: the five types of account that plain-text accounting knows, seen from the
 * operator. What customers own is a liability; `world`, the other side of deposits and withdrawals, is what lies at banks and in wallets.
 */
export const bookAccounts: Readonly<Record<AccountClass, string>> = {
  world: 'Assets:Custody',
  customer: 'Liabilities:Customers',
  'plan-principal': 'Liabilities:Smart-Plans',
  'savings-principal': 'Liabilities:Savings',
  charity: 'Liabilities:Charity',
  'trading-capital': 'Equity:Trading-Capital',
  'negative-balance': 'Equity:Negative-Balance-Cover',
  'yield-reserve': 'Equity:Yield-Reserve',
  'savings-reserve': 'Equity:Savings-Reserve',
  'loan-capital': 'Equity:Loan-Capital',
  'hedge-capital': 'Equity:Hedge-Capital',
  conversion: 'Equity:Conversion',
  'fee-revenue': 'Income:Fees',
  'swap-revenue': 'Income:Swaps',
  'loan-interest': 'Income:Loan-Interest',
}

/** Names an account in the books. `each` names a customer; otherwise all of them are one account. */
export function bookAccount(of: AccountClass, owner: string, customers: 'total' | 'each'): string {
  const name = bookAccounts[of]
  // Beancount wants a capital letter or a digit where a name begins.
  return of === 'customer' && customers === 'each' ? `${name}:C-${owner}` : name
}

/** Classes of the operator's own money: equity and income of the books. The rest belongs to customers and the charity, or is custody. */
export const ownClasses: readonly AccountClass[] = (Object.keys(bookAccounts) as AccountClass[]).filter(
  (name) => /^(?:Equity|Income):/.test(bookAccounts[name]),
)
