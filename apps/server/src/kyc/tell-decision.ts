import type { AccountMode } from '@candor/contract'
import type { ServerContext } from '../module.ts'
import { caseById } from './kyc-store.ts'

const modes: readonly AccountMode[] = ['demo', 'real']

/** Notifies the customer of the decision, after the commit: in every open tab, and by the letter stored with it. */
export async function tellDecision({ db, events, letters }: ServerContext, caseId: string): Promise<void> {
  const row = await caseById(db.query, caseId, false)
  if (row === undefined || row.status === 'pending') return
  letters.flush()
  for (const mode of modes) {
    events.publish(row.user_id, mode, 'notification', { about: 'identity', status: row.status })
  }
}
