import { savingsDayOf } from '@candor/rules'
import { forEachCase, type Moved } from '../platform/jobs/for-each-case.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import { moveSavings } from './move-savings.ts'
import type { SavingsDeps } from './savings-deps.ts'
import { dueHoldings, type HoldingRow, lockCoin, lockDueHolding, termsOf } from './savings-store.ts'

const atOnce = 200

type PayDeps = Pick<SavingsDeps, 'db' | 'clock' | 'ledger'> & { readonly events: AccountEvents }

/**
 * Settles every ended day exactly once. Catches up days missed while the server was down or its clock was wrong; a clock set back pays
 * nothing again. Call it every few seconds and at start; concurrent runs do no harm. Returns the number of holdings it settled. Throws at
 * the end if one failed, after trying all others.
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
