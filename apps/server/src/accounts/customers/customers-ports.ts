import type { CustomerShown, QueueEntry } from '@candor/contract'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'

/** A customer's account, and what other modules know of the customer. */
export interface CustomersPorts {
  readonly accounts: OpenedAccounts
  /** From trading: a customer's open contracts. */
  readonly positionsOf: (userId: string) => Promise<CustomerShown['positions']>
  /** From the console: a customer's cases in every queue this operator sees. */
  readonly casesOf: (userId: string, operator: Operator) => Promise<QueueEntry[]>
  /** From invites. */
  readonly invitesOf: (userId: string) => Promise<Pick<CustomerShown, 'invitedBy' | 'invited'>>
}
