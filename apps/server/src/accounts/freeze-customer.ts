import { v7 as newId } from 'uuid'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { ProposalKind } from '../operators/proposal-kind.ts'
import type { Users } from './accounts-store.ts'
import { freezeOf, freezesChanged, placeFreeze } from './freezes.ts'

const payloadOf = z.object({ userId: z.string(), reason: z.string(), legalHoldUntil: z.string().nullable() })
export type FreezePayload = { userId: string; reason: string; legalHoldUntil: string | null }

export interface FreezeDeps {
  readonly clock: Clock
  readonly users: Users
  readonly db: Database
}

const day = 86_400_000
export const longestHoldMs = 90 * day

/** A freeze, by two people (trust T10, T13). Applied again on a frozen customer it is the review: the new terms hold. */
export const freezeKind = ({ db: database, clock, users }: FreezeDeps): ProposalKind<FreezePayload> => ({
  kind: 'accounts.freeze',
  roles: ['risk', 'finance', 'admin'],
  lastsMs: day,
  parse: (payload) => payloadOf.parse(payload),
  show: async (db, { userId, reason, legalHoldUntil }) => {
    const user = await users.byId(userId)
    const now = await freezeOf(db, userId)
    return {
      summary: `Freeze ${user.user_name}${legalHoldUntil === null ? '' : ' with a legal hold'}`,
      sections: [
        {
          title: 'What would stop',
          rows: [
            { label: 'Customer', value: user.user_name, tone: 'plain' },
            { label: 'Signing in and trading', value: 'stops', tone: 'warn' },
            {
              label: 'Withdrawing',
              value:
                legalHoldUntil === null
                  ? 'goes on, to addresses confirmed before'
                  : `stops until ${legalHoldUntil}, then goes on unless reviewed`,
              tone: legalHoldUntil === null ? 'plain' : 'bad',
            },
            { label: 'Reason', value: reason, tone: 'plain' },
            {
              label: 'Stands now',
              value: now === null ? 'not frozen' : `frozen: ${now.reason}`,
              tone: 'plain',
            },
          ],
          images: [],
        },
      ],
    }
  },
  apply: async (tx, { userId, reason, legalHoldUntil }, { proposedBy, approvedBy }) => {
    const at = new Date(clock.now())
    const until = legalHoldUntil === null ? null : new Date(legalHoldUntil)
    if (until !== null && until <= at) throw new Refusal(11006)
    await placeFreeze(tx, { id: newId(), userId, reason, proposedBy, approvedBy, at, legalHoldUntil: until })
  },
  afterApproval: async () => freezesChanged(database),
})
