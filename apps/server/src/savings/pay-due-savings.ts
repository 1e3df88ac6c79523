import { savingsDayOf } from '@candor/rules'
import { forEachCase, type Moved } from '../jobs/for-each-case.ts'
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
export const payDueSavings = (deps: PayDeps): Promise<Moved> =>
  forEachCase(deps, {
    job: 'pay-savings',
    atOnce,
    find: (limit) => dueHoldings(deps.db.query, savingsDayOf(deps.clock.now()), limit),
    move: (one) => settleOne(deps, one, savingsDayOf(deps.clock.now())),
  })

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
