import type { ServerContext } from '../module.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency/idempotency-context.ts'
import { enterSavings } from './enter-savings.ts'
import { exitSavings } from './exit-savings.ts'
import { listSavings } from './list-savings.ts'
import type { SavingsPorts } from './savings-ports.ts'

/** Handlers of this module's calls. */
export const savingsHandlers = (context: ServerContext & SavingsPorts) =>
  ({
    // Savings are real money only: a demo account holds none.
    listSavings: (_input, { userId, mode }) =>
      listSavings(context.db.query, mode === 'demo' ? null : userId, context.clock.now()),
    enterSavings: (input, caller, idempotency) => enterSavings(context, input, caller, keyed(idempotency)),
    exitSavings: (input, caller, idempotency) => exitSavings(context, input, caller, keyed(idempotency)),
  }) satisfies Handlers
