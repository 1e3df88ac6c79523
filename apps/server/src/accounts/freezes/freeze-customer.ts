import { freezeReasons } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { z } from 'zod'
import type {
  ProposalDetails,
  ProposalKind,
  ProposalPeople,
} from '../../back-office/proposals/proposal-kind.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { newId } from '../../platform/new-id.ts'
import { messageText } from '../message-text.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { freezeOf, freezesChanged, placeFreeze } from './freezes.ts'

const payloadOf = z.object({
  userId: z.string(),
  reason: z.string(),
  why: z.enum(freezeReasons).default('review'),
  legalHoldUntil: z.string().nullable(),
})
export type FreezePayload = z.infer<typeof payloadOf>

/** `due`: until when withdrawals stop too. */
export type FreezeValues = Readonly<Record<string, string>>

/** Summaries for the two people who decide. The policy itself is `packages/contract/src/accounts/while-frozen.ts`. */
const stopsWhileFrozen =
  'opening positions and orders, options, plans, savings, loans, artworks, deposits, conversions, new addresses and keys'
const goesOnWhileFrozen =
  'signing in, viewing everything, closing positions, cancelling orders, leaving plans and savings, repaying loans, identity verification, support'

export const longestHoldMs = 90 * dayMs

/** A freeze, by two people (trust T10, T13). Applied again on a frozen customer it is the review: the new terms hold. */
export const freezeKind = (context: OpenedAccounts): ProposalKind<FreezePayload> => ({
  kind: 'accounts.freeze',
  roles: ['risk', 'finance', 'admin'],
  lastsMs: dayMs,
  parse: (payload) => payloadOf.parse(payload),
  show: async (db, payload) => {
    const user = await context.users.byId(payload.userId, db)
    return freezeShown(user.user_name, await freezeOf(db, payload.userId), payload)
  },
  apply: (tx, payload, people) => applyFreeze(context, tx, payload, people),
  afterApproval: async ({ userId }) => {
    freezesChanged(context.db)
    context.sessions.forgetCustomer(userId)
    context.letters.flush()
  },
})

function freezeShown(
  userName: string,
  current: Awaited<ReturnType<typeof freezeOf>>,
  { reason, why, legalHoldUntil }: FreezePayload,
): ProposalDetails {
  const withdrawing =
    legalHoldUntil === null
      ? ({ value: 'allowed, to addresses and cards confirmed before the freeze', tone: 'plain' } as const)
      : ({
          value: `blocked until ${legalHoldUntil}, then allowed again unless the hold is reviewed`,
          tone: 'bad',
        } as const)
  return {
    summary: `Freeze ${userName}${legalHoldUntil === null ? '' : ' with a legal hold'}`,
    sections: [
      {
        title: 'Freeze',
        rows: [
          { label: 'Customer', value: userName, tone: 'plain' },
          { label: 'Blocked', value: stopsWhileFrozen, tone: 'warn' },
          { label: 'Still allowed', value: goesOnWhileFrozen, tone: 'plain' },
          { label: 'Withdrawals', ...withdrawing },
          { label: 'Reason, for colleagues only', value: reason, tone: 'plain' },
          {
            label: 'Message to the customer',
            value: messageText('en', `trust.frozen.why.${why}`),
            tone: 'plain',
          },
          {
            label: 'Current status',
            value: current === null ? 'not frozen' : `frozen: ${current.reason}`,
            tone: 'plain',
          },
        ],
        images: [],
      },
    ],
  }
}

async function applyFreeze(
  { clock, letters, notices }: ServerContext,
  tx: Tx,
  { userId, reason, why, legalHoldUntil: due }: FreezePayload,
  { proposalId, proposedBy, approvedBy }: ProposalPeople,
): Promise<void> {
  const at = new Date(clock.now())
  const legalHoldUntil = due === null ? null : new Date(due)
  if (legalHoldUntil !== null && legalHoldUntil <= at) throw new Refusal('changedMeanwhile')
  await placeFreeze(tx, { id: newId(), userId, reason, why, proposedBy, approvedBy, at, legalHoldUntil })
  const facts: FreezeValues = due === null ? {} : { due }
  const once = `freeze:${proposalId}`
  await notices.keep(tx, userId, [{ kind: 'accountFrozen', once, facts }])
  await letters.keep(tx, { userId, kind: 'accountFrozen', once, facts })
}
