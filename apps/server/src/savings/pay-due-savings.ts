import { savingsDayOf } from '@candor/rules'
import type { AccountEvents } from '../live/account-events.ts'
import { moveSavings } from './move-savings.ts'
import type { SavingsDeps } from './savings-deps.ts'
import { dueHoldings, type HoldingRow, lockCoin, lockDueHolding, termsOf } from './savings-store.ts'

const atOnce = 200

type PayDeps = Pick<SavingsDeps, 'db' | 'clock' | 'ledger'> & { readonly events: AccountEvents }

/**
 * Settles every day that is over, each once ever: days missed while the server was down or its clock stood elsewhere are
 * caught up, a clock set back pays nothing again. To be called every few seconds and at start; two at once do no harm.
 * Answers how many holdings it settled; throws at the end if one could not be, after trying all others.
 */
export async function payDueSavings(deps: PayDeps): Promise<number> {
  const failures: unknown[] = []
  const tried = new Set<string>()
  let settled = 0
  for (;;) {
    const today = savingsDayOf(deps.clock.now())
    const due = (await dueHoldings(deps.db.query, today, atOnce + failures.length)).filter(
      ({ id }) => !tried.has(id),
    )
    if (due.length === 0) break
    for (const one of due) {
      tried.add(one.id)
      const done = await settleOne(deps, one, today).catch((failure: unknown) => {
        failures.push(failure)
        return false
      })
      if (done) settled += 1
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} savings could not be settled`)
  return settled
}

async function settleOne(
  { clock, ledger, events }: PayDeps,
  { id, asset }: Pick<HoldingRow, 'id' | 'asset'>,
  today: number,
): Promise<boolean> {
  const settled = await ledger.transaction(async (tx) => {
    await lockCoin(tx, asset)
    const due = await lockDueHolding(tx, id, today)
    if (due === null) return null
    const terms = await termsOf(tx, asset)
    const { refused } = await moveSavings(ledger, tx, {
      row: due,
      terms,
      nowMs: clock.now(),
      change: () => 0n,
    })
    if (refused !== null) throw new Error(`the ledger refused a day of savings ${id}`)
    return due
  })
  if (settled === null) return false
  events.publish(settled.user_id, 'real', 'balance', null)
  return true
}
