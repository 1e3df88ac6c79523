import type { CustomerFinder } from './accounts/customers/customers-ports.ts'
import { customersFrom, ipForm } from './accounts/sessions/customers-from.ts'
import { onChainForm, ownersOfAddress, ownersOfTransaction } from './funding/owners-on-chain.ts'
import { ownerOfLoan } from './loans/owner-of-loan.ts'
import type { Database } from './platform/database/database.ts'
import { ownerOfPlan } from './smart/owner-of-plan.ts'
import { ownerOfOrder } from './trading/orders/list/owner-of-order.ts'

/** Lists what operators find a customer by, each from the module that keeps it. */
export const customerTraces = (db: Database): readonly CustomerFinder[] => [
  { trace: 'order', form: /^[CO]/i, find: (words) => ownerOfOrder(db, words) },
  { trace: 'order', form: /^P/i, find: (words) => ownerOfPlan(db, words) },
  { trace: 'order', form: /^L/i, find: (words) => ownerOfLoan(db, words) },
  { trace: 'address', form: onChainForm, find: (words) => ownersOfAddress(db, words) },
  { trace: 'transaction', form: onChainForm, find: (words) => ownersOfTransaction(db, words) },
  { trace: 'network', form: ipForm, find: (words) => customersFrom(db, words) },
]
