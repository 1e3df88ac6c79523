import type { Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency-context.ts'
import type { FundingDeps } from './funding-deps.ts'
import { showDeposits } from './list-deposits.ts'
import { requestDeposit } from './request-deposit.ts'
import { showAddress } from './show-address.ts'

/** Handlers of this module's calls. */
export const fundingHandlers = (deps: FundingDeps) =>
  ({
    getDepositAddress: (input, caller) => showAddress(deps, input, caller.userId),
    recharge: (input, caller, idempotency) => requestDeposit(deps, input, caller, keyed(idempotency)),
    listRecharge: (input, caller) => showDeposits(deps, input, caller),
  }) satisfies Handlers
