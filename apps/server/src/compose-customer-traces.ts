import type { CustomerFinder } from './accounts/customers/customers-ports.ts'
import { customersFrom } from './accounts/sessions/customers-from.ts'
import { ownersOfAddress, ownersOfTransaction } from './funding/owners-on-chain.ts'
import { ownerOfLoan } from './loans/owner-of-loan.ts'
import type { Database } from './platform/database/database.ts'
import { ownerOfPlan } from './smart/owner-of-plan.ts'
import { ownerOfOrder } from './trading/orders/list/owner-of-order.ts'

/** Customers by what their identity check has. */
interface IdentityFinders {
  readonly ownersOfDocument: CustomerFinder['find']
  readonly ownersOfName: CustomerFinder['find']
}

/** Lists what operators find a customer by, each from the module that keeps it. */
export const customerTraces = (
  db: Database,
  { ownersOfDocument, ownersOfName }: IdentityFinders,
): readonly CustomerFinder[] => [
  { trace: 'order', find: (words) => ownerOfOrder(db, words) },
  { trace: 'order', find: (words) => ownerOfPlan(db, words) },
  { trace: 'order', find: (words) => ownerOfLoan(db, words) },
  { trace: 'address', find: (words) => ownersOfAddress(db, words) },
  { trace: 'transaction', find: (words) => ownersOfTransaction(db, words) },
  { trace: 'network', find: (words) => customersFrom(db, words) },
  { trace: 'document', find: ownersOfDocument },
  { trace: 'name', find: ownersOfName },
]
