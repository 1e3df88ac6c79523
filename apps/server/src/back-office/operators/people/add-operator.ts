import type { OperatorRole } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { IdentityProofs } from '../../../accounts/identity-proofs.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { newId } from '../../../platform/new-id.ts'
import type { OperatorAccounts } from '../operators-context.ts'
import { lockPeople } from './people-store.ts'

export interface NewOperator {
  readonly email: string
  readonly role: OperatorRole
  readonly password: string
}

export type OperatorRefusal = 'password-length' | 'password-common' | 'email' | 'taken'

export type AddedOperator = { readonly id: string; readonly secret: string; readonly otpauthUrl: string }

/**
 * Adds an operator, who signs in with a password and always with a second factor. Its secret is returned only here. `actor`
 * adds the operator: an operator's id, `command-line` or `system`.
 */
export async function addOperator(
  accounts: OperatorAccounts,
  operator: NewOperator,
  actor: string,
): Promise<AddedOperator | { readonly refused: OperatorRefusal }> {
  const { db, clock, audit, identity, secrets } = accounts
  const { email, role } = operator
  const refused = refusalOf(identity, operator)
  if (refused !== null) return { refused }
  const secret = identity.newTotpSecret()
  const id = newId()
  const passwordHash = await identity.hashPassword(operator.password, actor)
  const added = await db.transaction(async (tx) => {
    if (await isMailboxTaken(tx, accounts, email)) return false
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('operators_people')
      .values({
        id,
        email,
        email_key: identity.compared(email),
        mailbox_key: identity.mailboxOf(email),
        role,
        password_hash: passwordHash,
        totp_secret: secrets.seal('operators_people.totp_secret', id, secret),
        created_at: new Date(clock.now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await audit.write(tx, {
      actor,
      action: 'operators.add',
      subject: `operator:${id}`,
      after: { email, role },
    })
    return true
  })
  if (!added) return { refused: 'taken' }
  return { id, secret, otpauthUrl: identity.otpauthUrl(secret, email) }
}

/**
 * Returns true when the mailbox of this address belongs to an operator or to another invited person: two accounts of one person
 * would defeat the rule of two people (trust T10). Transactions that check it wait for each other.
 */
export async function isMailboxTaken(
  db: Kysely<Schema>,
  { identity, clock }: OperatorAccounts,
  email: string,
  exceptInvitation: string | null = null,
): Promise<boolean> {
  await lockPeople(db)
  const people = await db.selectFrom('operators_people').select('email').execute()
  const invited = await db
    .selectFrom('operators_invitations')
    .select(['id', 'email'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .execute()
  const mailbox = identity.mailboxOf(email)
  return [...people, ...invited.filter(({ id }) => id !== exceptInvitation)].some(
    (one) => identity.mailboxOf(one.email) === mailbox,
  )
}

/** Returns the reason that a person cannot become an operator with these details; null when they can. */
export function refusalOf(
  identity: IdentityProofs,
  { email, password }: NewOperator,
): OperatorRefusal | null {
  return /^[^\s@]+@[^\s@]+$/.test(email) ? credentialRefusal(identity, email, password) : 'email'
}

/** The reason that this cannot be an operator's password; null when it can. */
export function credentialRefusal(
  identity: IdentityProofs,
  email: string,
  password: string,
): 'password-length' | 'password-common' | null {
  if (password.length < 10 || password.length > 128) return 'password-length'
  return identity.isCommonPassword(password, [email]) ? 'password-common' : null
}
