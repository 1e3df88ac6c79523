import type { FreezeReason, FrozenState } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export interface Freeze {
  readonly id: string
  /** For colleagues. */
  readonly reason: string
  /** Reason as the customer reads it. */
  readonly why: FreezeReason
  readonly placedAt: Date
  /** Since when without a break. Places confirmed before it may still be withdrawn to (trust T13). */
  readonly since: Date
  /** Until when withdrawals stop too; null, or past: they do not. */
  readonly legalHoldUntil: Date | null
}

/** The freeze a customer is under now; null for none. */
export async function freezeOf(db: Kysely<Schema>, userId: string): Promise<Freeze | null> {
  const row = await db
    .selectFrom('accounts_freezes')
    .select(['id', 'reason', 'why', 'placed_at', 'frozen_since', 'legal_hold_until'])
    .where('user_id', '=', userId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, reason, why, placed_at: placedAt, frozen_since: since, legal_hold_until: legalHoldUntil } = row
  return { id, reason, why, placedAt, since, legalHoldUntil }
}

/** A freeze as its customer reads it. */
export const frozenStateOf = (freeze: Freeze, now: number): FrozenState => ({
  since: freeze.since.toISOString(),
  reason: freeze.why,
  legalHold: isOnHold(freeze, now),
  reviewAt: freeze.legalHoldUntil?.toISOString() ?? null,
})

/** Checks whether a freeze stops withdrawals now; a legal hold that was not reviewed in time has lapsed. */
export const isOnHold = (freeze: Freeze | null, now: number): boolean =>
  freeze?.legalHoldUntil != null && freeze.legalHoldUntil.getTime() > now

export interface NewFreeze {
  readonly id: string
  readonly userId: string
  readonly reason: string
  readonly why?: FreezeReason
  readonly proposedBy: string
  readonly approvedBy: string
  readonly at: Date
  readonly legalHoldUntil: Date | null
}

/** Places a freeze, which replaces the previous one. A legal hold is prolonged, or reduced to a plain freeze, in this way. */
export async function placeFreeze(tx: Tx, freeze: NewFreeze): Promise<void> {
  const before = await freezeOf(tx, freeze.userId)
  await lift(tx, freeze.userId, { by: freeze.approvedBy, at: freeze.at, reason: 'replaced' })
  await tx
    .insertInto('accounts_freezes')
    .values({
      id: freeze.id,
      user_id: freeze.userId,
      reason: freeze.reason,
      why: freeze.why ?? 'review',
      frozen_since: before?.since ?? freeze.at,
      proposed_by: freeze.proposedBy,
      approved_by: freeze.approvedBy,
      placed_at: freeze.at,
      legal_hold_until: freeze.legalHoldUntil,
      lifted_at: null,
      lifted_by: null,
      lift_reason: null,
    })
    .execute()
  await setStatus(tx, freeze.userId, 'active', 'frozen')
}

/** False when the customer was under none. */
export async function liftFreeze(
  tx: Tx,
  userId: string,
  by: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<boolean> {
  const lifted = await lift(tx, userId, by)
  await setStatus(tx, userId, 'frozen', 'active')
  return lifted
}

async function lift(
  tx: Tx,
  userId: string,
  { by, at, reason }: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts_freezes')
    .set({ lifted_at: at, lifted_by: by, lift_reason: reason })
    .where('user_id', '=', userId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function setStatus(
  tx: Tx,
  userId: string,
  from: 'active' | 'frozen',
  status: 'active' | 'frozen',
): Promise<void> {
  await tx
    .updateTable('accounts_users')
    .set({ status })
    .where('id', '=', userId)
    .where('status', '=', from)
    .execute()
}

/** Frozen by an operator or by themselves: no new risk either way. */
export const isStopped = (user: { readonly status: string; readonly own_freeze_at: Date | null }): boolean =>
  user.status !== 'active' || user.own_freeze_at !== null

const readEveryMs = 2_000

interface KnownFrozen {
  readonly ids: Promise<ReadonlySet<string>>
  readonly readAt: number
}
const known = new WeakMap<Database, KnownFrozen>()

/**
 * Checks whether a customer may take no new risk. Cached, since every placement needs it; read again every two seconds, once for all
 * concurrent callers.
 */
export async function isFrozen(db: Database, userId: string): Promise<boolean> {
  const cached = known.get(db)
  const isNew = cached !== undefined && performance.now() - cached.readAt < readEveryMs
  const ids = await (isNew ? cached.ids : readFrozen(db))
  return ids.has(userId)
}

function readFrozen(db: Database): Promise<ReadonlySet<string>> {
  const ids = db.pool
    .query<{ id: string }>(
      "SELECT id FROM accounts_users WHERE status <> 'active' OR own_freeze_at IS NOT NULL",
    )
    .then(({ rows }) => new Set(rows.map(({ id }) => id)))
  const reading: KnownFrozen = { ids, readAt: performance.now() }
  known.set(db, reading)
  ids.catch(() => {
    if (known.get(db) === reading) known.delete(db)
  })
  return ids
}

/** To be called once a freeze was placed or lifted: this process then knows at once. */
export const freezesChanged = (db: Database): void => void known.delete(db)

/** The freeze of a customer as withdrawals see it: since when, and until when a legal hold stops them too. Null: there is none. */
export async function freezeForPayouts(
  reader: Kysely<Schema>,
  userId: string,
  clock: Pick<Clock, 'now'>,
): Promise<{ readonly since: number; readonly holdUntil: number | null } | null> {
  const freeze = await freezeOf(reader, userId)
  if (freeze === null) return null
  const onHold = isOnHold(freeze, clock.now())
  return {
    since: freeze.since.getTime(),
    holdUntil: onHold ? (freeze.legalHoldUntil?.getTime() ?? null) : null,
  }
}
