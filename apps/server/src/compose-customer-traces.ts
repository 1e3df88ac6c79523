import type { CustomerFinder } from './accounts/customers/customers-ports.ts'
import { customersFrom } from './accounts/sessions/customers-from.ts'
import { ownersOfAddress, ownersOfTransaction } from './funding/owners-on-chain.ts'
import { ownerOfLoan } from './loans/owner-of-loan.ts'
import type { Database } from './platform/database/database.ts'
import { ownerOfPlan } from './smart/owner-of-plan.ts'
import { ownerOfOrder } from './trading/orders/list/owner-of-order.ts'

/** Lists what operators find a customer by, each from the module that keeps it; documents from identity checks. */
export const customerTraces = (
  db: Database,
  ownersOfDocument: CustomerFinder['find'],
): readonly CustomerFinder[] => [
  { trace: 'order', find: (words) => ownerOfOrder(db, words) },
  { trace: 'order', find: (words) => ownerOfPlan(db, words) },
  { trace: 'order', find: (words) => ownerOfLoan(db, words) },
  { trace: 'address', find: (words) => ownersOfAddress(db, words) },
  { trace: 'transaction', find: (words) => ownersOfTransaction(db, words) },
  { trace: 'network', find: (words) => customersFrom(db, words) },
  { trace: 'document', find: ownersOfDocument },
]
