import type { ServerContext } from '../../module.ts'
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
import type { WithdrawalPorts } from './withdrawal-ports.ts'

/** The calls of withdrawals and of the address book. */
export const withdrawalHandlers = (context: ServerContext & WithdrawalPorts) =>
  ({
    withdrawal: (input, caller, idempotency) => requestWithdrawal(context, input, caller, keyed(idempotency)),
    cancelWithdrawal: ({ id }, caller, idempotency) =>
      cancelWithdrawal(context, id, caller, keyed(idempotency)),
    listWithdrwal: (input, caller) => showWithdrawals(context, input, caller),
    listAddress: (_, caller) => listPayoutAddresses(context, caller.userId),
    addAddress: (input, caller) => addPayoutAddress(context, input, caller),
    confirmAddress: (input, caller) => confirmPayoutAddress(context, input, caller),
    removeAddress: ({ id }, caller) => removePayoutAddress(context, id, caller.userId),
    serviceRecord: () => showServiceRecord(context),
  }) satisfies Handlers
