import type { Step } from '../../ledger/ledger.ts'
import { type ContractAccounts, transfer } from '../orders/contract-accounts.ts'

// The amount is `commissionMinor` (packages/rules/src/orders/amounts/commission.ts); the browser's preview uses the same function.
// It is charged with the order's other postings: `../orders/order-postings.ts`.

const kind = 'contract-commission'

/** Charges the commission of a market order that opens; the ledger refuses the posting if the available balance is too small. */
export const chargeCommission = ({ customer, fees }: ContractAccounts, minor: bigint): Step[] =>
  transfer(kind, { from: customer, to: fees }, minor)

/** Charges the commission of a fill or a close. These never fail for lack of the customer's money: the operator covers the rest. */
export const chargeCoveredCommission = (
  { customer, fees, shortfalls }: ContractAccounts,
  minor: bigint,
): Step[] => transfer(kind, { from: customer, to: fees, coverFrom: shortfalls }, minor)
