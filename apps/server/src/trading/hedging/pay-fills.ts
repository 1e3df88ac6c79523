import type { Ledger } from '../../ledger/ledger.ts'
import type { Database } from '../../platform/database/database.ts'
import { post, postingOf } from './book-fill.ts'

const most = 100

/** Pays for executions that the account of hedging money could not pay when they were booked, the oldest first; stops at the first it still cannot. */
export async function payFills(db: Database, ledger: Ledger): Promise<void> {
  const unpaid = await db.query
    .selectFrom('hedging_fills')
    .select(['venue', 'symbol', 'fill_id', 'client_id', 'realised', 'charged'])
    .where('paid', '=', false)
    .orderBy('number')
    .limit(most)
    .execute()
  // No cases: one account pays all of them, in order.
  for (const { venue, symbol, fill_id, client_id, realised, charged } of unpaid) {
    const paid = await ledger.transaction(async (tx) => {
      const names = { symbol, fillId: fill_id, clientId: client_id }
      if (!(await post({ ledger }, tx, postingOf(venue, names, { realised, charged })))) return false
      await tx
        .updateTable('hedging_fills')
        .set({ paid: true })
        .where('venue', '=', venue)
        .where('symbol', '=', symbol)
        .where('fill_id', '=', fill_id)
        .execute()
      return true
    })
    if (!paid) return
  }
}
