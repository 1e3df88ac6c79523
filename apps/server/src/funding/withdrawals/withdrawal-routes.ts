import type { Handlers } from '../../platform/http/handlers.ts'
import { keyed } from '../../platform/http/idempotency/idempotency-context.ts'
import { showWithdrawals } from './list-withdrawals.ts'
import { cancelWithdrawal } from './move-withdrawal.ts'
import {
  addPayoutAddress,
  confirmPayoutAddress,
  listPayoutAddresses,
  removePayoutAddress,
} from './payout-addresses.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { showServiceRecord } from './service-record.ts'
import type { WithdrawalDeps } from './withdrawal-deps.ts'

/** The calls of withdrawals and of the address book. */
export const withdrawalHandlers = (deps: WithdrawalDeps) =>
  ({
    withdrawal: (input, caller, idempotency) => requestWithdrawal(deps, input, caller, keyed(idempotency)),
    cancelWithdrawal: ({ id }, caller, idempotency) => cancelWithdrawal(deps, id, caller, keyed(idempotency)),
    listWithdrwal: (input, caller) => showWithdrawals(deps, input, caller),
    listAddress: (_, caller) => listPayoutAddresses(deps, caller.userId),
    addAddress: (input, caller) => addPayoutAddress(deps, input, caller.userId),
    confirmAddress: (input, caller) => confirmPayoutAddress(deps, input, caller.userId),
    removeAddress: ({ id }, caller) => removePayoutAddress(deps, id, caller.userId),
    serviceRecord: () => showServiceRecord(deps),
  }) satisfies Handlers
