import type { OperatorInvitation, OperatorPerson } from '@candor/contract'
import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { idleMs } from '../sign-in/sessions-store.ts'
import { validApprovals } from '../valid-approvals.ts'

/** Roles that may invite. An admin proposes; where there is only one, a risk officer approves. */
export const invitingRoles = ['admin', 'risk'] as const

/** `notFound` for one that is not there. */
export async function personById(db: Kysely<Schema>, id: string) {
  const row = isUuid(id)
    ? await db
        .selectFrom('operators_people')
        .select(['id', 'email', 'role', 'disabled_at'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (row === undefined) throw new Refusal('notFound')
  return row
}

/** Returns the addresses of these people, by id. */
export async function emailsOf(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('operators_people')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Returns the sealed secret of a person's authenticator app by the compared form of their address; undefined: there is none. */
export const authenticatorOf = (db: Kysely<Schema>, emailKey: string) =>
  db
    .selectFrom('operators_people')
    .select(['id', 'totp_secret'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()

/** Checks whether this is the only admin left. The database also keeps the last one. */
export async function isOnlyAdmin(db: Kysely<Schema>, id: string): Promise<boolean> {
  const admins = await enabledAdmins(db)
  return admins.length === 1 && admins[0]?.id === id
}

export async function everybody(db: Database, now: number): Promise<OperatorPerson[]> {
  const { rows } = await sql<{
    id: string
    email: string
    role: OperatorPerson['role']
    created_at: Date
    disabled_at: Date | null
    last_seen_at: Date | null
    sessions: number
  }>`
    SELECT p.id, p.email, p.role, p.created_at, p.disabled_at, max(s.last_seen_at) AS last_seen_at,
           count(s.id) FILTER (WHERE s.ended_at IS NULL AND s.expires_at > ${new Date(now)}
             AND s.last_seen_at > ${new Date(now - idleMs)})::int AS sessions
      FROM operators_people p LEFT JOIN operators_sessions s ON s.operator_id = p.id
     GROUP BY p.id ORDER BY p.disabled_at IS NOT NULL, p.email`.execute(db.query)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    sessions: row.sessions,
  }))
}

/** Those that can still be completed, the newest first. */
export async function waitingInvitations(db: Database, now: number): Promise<OperatorInvitation[]> {
  const rows = await db.query
    .selectFrom('operators_invitations')
    .selectAll()
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .orderBy('made_at', 'desc')
    .execute()
  return (await decidingInvitations(db.query, rows, false)).map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    resets: row.resets !== null,
    madeAt: row.made_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    mailedAt: row.mailed_at?.toISOString() ?? null,
  }))
}

interface InvitationDeciders {
  readonly proposed_by: string | null
  readonly proposer_standing: number
  readonly approved_by: string | null
  readonly approver_standing: number
}

/** Admins that `candor setup` invites without two operators who decide it: as many as then can decide. */
export const firstAdmins = 2

/** Selects the invitations that both deciders still support, and those of setup while there are no two admins. */
export async function decidingInvitations<Row extends InvitationDeciders>(
  db: Kysely<Schema>,
  rows: readonly Row[],
  lock: boolean,
): Promise<Row[]> {
  const approvalsOf = (row: Row) =>
    row.proposed_by === null || row.approved_by === null
      ? []
      : [
          { row, operatorId: row.proposed_by, standing: row.proposer_standing },
          { row, operatorId: row.approved_by, standing: row.approver_standing },
        ]
  const valid = await validApprovals(db, rows.flatMap(approvalsOf), { roles: invitingRoles, lock })
  const ofSetup = rows.some(({ proposed_by }) => proposed_by === null) && (await lackAdmins(db, lock))
  return rows.filter((row) =>
    row.proposed_by === null ? ofSetup : valid.filter((approval) => approval.row === row).length === 2,
  )
}

/** Tells whether there are fewer than two admins. With `lock`, nobody else joins before the transaction ends. */
async function lackAdmins(db: Kysely<Schema>, lock: boolean): Promise<boolean> {
  if (lock) await lockPeople(db)
  return (await enabledAdmins(db)).length < firstAdmins
}

/** Transactions that add operators wait here for each other, so that two cannot both find a mailbox or a place free. */
export const lockPeople = (db: Kysely<Schema>) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('operators_people', 0))`.execute(db)

/** Lists the admins who may sign in. */
export const enabledAdmins = (db: Kysely<Schema>) =>
  db
    .selectFrom('operators_people')
    .select(['id', 'email'])
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy('created_at')
    .execute()

/** Ends an operator's sessions except one; returns how many were open. */
export async function endSessionsOf(
  tx: Tx,
  operatorId: string,
  at: Date,
  except: string | null = null,
): Promise<number> {
  let ending = tx
    .updateTable('operators_sessions')
    .set({ ended_at: at })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
  if (except !== null) ending = ending.where('id', '!=', except)
  const { numUpdatedRows } = await ending.executeTakeFirst()
  return Number(numUpdatedRows)
}
