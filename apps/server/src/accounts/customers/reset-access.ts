import { plainRow, type ResettableAccess, resettingRoles } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ProposalDetails, ProposalKind } from '../../back-office/proposals/proposal-kind.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { UserRow } from '../accounts-store.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { announceEnded } from '../passwords/reset-password.ts'
import { voidProofs } from '../passwords/void-proofs.ts'
import { changeWithLetter, type Made } from '../profile/notify-of-change.ts'
import { refuseTaken } from '../registration/check-name.ts'
import { refuseLostRace } from '../registration/open-account.ts'
import { takeOffSecondFactor } from '../sign-in/set-second-factor.ts'

const payloadOf = z.discriminatedUnion('what', [
  z.object({ userId: z.string(), what: z.literal('secondFactor') }),
  z.object({ userId: z.string(), what: z.literal('email'), email: z.string() }),
])
type ResetPayload = z.infer<typeof payloadOf>

/**
 * Resets what a customer lost, by two people (ADR-269): as if the customer had changed it, with the letter that undoes it, so that two
 * operators cannot take an account over unnoticed. Every device is signed out; the password, which no operator knows, stays.
 */
export const resetAccessKind = (context: OpenedAccounts): ProposalKind<ResetPayload> => ({
  kind: 'accounts.resetAccess',
  roles: resettingRoles,
  lastsMs: dayMs,
  parse: (payload) => payloadOf.parse(payload),
  show: async (db, payload) => resetShown(await context.users.byId(payload.userId, db), payload),
  judge: (db, payload) => refuseReset(context, db, payload),
  apply: (tx, payload) => applyReset(context, tx, payload),
  afterApproval: async ({ userId }) => {
    announceEnded(context, await context.sessions.endedOf(userId))
    context.letters.flush()
  },
})

/**
 * Refuses `identityRequired` unless the customer's identity is approved, since nothing else tells who is asking; `changedMeanwhile`
 * where no second factor is on; `emailOrPhoneTaken`.
 */
export async function refuseReset(
  context: OpenedAccounts,
  db: Kysely<Schema>,
  payload: ResetPayload,
): Promise<void> {
  const user = await context.users.byId(payload.userId, db)
  if (user.kyc !== 'approved') throw new Refusal('identityRequired')
  if (payload.what === 'email')
    await refuseTaken(context, { email: payload.email, userId: payload.userId }, db)
  else if (!user.totp_enabled) throw new Refusal('changedMeanwhile')
}

async function applyReset(context: OpenedAccounts, tx: Tx, payload: ResetPayload): Promise<void> {
  const { userId } = payload
  const make = async () => {
    await refuseReset(context, tx, payload)
    return payload.what === 'email'
      ? replaceEmail(context, tx, userId, payload.email)
      : takeOffSecondFactor(context, tx, userId)
  }
  await changeWithLetter(context, tx, { userId, by: 'operator', make }).catch(refuseLostRace)
  await voidProofs(tx, userId)
  await context.sessions.forgetDevices(tx, userId)
  await context.sessions.endAllOf(userId, null, tx)
}

/** Nothing is sent to the new address: its owner proves it by setting a password with a code that is mailed there. */
async function replaceEmail(
  { users }: OpenedAccounts,
  tx: Tx,
  userId: string,
  email: string,
): Promise<Made<null>> {
  const { email: before } = await users.byId(userId, tx)
  await users.setEmail(tx, userId, email)
  return { made: null, change: { change: 'email', target: before } }
}

function resetShown({ user_name, email, kyc }: UserRow, payload: ResetPayload): ProposalDetails {
  const { summary, effect } = words[payload.what]
  return {
    summary: `${summary} ${user_name}`,
    sections: [
      {
        title: 'Access to reset',
        rows: [
          plainRow('Customer', user_name),
          plainRow('Identity', kyc),
          plainRow('Current email address', email),
          ...(payload.what === 'email'
            ? [{ label: 'New email address', value: payload.email, tone: 'warn' as const }]
            : []),
          { label: 'On approval', value: effect, tone: 'warn' },
          plainRow(
            'Letter',
            'to the current email address and those of the last seven days, with a link that undoes it for seven days',
          ),
          plainRow('Stays as it is', 'the password, API keys, passkeys, addresses and cards'),
        ],
        images: [],
      },
    ],
  }
}

const words: Readonly<Record<ResettableAccess, { readonly summary: string; readonly effect: string }>> = {
  secondFactor: {
    summary: 'Turn off two-factor authentication for',
    effect: 'two-factor authentication is off, and every device is signed out',
  },
  email: {
    summary: 'Change the email address of',
    effect: 'codes and letters go to the new address, and every device is signed out',
  },
}
