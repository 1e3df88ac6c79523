import { writePrice } from '@candor/money'
import type { MarketAction } from '@candor/rules'
import type { AppliedAction } from '../commits/commit-batch.ts'

/** Converts an action for `markets_action_applied`. A roll comes from the calendar; every other action was requested before. */
export const appliedAction = (action: MarketAction, now: number): AppliedAction => ({
  id: action.id,
  code: action.code,
  kind: action.kind,
  at: action.at,
  facts: actionTerms(action),
  asked_by: 'the calendar',
  applied_at: now,
})

function actionTerms(action: MarketAction): Readonly<Record<string, string>> {
  if (action.kind === 'split') return { fresh: String(action.ratio.fresh), old: String(action.ratio.old) }
  if (action.kind === 'dividend') return { amount: writePrice(action.amount) }
  return { from: action.from, to: action.to }
}
