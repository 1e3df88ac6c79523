import type { ServerContext } from '../module.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency/idempotency-context.ts'
import type { DepositPorts } from './deposits/deposit-ports.ts'
import { showDeposits } from './deposits/list-deposits.ts'
import { requestDeposit } from './deposits/request-deposit.ts'
import { showAddress } from './deposits/show-address.ts'

/** Handlers of this module's calls. */
export const fundingHandlers = (context: ServerContext & DepositPorts) =>
  ({
    getDepositAddress: (input, caller) => showAddress(context, input, caller.userId),
    recharge: (input, caller, idempotency) => requestDeposit(context, input, caller, keyed(idempotency)),
    listRecharge: (input, caller) => showDeposits(context, input, caller),
  }) satisfies Handlers
