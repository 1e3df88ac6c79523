import type { Handlers } from '../platform/http/handlers.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import { type FeeRebatesDeps, payFeeRebates, vipHandlers } from '../trading/fees/fee-rebates.ts'

const everyMs = 20_000

/** Opens the VIP rebates on a day's fees (ADR-113). */
export function openRebates(deps: FeeRebatesDeps): {
  readonly handlers: Handlers
  readonly jobs: readonly Job[]
} {
  return {
    handlers: vipHandlers(deps),
    jobs: [{ name: 'pay-fee-rebates', everyMs, run: () => payFeeRebates(deps) }],
  }
}
