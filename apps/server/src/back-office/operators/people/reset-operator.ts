import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import type { OperatorAccounts } from '../operators-context.ts'
import { removeLink } from '../sign-in/sso-store.ts'
import { type AddedOperator, credentialRefusal, type OperatorRefusal } from './add-operator.ts'
import { endSessionsOf } from './people-store.ts'

/**
 * Gives an operator a new password and second factor, whose secret is returned only here. Sessions, passkeys and the linked
 * account end. `actor` is the other admin who did it.
 */
export async function resetOperator(
  { db, clock, audit, identity, secrets }: OperatorAccounts,
  { email, password }: { readonly email: string; readonly password: string },
  actor: string,
): Promise<AddedOperator | { readonly refused: OperatorRefusal | 'absent' | 'self' }> {
  const refused = credentialRefusal(identity, email, password)
  if (refused !== null) return { refused }
  const secret = identity.newTotpSecret()
  const passwordHash = await identity.hashPassword(password, actor)
  return db.transaction(async (tx) => {
    const person = await tx
      .selectFrom('operators_people')
      .select('id')
      .where('email_key', '=', identity.compared(email))
      .where('disabled_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (person === undefined) return { refused: 'absent' }
    if (person.id === actor) return { refused: 'self' }
    const { id } = person
    const after = await shutOut(tx, id, new Date(clock.now()))
    await tx
      .updateTable('operators_people')
      .set({
        password_hash: passwordHash,
        totp_secret: secrets.seal('operators_people.totp_secret', id, secret),
      })
      .where('id', '=', id)
      .execute()
    await audit.write(tx, { actor, action: 'operators.reset', subject: `operator:${id}`, after })
    return { id, secret, otpauthUrl: identity.otpauthUrl(secret, email) }
  })
}

/** Ends everything that the finder of a lost device could sign in with, within `tx`. */
export async function shutOut(
  tx: Tx,
  id: string,
  at: Date,
): Promise<{ sessionsEnded: number; passkeysRemoved: number; accountUnlinked: string | null }> {
  const sessionsEnded = await endSessionsOf(tx, id, at)
  const { numAffectedRows = 0n } = await sql`DELETE FROM operators_passkeys WHERE owner_id = ${id}`.execute(
    tx,
  )
  const accountUnlinked = await removeLink(tx, id)
  await tx
    .updateTable('operators_people')
    .set({ totp_next: null, totp_next_until: null })
    .where('id', '=', id)
    .execute()
  return { sessionsEnded, passkeysRemoved: Number(numAffectedRows), accountUnlinked }
}
