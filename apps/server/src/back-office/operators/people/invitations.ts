import type { OperatorRole } from '@candor/contract'
import { v7 as newId } from 'uuid'
import type { IdentityParts } from '../../../accounts/identity-parts.ts'
import type { Tokens } from '../../../accounts/sessions/tokens.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { Messenger } from '../../../platform/email/messenger.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Secrets } from '../../../platform/keys/secrets.ts'
import type { Audit } from '../../../proofs/audit/audit.ts'
import type { ProposalPeople } from '../../proposals/proposal-kind.ts'
import type { Stranger } from '../operator.ts'
import { stepNow } from '../sign-in/sign-in.ts'
import { isMailboxTaken, refusalOf } from './add-operator.ts'
import { decidingInvitations } from './people-store.ts'

export interface InvitationsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly identity: IdentityParts
  readonly secrets: Secrets
  readonly tokens: Tokens
  readonly hashOf: (token: string) => Buffer
  /** Answers when the mail server took the message, and throws where it did not. */
  readonly messenger: Messenger
  /** The console's address; from the configuration, never from a request, whose `Host` anybody can write. Null: not known before the server listens. */
  readonly consoleUrl: () => string | null
  readonly log: { error(details: object, message: string): void }
}

export type NewOperatorPayload = { readonly email: string; readonly role: OperatorRole }

/** Long enough for somebody's first day. */
const lastsMs = 7 * 24 * 3_600_000
const issue = (path: string, code: string) => new Refusal('invalidInput', { issues: [{ path, code }] })

/** Writes down what two people decided; its link is mailed once that has committed. */
export async function addInvitation(
  tx: Tx,
  { clock, identity }: Pick<InvitationsDeps, 'clock' | 'identity'>,
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
      expires_at: new Date(now + lastsMs),
    })
    .execute()
}

/** Shows the person what they need to join. The secret is made at the first look and stays until they have. */
export async function lookAtInvitation(deps: InvitationsDeps, token: string) {
  const { identity } = deps
  return deps.db.transaction(async (tx) => {
    const row = await lockInvitation(deps, tx, token)
    const secret = secretOf(deps, row) ?? identity.newTotpSecret()
    if (row.totp_secret === null)
      await tx
        .updateTable('operators_invitations')
        .set({ totp_secret: deps.secrets.seal(column, row.id, secret) })
        .where('id', '=', row.id)
        .execute()
    const { email, role, resets } = row
    return { email, role, resets: resets !== null, secret, otpauthUrl: identity.otpauthUrl(secret, email) }
  })
}

const column = 'operators_invitations.totp_secret'
const secretOf = (
  { secrets }: InvitationsDeps,
  { id, totp_secret }: Pick<Awaited<ReturnType<typeof lockInvitation>>, 'id' | 'totp_secret'>,
): string | null => (totp_secret === null ? null : secrets.open(column, id, totp_secret))

export interface JoinRequest {
  readonly token: string
  readonly password: string
  readonly totp: string
}

/** `notFound` without an invitation that holds; `invalidInput` at `password` or `totp`. The code shows that the secret arrived. */
export async function join(
  deps: InvitationsDeps,
  { token, password, totp }: JoinRequest,
  { address }: Pick<Stranger, 'address'>,
): Promise<true> {
  const { identity } = deps
  // A stranger's made-up invitation costs no hash.
  await deps.db.transaction((tx) => lockInvitation(deps, tx, token))
  const passwordHash = await identity.hashPassword(password, address)
  await deps.db.transaction(async (tx) => {
    const invitation = await lockInvitation(deps, tx, token)
    const { id, email, role } = invitation
    const secret = secretOf(deps, invitation)
    const refused = refusalOf(identity, { email, role, password })
    if (refused !== null) throw issue('password', refused)
    const step = secret === null ? null : stepNow(deps, secret, totp)
    if (secret === null || step === null) throw issue('totp', 'wrong')
    const proven = { password_hash: passwordHash, secret, totp_last_step: BigInt(step) }
    const person = await useInvitation(deps, tx, invitation, proven)
    await deps.audit.write(tx, {
      ...person,
      subject: `operator:${person.actor}`,
      after: { email, role, invitation: id },
    })
  })
  return true
}

/** Answers who acted, and what it was. */
async function useInvitation(
  deps: InvitationsDeps,
  tx: Tx,
  invitation: Awaited<ReturnType<typeof lockInvitation>>,
  proven: Proven,
): Promise<{ readonly actor: string; readonly action: string }> {
  const { id, resets } = invitation
  const used_at = new Date(deps.clock.now())
  await tx.updateTable('operators_invitations').set({ used_at }).where('id', '=', id).execute()
  if (resets !== null)
    return { actor: await comeBack(deps, tx, resets, proven), action: 'operators.reset.join' }
  return { actor: await becomeOperator(deps, tx, invitation, proven), action: 'operators.join' }
}

interface Proven {
  readonly password_hash: string
  readonly secret: string
  readonly totp_last_step: bigint
}

/** Turns proven credentials into columns of the row of operator `id`. */
const provenRow = ({ secrets }: InvitationsDeps, id: string, { secret, ...proven }: Proven) => ({
  ...proven,
  totp_secret: secrets.seal('operators_people.totp_secret', id, secret),
})

/** Answers the new operator's id. */
async function becomeOperator(
  deps: InvitationsDeps,
  tx: Tx,
  { id: invitation, email, email_key, role }: Awaited<ReturnType<typeof lockInvitation>>,
  proven: Proven,
): Promise<string> {
  await refuseTakenMailbox(deps, tx, email, invitation)
  const id = newId()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operators_people')
    .values({
      id,
      email,
      email_key,
      mailbox_key: deps.identity.mailboxOf(email),
      role,
      ...provenRow(deps, id, proven),
      created_at: new Date(deps.clock.now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('notFound')
  return id
}

/** Gives an operator their new credentials; one who was disabled since does not come back this way. */
async function comeBack(deps: InvitationsDeps, tx: Tx, id: string, proven: Proven): Promise<string> {
  const { numUpdatedRows } = await tx
    .updateTable('operators_people')
    .set(provenRow(deps, id, proven))
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Refusal('notFound')
  return id
}

/** Somebody with another address of this mailbox became an operator meanwhile. */
async function refuseTakenMailbox(
  deps: InvitationsDeps,
  tx: Tx,
  email: string,
  invitation: string,
): Promise<void> {
  if (await isMailboxTaken(tx, deps, email, invitation)) throw new Refusal('notFound')
}

async function lockInvitation(deps: InvitationsDeps, tx: Tx, token: string) {
  const row = deps.tokens.isOurs(token)
    ? await tx
        .selectFrom('operators_invitations')
        .selectAll()
        .where('token_hash', '=', deps.hashOf(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', new Date(deps.clock.now()))
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  // Whoever was invited by somebody who has been disabled since is invited by nobody.
  if (row === undefined || (await decidingInvitations(tx, [row], true)).length === 0)
    throw new Refusal('notFound')
  return row
}
