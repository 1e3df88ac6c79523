import { TradingRuntime } from '../trading/engine/trading-runtime.ts'
import { FundsDesk } from '../trading/risk/funds/funds-desk.ts'
import type { ModuleFixture } from './module-fixture.ts'

/** The engine on a fixture's database, for what other modules need of it: free money. `runtime` is for tests that trade too. */
export async function openTestEngine({ db, ledger, board, clock, events }: ModuleFixture) {
  const runtime = await TradingRuntime.open({ db, ledger, board, clock, events, standingBy: () => undefined })
  return {
    runtime,
    funds: new FundsDesk(runtime, db, runtime.fence ?? 0n),
    close: () => runtime.close(),
  }
}
