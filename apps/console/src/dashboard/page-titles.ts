import type { ConsolePageName } from '@candor/contract'

/** Titles of the pages where something can wait or need attention. */
export const pageTitles: Readonly<Record<ConsolePageName, string>> = {
  kyc: 'Identity',
  recharge: 'Deposits',
  withdrawal: 'Withdrawals',
  names: 'Name screening',
  loan: 'Loans',
  support: 'Support',
  proposals: 'Four eyes',
  stuck: 'Stuck cases',
  charity: 'Charity',
  markets: 'Markets',
  reconciliation: 'Reconciliation',
}
