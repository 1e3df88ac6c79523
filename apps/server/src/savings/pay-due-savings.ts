import { savingsDayOf } from '@candor/rules'
import type { ServerContext } from '../module.ts'
import { forEachCase, type Moved } from '../platform/jobs/for-each-case.ts'
import { moveSavings } from './move-savings.ts'
import { dueHoldings, type HoldingRow, lockCoin, lockDueHolding, termsOf } from './savings-store.ts'

const atOnce = 200

/**
 * Settles every ended day exactly once. Catches up days missed while the server was down or its clock was wrong; a clock set back pays
 * nothing again. Call it every few seconds and at start; concurrent runs do no harm. Returns the number of holdings it settled. Throws at
 * the end if one failed, after trying all others.
 */
export const payDueSavings = (context: ServerContext): Promise<Moved> =>
  forEachCase(context, {
    job: 'pay-savings',
    atOnce,
    find: (limit) => dueHoldings(context.db.query, savingsDayOf(context.clock.now()), limit),
    move: (one) => settleOne(context, one, savingsDayOf(context.clock.now())),
  })

async function settleOne(
  { clock, ledger, events }: ServerContext,
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
