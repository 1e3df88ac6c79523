import { keyed } from '../http/ask.ts'
import type { Handlers } from '../http/handlers.ts'
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
    enterSavings: (input, caller, ask) => enterSavings(deps, input, caller, keyed(ask)),
    exitSavings: (input, caller, ask) => exitSavings(deps, input, caller, keyed(ask)),
  }) satisfies Handlers
