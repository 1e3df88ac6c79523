import type { Tx } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { forEachCase, type Moved } from '../../../platform/jobs/for-each-case.ts'
import { isUuid } from '../../../platform/uuid.ts'
import type { OperatorsContext } from '../operators-context.ts'
import { decidingInvitations } from './people-store.ts'

/** A mail server that is away for a moment gets the next try with the timetable. */
const triesAgainMs = 60_000

/** Part of the context that sends invitations: the command line has no more. */
export type InvitationContext = Pick<
  OperatorsContext,
  'db' | 'clock' | 'audit' | 'tokens' | 'hashOf' | 'messenger' | 'consoleUrl'
> & { readonly log: Pick<OperatorsContext['log'], 'error'> }

/**
 * Mails the link of an invitation to the invited address only: no response, page or log contains it (trust T10). The previous
 * link becomes invalid. Returns whether the mail server accepted it. If it did not, or the console has no address yet, a job
 * tries again. Refuses `notFound` when no invitation waits.
 */
export async function mailInvitation(
  context: InvitationContext,
  id: string,
  actor: string,
): Promise<boolean> {
  if (!isUuid(id)) throw new Refusal('notFound')
  const consoleUrl = context.consoleUrl()
  if (consoleUrl === null) return false
  const token = context.tokens.mint()
  const { email, role, resets } = await context.db.transaction((tx) =>
    renew(context, tx, { id, token, actor, how: 'mail' }),
  )
  const link = linkTo(consoleUrl, token)
  try {
    await context.messenger.send({
      to: email,
      kind: 'operator-invitation',
      language: 'en',
      toOperator: true,
      subject:
        resets === null
          ? 'Your invitation to the operators’ console'
          : 'Your access to the console was reset',
      text: [
        resets === null
          ? `You are invited to the operators’ console as ${role}.`
          : 'Two admins have reset your password and two-factor authentication. Your sessions, passkeys and linked account have ended.',
        'Open this link to choose your password and set up two-factor authentication:',
        link,
        'It works once, is valid for seven days and was sent only to you. If you did not expect it, tell an admin.',
      ].join('\n\n'),
      code: link,
    })
  } catch (err) {
    context.log.error({ err, invitation: id }, 'an invitation was not accepted by the mail server')
    return false
  }
  await context.db.query
    .updateTable('operators_invitations')
    .set({ mailed_at: new Date(context.clock.now()) })
    .where('id', '=', id)
    .where('token_hash', '=', context.hashOf(token))
    .execute()
  return true
}

const linkTo = (consoleUrl: string, token: string): string => `${consoleUrl}#/join/${token}`

/**
 * Returns a new link of an invitation, for the command line that invites the first admins where no mail can be sent: nobody else gets it
 * (ADR-261). The job that mails invitations leaves it alone. Refuses `notFound` when no invitation waits.
 */
export async function showInvitation(
  context: Pick<InvitationContext, 'db' | 'clock' | 'audit' | 'tokens' | 'hashOf'>,
  id: string,
  consoleUrl: string,
): Promise<string> {
  const token = context.tokens.mint()
  await context.db.transaction(async (tx) => {
    await renew(context, tx, { id, token, actor: 'command-line', how: 'show' })
    await tx
      .updateTable('operators_invitations')
      .set({ mailed_at: new Date(context.clock.now()) })
      .where('id', '=', id)
      .execute()
  })
  return linkTo(consoleUrl, token)
}

/** Mails the invitation that two people have just approved for this address. */
export async function mailApproved(context: OperatorsContext, email: string): Promise<void> {
  for (const { id } of await unmailed(context, context.clock.now(), email))
    await mailInvitation(context, id, 'system')
}

/** Job: retries the invitations that no mail server has accepted. Returns the number accepted. */
export const mailWaitingInvitations = (context: OperatorsContext): Promise<Moved> =>
  forEachCase(context, {
    job: 'mail-invitations',
    atOnce: 50,
    find: async (limit) => (await unmailed(context, context.clock.now() - triesAgainMs)).slice(0, limit),
    move: ({ id }) => mailInvitation(context, id, 'system'),
  })

async function unmailed({ db, clock, identity }: OperatorsContext, madeBefore: number, email?: string) {
  let query = db.query
    .selectFrom('operators_invitations')
    .select(['id', 'proposed_by', 'proposer_standing', 'approved_by', 'approver_standing'])
    .where('mailed_at', 'is', null)
    .where('used_at', 'is', null)
    .where('made_at', '<=', new Date(madeBefore))
    .where('expires_at', '>', new Date(clock.now()))
  if (email !== undefined) query = query.where('email_key', '=', identity.compared(email))
  return decidingInvitations(db.query, await query.execute(), false)
}

/** Replaces the token, so that a person who opened the old link learns nothing of the next second factor. */
async function renew(
  context: Pick<InvitationContext, 'clock' | 'audit' | 'hashOf'>,
  tx: Tx,
  {
    id,
    token,
    actor,
    how,
  }: {
    readonly id: string
    readonly token: string
    readonly actor: string
    readonly how: 'mail' | 'show'
  },
) {
  const row = await tx
    .updateTable('operators_invitations')
    .set({ token_hash: context.hashOf(token), totp_secret: null, mailed_at: null })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(context.clock.now()))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || (await decidingInvitations(tx, [row], true)).length === 0)
    throw new Refusal('notFound')
  await context.audit.write(tx, {
    actor,
    action: `operators.invitation.${how}`,
    subject: `invitation:${id}`,
    after: { email: row.email },
  })
  return row
}
