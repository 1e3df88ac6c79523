import type { OperatorRole } from '@candor/contract'
import type { Tx } from '../../../platform/database/database.ts'
import { invalidField, Refusal } from '../../../platform/http/refusal.ts'
import { newId } from '../../../platform/new-id.ts'
import type { ProposalPeople } from '../../proposals/proposal-kind.ts'
import type { Stranger } from '../operator.ts'
import type { OperatorAccounts, OperatorsContext } from '../operators-context.ts'
import { stepNow } from '../sign-in/sign-in.ts'
import { isMailboxTaken, refusalOf } from './add-operator.ts'
import { decidingInvitations } from './people-store.ts'

export type NewOperatorPayload = { readonly email: string; readonly role: OperatorRole }

/** Long enough for a new operator's first day. */
export const invitationLastsMs = 7 * 24 * 3_600_000

/** Writes down what two people decided; its link is mailed once that has committed. */
export async function addInvitation(
  tx: Tx,
  { clock, identity }: OperatorAccounts,
  { email, role, resets = null }: NewOperatorPayload & { readonly resets?: string | null },
  { proposedBy, approvedBy }: ProposalPeople,
): Promise<void> {
  const now = clock.now()
  await tx
    .insertInto('operators_invitations')
    .values({
      id: newId(),
      email,
      email_key: identity.compared(email),
      role,
      resets,
      proposed_by: proposedBy,
      approved_by: approvedBy,
      made_at: new Date(now),
      expires_at: new Date(now + invitationLastsMs),
    })
    .execute()
}

/** Shows the person what they need to join. The secret is made at the first look and stays until they have. */
export async function lookAtInvitation(context: OperatorsContext, token: string) {
  const { identity } = context
  return context.db.transaction(async (tx) => {
    const row = await lockInvitation(context, tx, token)
    const secret = secretOf(context, row) ?? identity.newTotpSecret()
    if (row.totp_secret === null)
      await tx
        .updateTable('operators_invitations')
        .set({ totp_secret: context.secrets.seal(column, row.id, secret) })
        .where('id', '=', row.id)
        .execute()
    const { email, role, resets } = row
    return { email, role, resets: resets !== null, secret, otpauthUrl: identity.otpauthUrl(secret, email) }
  })
}

const column = 'operators_invitations.totp_secret'
const secretOf = (
  { secrets }: OperatorsContext,
  { id, totp_secret }: Pick<Awaited<ReturnType<typeof lockInvitation>>, 'id' | 'totp_secret'>,
): string | null => (totp_secret === null ? null : secrets.open(column, id, totp_secret))

export interface JoinRequest {
  readonly token: string
  readonly password: string
  readonly totp: string
}

/** `notFound` without an invitation that holds; `invalidInput` at `password` or `totp`. The code shows that the secret arrived. */
export async function join(
  context: OperatorsContext,
  { token, password, totp }: JoinRequest,
  { address }: Pick<Stranger, 'address'>,
): Promise<true> {
  const { identity } = context
  // A stranger's made-up invitation costs no hash.
  await context.db.transaction((tx) => lockInvitation(context, tx, token))
  const passwordHash = await identity.hashPassword(password, address)
  await context.db.transaction(async (tx) => {
    const invitation = await lockInvitation(context, tx, token)
    const { id, email, role } = invitation
    const secret = secretOf(context, invitation)
    const refused = refusalOf(identity, { email, role, password })
    if (refused !== null) throw invalidField('password', refused)
    const step = secret === null ? null : stepNow(context, secret, totp)
    if (secret === null || step === null) throw invalidField('totp', 'wrong')
    const proven = { password_hash: passwordHash, secret, totp_last_step: BigInt(step) }
    const person = await useInvitation(context, tx, invitation, proven)
    await context.audit.write(tx, {
      ...person,
      subject: `operator:${person.actor}`,
      after: { email, role, invitation: id },
    })
  })
  return true
}

/** Uses up an invitation and carries it out; returns the operator who acted, and the action. */
async function useInvitation(
  context: OperatorsContext,
  tx: Tx,
  invitation: Awaited<ReturnType<typeof lockInvitation>>,
  proven: Proven,
): Promise<{ readonly actor: string; readonly action: string }> {
  const { id, resets } = invitation
  const used_at = new Date(context.clock.now())
  await tx.updateTable('operators_invitations').set({ used_at }).where('id', '=', id).execute()
  if (resets !== null)
    return { actor: await comeBack(context, tx, resets, proven), action: 'operators.reset.join' }
  return { actor: await becomeOperator(context, tx, invitation, proven), action: 'operators.join' }
}

interface Proven {
  readonly password_hash: string
  readonly secret: string
  readonly totp_last_step: bigint
}

/** Turns proven credentials into columns of the row of operator `id`. */
const provenRow = ({ secrets }: OperatorsContext, id: string, { secret, ...proven }: Proven) => ({
  ...proven,
  totp_secret: secrets.seal('operators_people.totp_secret', id, secret),
})

/** Adds the invited operator; returns their id. */
async function becomeOperator(
  context: OperatorsContext,
  tx: Tx,
  { id: invitation, email, email_key, role }: Awaited<ReturnType<typeof lockInvitation>>,
  proven: Proven,
): Promise<string> {
  await refuseTakenMailbox(context, tx, email, invitation)
  const id = newId()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operators_people')
    .values({
      id,
      email,
      email_key,
      mailbox_key: context.identity.mailboxOf(email),
      role,
      ...provenRow(context, id, proven),
      created_at: new Date(context.clock.now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('notFound')
  return id
}

/** Gives an operator new credentials. An operator who was disabled since then is not enabled by it. */
async function comeBack(context: OperatorsContext, tx: Tx, id: string, proven: Proven): Promise<string> {
  const { numUpdatedRows } = await tx
    .updateTable('operators_people')
    .set(provenRow(context, id, proven))
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Refusal('notFound')
  return id
}

/** Refuses an invitation whose mailbox, by another of its addresses, has become an operator’s meanwhile. */
async function refuseTakenMailbox(
  context: OperatorsContext,
  tx: Tx,
  email: string,
  invitation: string,
): Promise<void> {
  if (await isMailboxTaken(tx, context, email, invitation)) throw new Refusal('notFound')
}

async function lockInvitation(context: OperatorsContext, tx: Tx, token: string) {
  const row = context.tokens.isOurs(token)
    ? await tx
        .selectFrom('operators_invitations')
        .selectAll()
        .where('token_hash', '=', context.hashOf(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', new Date(context.clock.now()))
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  // An invitation by an operator who has been disabled since then is void.
  if (row === undefined || (await decidingInvitations(tx, [row], true)).length === 0)
    throw new Refusal('notFound')
  return row
}
