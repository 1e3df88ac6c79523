import type { FreezeReason } from '@candor/contract'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Sessions } from '../sessions/sessions-store.ts'
import { freezesChanged, placeFreeze } from './freezes.ts'

/** A freeze that also stops withdrawals, decided by two people of whom the first proposed it. */
export interface LegalHold {
  readonly userId: string
  readonly why: FreezeReason
  readonly reason: string
  readonly until: Date
  readonly people: readonly [string, string]
  /** Id of the decision, so that its letter is stored once. */
  readonly once: string
}

/** Legal holds for a module that finds a reason for one: placed with notice and letter within `tx`, and felt everywhere after the commit. */
export const legalHolds = ({ db, clock, newId, notices, letters }: ServerContext, sessions: Sessions) => ({
  place: async (
    tx: Tx,
    { userId, why, reason, until, people: [proposedBy, approvedBy], once }: LegalHold,
  ): Promise<void> => {
    const at = new Date(clock.now())
    const facts = { due: until.toISOString() }
    await placeFreeze(tx, {
      id: newId(),
      userId,
      reason,
      why,
      proposedBy,
      approvedBy,
      at,
      legalHoldUntil: until,
    })
    await notices.keep(tx, userId, [{ kind: 'accountFrozen', once, facts }])
    await letters.keep(tx, { userId, kind: 'accountFrozen', once, facts })
  },
  afterCommit: (userId: string): void => {
    freezesChanged(db)
    sessions.forgetCustomer(userId)
    letters.flush()
  },
})
