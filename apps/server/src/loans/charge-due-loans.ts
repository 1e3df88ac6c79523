import { keepSteps } from './keep-steps.ts'
import { chargeUntil } from './loan-course.ts'
import { courseOf, type LoanRow } from './loan-on-wire.ts'
import type { LoansDeps } from './loans-deps.ts'
import { availableOf, dueLoanIds, lockDueLoan } from './loans-store.ts'

type ChargeDeps = Pick<LoansDeps, 'db' | 'clock' | 'ledger' | 'notices'>

const atOnce = 200

/**
 * Charges every day of every loan that is over, each once ever, and debits what is due: days missed while the server was down or its clock stood elsewhere are
 * caught up, a clock set back charges nothing again. To be called every few seconds and at start; two at once do no harm. Answers how many
 * loans it moved; throws at the end if one could not be, after trying all others.
 */
export async function chargeDueLoans(deps: ChargeDeps): Promise<number> {
  const failures: unknown[] = []
  const tried = new Set<string>()
  let charged = 0
  for (;;) {
    const ids = (await dueLoanIds(deps.db.query, deps.clock.now(), atOnce + failures.length)).filter(
      (id) => !tried.has(id),
    )
    if (ids.length === 0) break
    for (const id of ids) {
      tried.add(id)
      const done = await chargeLoan(deps, id).catch((failure: unknown) => {
        failures.push(failure)
        return null
      })
      if (done !== null) charged += 1
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} loans could not be charged`)
  return charged
}

async function chargeLoan(deps: ChargeDeps, id: string): Promise<LoanRow | null> {
  const { ledger, clock } = deps
  const now = clock.now()
  const charged = await ledger.transaction(async (tx) => {
    const row = await lockDueLoan(tx, id, now)
    if (row === null) return null
    const steps = chargeUntil(courseOf(row), now, await availableOf(tx, row.user_id))
    const kept = await keepSteps(deps, tx, row, steps, now)
    // What the account had was spent between the look and the posting: nothing is kept, the next turn looks again.
    if (!('row' in kept))
      throw new Error(`the debit for loan ${id} found less than was there a moment before`)
    return kept
  })
  if (charged === null) return null
  await deps.notices.push(charged.row.user_id, charged.news)
  return charged.row
}
