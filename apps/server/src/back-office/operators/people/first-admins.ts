import type { Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/new-id.ts'
import type { OperatorAccounts } from '../operators-context.ts'
import { isMailboxTaken } from './add-operator.ts'
import { invitationLastsMs } from './invitations.ts'
import { enabledAdmins, firstAdmins, lockPeople } from './people-store.ts'

/** An invitation by `candor setup` that can still be used. */
export interface FirstInvitation {
  readonly id: string
  readonly email: string
  readonly expiresAt: Date
}

/** People who administer the installation, and those whom setup invited to. */
export interface FirstAdmins {
  readonly admins: readonly string[]
  readonly invited: readonly FirstInvitation[]
}

export type FirstAdminRefusal =
  | { readonly refused: 'email' | 'taken'; readonly email: string }
  | { readonly refused: 'tooMany' }

type Context = Pick<OperatorAccounts, 'db' | 'clock' | 'audit' | 'identity' | 'secrets'>

/** Reads the admins, and the invitations of setup that wait. */
export const readFirstAdmins = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<FirstAdmins> =>
  db.transaction((tx) => readWithin(tx, clock.now()))

async function readWithin(tx: Tx, now: number): Promise<FirstAdmins> {
  const admins = (await enabledAdmins(tx)).map(({ email }) => email)
  const rows = await tx
    .selectFrom('operators_invitations')
    .select(['id', 'email', 'expires_at'])
    .where('proposed_by', 'is', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .orderBy('made_at')
    .execute()
  const invited = rows.map(({ id, email, expires_at }) => ({ id, email, expiresAt: expires_at }))
  return { admins, invited: admins.length < firstAdmins ? invited : [] }
}

/**
 * Makes these the people who are invited as the first two admins, without a link yet: adds the invitations that are missing and
 * withdraws those of other addresses. Admins stay, whether they are named or not. Returns the new invitations. Refuses an address that is
 * none or belongs to an operator who is no admin, and more than two admins together; nothing has then changed.
 */
export function inviteFirstAdmins(
  context: Context,
  emails: readonly string[],
): Promise<readonly FirstInvitation[] | FirstAdminRefusal> {
  return context.db.transaction(async (tx) => {
    await lockPeople(tx)
    const { admins, invited } = await readWithin(tx, context.clock.now())
    const isAmong = (email: string, others: readonly string[]) =>
      others.some((other) => context.identity.mailboxOf(other) === context.identity.mailboxOf(email))
    const wanted = emails.filter((email, at) => !isAmong(email, [...admins, ...emails.slice(0, at)]))
    if (wanted.length + admins.length > firstAdmins) return { refused: 'tooMany' } as const
    const missing = wanted.filter((email) => !isAmong(email, addressesOf(invited)))
    const refused = await refusalOf(context, tx, missing)
    if (refused !== null) return refused
    for (const one of invited.filter(({ email }) => !isAmong(email, wanted))) await withdraw(context, tx, one)
    const made: FirstInvitation[] = []
    for (const email of missing) made.push(await invite(context, tx, email))
    return made
  })
}

async function refusalOf(
  context: Context,
  tx: Tx,
  emails: readonly string[],
): Promise<FirstAdminRefusal | null> {
  for (const email of emails) {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) return { refused: 'email', email }
    if (await isMailboxTaken(tx, context, email)) return { refused: 'taken', email }
  }
  return null
}

const addressesOf = (invited: readonly FirstInvitation[]) => invited.map(({ email }) => email)

async function invite({ clock, identity, audit }: Context, tx: Tx, email: string): Promise<FirstInvitation> {
  const now = clock.now()
  const made = { id: newId(), email, expiresAt: new Date(now + invitationLastsMs) }
  await tx
    .insertInto('operators_invitations')
    .values({
      id: made.id,
      email,
      email_key: identity.compared(email),
      role: 'admin',
      proposed_by: null,
      approved_by: null,
      made_at: new Date(now),
      expires_at: made.expiresAt,
    })
    .execute()
  await audit.write(tx, {
    actor: 'command-line',
    action: 'operators.invitation.first',
    subject: `invitation:${made.id}`,
    after: { email, role: 'admin' },
  })
  return made
}

/** Ends an invitation whose address was wrong: its link opens nothing, and another may be invited. */
async function withdraw({ clock, audit }: Context, tx: Tx, { id, email }: FirstInvitation): Promise<void> {
  await tx
    .updateTable('operators_invitations')
    .set({ used_at: new Date(clock.now()), token_hash: null })
    .where('id', '=', id)
    .execute()
  await audit.write(tx, {
    actor: 'command-line',
    action: 'operators.invitation.withdraw',
    subject: `invitation:${id}`,
    after: { email },
  })
}
