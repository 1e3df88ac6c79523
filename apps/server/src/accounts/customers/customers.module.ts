import type { CustomerShown, customersOps, QueueEntry } from '@candor/contract'
import type { Operator } from '../../back-office/operators/operator.ts'
import type { OpsHandlersOf } from '../../back-office/operators/ops-handlers.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { freezeKind } from '../freezes/freeze-customer.ts'
import { adjustmentKind } from './adjust-balance.ts'
import { type CustomersOpsDeps, customersHandlers } from './customers-ops.ts'

export interface CustomersPorts {
  readonly accounts: AccountsDeps
  /** From trading: a customer's open contracts. */
  readonly positionsOf: (userId: string) => Promise<CustomerShown['positions']>
  /** From the console: a customer's cases in every queue this operator sees. */
  readonly casesOf: (userId: string, operator: Operator) => Promise<QueueEntry[]>
  /** From invites. */
  readonly invitesOf: (userId: string) => Promise<Pick<CustomerShown, 'invitedBy' | 'invited'>>
}

/** Customers in the console: found, looked at, noted on, frozen (T13), corrected (T9). */
export const customersModule = defineModule({
  name: 'customers',
  open: (context: ServerContext, ports: CustomersPorts) => {
    const { db, clock, ledger, letters, notices } = context
    const { users, sessions, text } = ports.accounts
    const deps: CustomersOpsDeps = { ...context, ...ports }
    return {
      backOffice: {
        proposals: [
          freezeKind({
            ...{ db, clock, users, letters },
            keepNotice: (tx, userId, once, facts) =>
              notices.keep(tx, userId, [{ kind: 'accountFrozen', once, facts }]),
            forgetSessions: (userId) => sessions.forgetCustomer(userId),
          }),
          adjustmentKind({
            ...{ clock, users, ledger, letters },
            reasonText: (why) => text('en', `mail.adjustment.${why}`),
          }),
        ],
        handlers: customersHandlers(deps) satisfies OpsHandlersOf<typeof customersOps>,
      },
    }
  },
})
