import type { CustomerShown, CustomerTrace, QueueEntry } from '@candor/contract'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'

/** Finds customers by something of theirs that is looked up as it is. */
export interface CustomerFinder {
  readonly trace: CustomerTrace
  /** Returns the ids of at most a hundred customers; none at once for words of another form. */
  readonly find: (words: string) => Promise<readonly string[]>
}

/** A customer's account, and what other modules know of the customer. */
export interface CustomersPorts {
  readonly accounts: OpenedAccounts
  /** From the modules that know them: customers by what they left there. */
  readonly traces: readonly CustomerFinder[]
  readonly elsewhere: {
    /** From trading: a customer's open contracts. */
    readonly positionsOf: (userId: string) => Promise<CustomerShown['positions']>
    /** From trading: the newest closed ones. */
    readonly tradesOf: (userId: string) => Promise<CustomerShown['trades']>
    /** From funding. */
    readonly payoutAddressesOf: (userId: string) => Promise<CustomerShown['payoutAddresses']>
    /** From the console: a customer's cases in every queue this operator sees. */
    readonly casesOf: (userId: string, operator: Operator) => Promise<QueueEntry[]>
    /** From identity checks: the name in the newest one that was not refused; null: there is none. */
    readonly legalNameOf: (userId: string) => Promise<string | null>
    /** From own limits: those of the real account. */
    readonly limitsOf: (userId: string) => Promise<CustomerShown['ownLimits']>
    /** From invites. */
    readonly invitesOf: (userId: string) => Promise<Pick<CustomerShown, 'invitedBy' | 'invited'>>
  }
}
