import { exitPenaltyMinor, planDayMs, planRunDays } from '@candor/rules'
import type { Updateable } from 'kysely'
import type { Ledger } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { endPosting, payoutPosting } from './plan-postings.ts'
import { moneyOf, type PlanRow, termsOf } from './plan-response.ts'
import { addPayouts, changePlan } from './smart-store.ts'
import type { SmartTables } from './smart-tables.ts'

/**
 * Within `tx`, which has locked the plan's row: pays every day due at `nowMs`, and ends the plan after its last day, or early
 * when the customer is `leaving`. All of it is one posting call, so that the ledger takes its locks in one order and two plans
 * moving at once never deadlock.
 */
export async function advancePlan(
  ledger: Ledger,
  tx: Tx,
  plan: PlanRow,
  { nowMs, leaving }: Pick<Ending, 'nowMs' | 'leaving'>,
): Promise<PlanRow> {
  // A clock that is set back takes no day back.
  const paidDays = Math.max(plan.paid_days, planRunDays(termsOf(plan), nowMs))
  const days = Array.from({ length: paidDays - plan.paid_days }, (_, at) => plan.paid_days + 1 + at)
  const completed = paidDays === plan.days
  if (days.length === 0 && !leaving) return plan

  const money = moneyOf(plan)
  const paidMinor = BigInt(paidDays) * plan.day_minor
  const penalty = completed ? 0n : exitPenaltyMinor(termsOf(plan), paidMinor)
  const postings = [
    ...(plan.day_minor > 0n ? days.map((day) => payoutPosting(money, day)) : []),
    ...(completed || leaving
      ? [endPosting(money, penalty, plan.day_minor * BigInt(plan.days) - paidMinor)]
      : []),
  ]
  const outcomes = await ledger.postIn(tx, postings)
  const refused = outcomes.find((outcome) => !outcome.ok)
  if (refused !== undefined) throw new Error(`the ledger refused a step of plan ${plan.id}`)
  if (days.length > 0) await addPayouts(tx, plan, days, nowMs)
  return changePlan(tx, plan.id, {
    paid_days: paidDays,
    ...endingOf({ completed, leaving, penalty, nowMs }),
    ...(completed || leaving ? {} : { next_due_at: plan.started_at + BigInt((paidDays + 1) * planDayMs) }),
  })
}

interface Ending {
  readonly completed: boolean
  readonly leaving: boolean
  readonly penalty: bigint
  readonly nowMs: number
}

function endingOf({ completed, leaving, penalty, nowMs }: Ending): Updateable<SmartTables['smart_plans']> {
  const closed = { next_due_at: null, closed_at: BigInt(nowMs) }
  if (completed) return { ...closed, status: 'completed' }
  return leaving ? { ...closed, status: 'exited', penalty } : {}
}
