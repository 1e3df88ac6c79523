import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/new-id.ts'
import { compared } from '../registration/identity-keys.ts'
import { hashOfToken } from '../sessions/tokens.ts'
import type { Undoing, UndoToken } from './undoings-store.ts'

/** Stores the link that one reader of a letter gets; returns the id that its token is computed from. */
export async function addUndoLink(
  tx: Tx,
  undoToken: UndoToken,
  { undoingId, recipient }: { readonly undoingId: string; readonly recipient: string },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('accounts_undo_links')
    .values({
      id,
      undoing_id: undoingId,
      recipient_key: compared(recipient),
      token_hash: hashOfToken(undoToken(id)),
    })
    .execute()
  return id
}

/** Deletes the links about changes after this one that were sent to these addresses, given as they are compared. */
export async function voidLinksTo(
  tx: Tx,
  { user_id, number }: Undoing,
  recipientKeys: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('accounts_undo_links')
    .where('undoing_id', 'in', (eb) =>
      eb
        .selectFrom('accounts_undoings')
        .select('id')
        .where('user_id', '=', user_id)
        .where('number', '>', number),
    )
    .where((eb) => eb.or([eb('recipient_key', 'in', [...recipientKeys]), eb('recipient_key', 'is', null)]))
    .execute()
}

/** Checks whether a customer other than `userId` can still undo that their address was changed from this one. */
export async function isFormerAddress(
  reader: Kysely<Schema>,
  key: string,
  { now, except }: { readonly now: Date; readonly except: string | null },
): Promise<boolean> {
  let query = reader
    .selectFrom('accounts_undo_links as l')
    .innerJoin('accounts_undoings as u', 'u.id', 'l.undoing_id')
    .select('u.id')
    .where('l.recipient_key', '=', key)
    .where('u.change', '=', 'email')
    .where('u.undone_at', 'is', null)
    .where('u.expires_at', '>', now)
  if (except !== null) query = query.where('u.user_id', '!=', except)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}
