import { createHmac } from 'node:crypto'
import type { UndoableChange } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Sealed, Secrets } from '../../platform/keys/secrets.ts'
import { newId } from '../../platform/new-id.ts'
import type { AccountsTables, PlainTarget } from '../accounts-tables.ts'
import { installationSecret } from '../secrets-store.ts'
import { hashOfToken } from '../sessions/tokens.ts'

type UndoingRow = Selectable<AccountsTables['accounts_undoings']>

/** A row with its `target` open. */
export type Undoing = Omit<UndoingRow, 'target'> & { readonly target: string | null }

export const undoableDays = 7

/** A change as stored for undoing: `target` is the row it made, or the previous value; `before` the row that it replaced. */
export interface Change {
  readonly change: UndoableChange
  readonly target: string | null
  readonly before?: string | null
}

/** Computes the token of a link from its id, so that a letter that waits to be sent holds none and each try sends the same. */
export type UndoToken = (linkId: string) => string

export async function openUndoTokens(db: Database, secrets: Secrets): Promise<UndoToken> {
  const secret = await installationSecret(db.query, secrets, 'undoings')
  return (linkId) => createHmac('sha256', secret).update(linkId).digest('base64url')
}

/** Stores the data that undoes a change; returns its id. The customer must be locked, which orders their changes. */
export async function addUndoing(
  tx: Tx,
  { clock, secrets }: { readonly clock: Clock; readonly secrets: Secrets },
  { userId, change, target, before = null }: Change & { readonly userId: string },
): Promise<string> {
  const now = clock.now()
  const id = newId()
  await tx
    .insertInto('accounts_undoings')
    .values({
      id,
      user_id: userId,
      change,
      target:
        target === null
          ? null
          : isSecret(change)
            ? secrets.seal(column, id, target)
            : (target as PlainTarget),
      before,
      created_at: new Date(now),
      expires_at: new Date(now + undoableDays * dayMs),
      undone_at: null,
    })
    .execute()
  return id
}

const column = 'accounts_undoings.target'
type SecretTarget = Sealed<typeof column>
/** Lists the changes whose `target` is a second factor, which is sealed while it is stored. */
const isSecret = (change: UndoableChange): boolean => change === 'secondFactor' || change === 'secondFactorOn'

interface OpeningUndoings {
  readonly clock: Clock
  readonly secrets: Secrets
}

/** Finds the undoing of a link's token, with its `target` open; null when it is none, was used, is void or is too old. */
export async function findUndoing(
  reader: Kysely<Schema>,
  { clock, secrets }: OpeningUndoings,
  token: string,
): Promise<Undoing | null> {
  const row = await reader
    .selectFrom('accounts_undoings as u')
    .innerJoin('accounts_undo_links as l', 'l.undoing_id', 'u.id')
    .selectAll('u')
    .where('l.token_hash', '=', hashOfToken(token))
    .where('u.undone_at', 'is', null)
    .where('u.expires_at', '>', new Date(clock.now()))
    .executeTakeFirst()
  return row === undefined ? null : { ...row, target: openTarget(secrets, row) }
}

/** Lists the changes that this customer made after this one and that were not undone, the oldest first. */
export async function laterChanges(
  tx: Tx,
  { secrets }: OpeningUndoings,
  { user_id, number }: Undoing,
): Promise<Undoing[]> {
  const rows = await tx
    .selectFrom('accounts_undoings')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('number', '>', number)
    .where('undone_at', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, target: openTarget(secrets, row) }))
}

function openTarget(secrets: Secrets, { id, change, target }: UndoingRow): string | null {
  if (target === null) return null
  return isSecret(change) ? secrets.open(column, id, target as SecretTarget) : (target as PlainTarget)
}

/** Mail addresses that this customer had within the days in which their change can still be undone. */
export async function formerAddresses(tx: Tx, clock: Clock, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('accounts_undoings')
    .select('target')
    .distinct()
    .where('user_id', '=', userId)
    .where('change', '=', 'email')
    .$narrowType<{ target: PlainTarget | null }>()
    .where('undone_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .execute()
  return rows.flatMap(({ target }) => (target === null ? [] : [target]))
}

/** The last time this customer made such a change, of those that a letter can still undo; null where there is none. */
export async function lastChange(
  reader: Kysely<Schema> | Tx,
  userId: string,
  change: UndoableChange,
): Promise<Date | null> {
  const { at } = await reader
    .selectFrom('accounts_undoings')
    .select((eb) => eb.fn.max('created_at').as('at'))
    .where('user_id', '=', userId)
    .where('change', '=', change)
    .executeTakeFirstOrThrow()
  return at
}

/** Their links no longer work. */
export async function markUndone(tx: Tx, undoings: readonly Undoing[], at: Date): Promise<void> {
  await tx
    .updateTable('accounts_undoings')
    .set({ undone_at: at })
    .where(
      'id',
      'in',
      undoings.map(({ id }) => id),
    )
    .execute()
}

export async function forgetOldUndoings(db: Database, clock: Clock): Promise<void> {
  await db.query.deleteFrom('accounts_undoings').where('expires_at', '<', new Date(clock.now())).execute()
}
