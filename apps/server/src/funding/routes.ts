import type { Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency/idempotency-context.ts'
import { showDeposits } from './deposits/list-deposits.ts'
import { requestDeposit } from './deposits/request-deposit.ts'
import { showAddress } from './deposits/show-address.ts'
import type { FundingDeps } from './funding-deps.ts'

/** Handlers of this module's calls. */
export const fundingHandlers = (deps: FundingDeps) =>
  ({
    getDepositAddress: (input, caller) => showAddress(deps, input, caller.userId),
    recharge: (input, caller, idempotency) => requestDeposit(deps, input, caller, keyed(idempotency)),
    listRecharge: (input, caller) => showDeposits(deps, input, caller),
  }) satisfies Handlers
