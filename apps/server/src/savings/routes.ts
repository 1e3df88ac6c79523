import type { Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency/idempotency-context.ts'
import { enterSavings } from './enter-savings.ts'
import { exitSavings } from './exit-savings.ts'
import { listSavings } from './list-savings.ts'
import type { SavingsDeps } from './savings-deps.ts'

/** Handlers of this module's calls. */
export const savingsHandlers = (deps: SavingsDeps) =>
  ({
    // Savings are real money only: a demo account holds none.
    listSavings: (_input, { userId, mode }) =>
      listSavings(deps.db.query, mode === 'demo' ? null : userId, deps.clock.now()),
    enterSavings: (input, caller, idempotency) => enterSavings(deps, input, caller, keyed(idempotency)),
    exitSavings: (input, caller, idempotency) => exitSavings(deps, input, caller, keyed(idempotency)),
  }) satisfies Handlers
