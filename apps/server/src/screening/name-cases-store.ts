import type { Kysely, Selectable } from 'kysely'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { isUuid } from '../platform/uuid.ts'
import type { Match } from './find-matches.ts'
import type { ScreeningPorts } from './screening-ports.ts'
import type { NameCaseStatus, Occasion, ScreeningTables } from './screening-tables.ts'

type Query = Kysely<Schema>
export type NameCaseRow = Selectable<ScreeningTables['screening_cases']>

const aboutCase = (id: string) => `names case ${id}`

export interface NewNameCase {
  readonly userId: string
  readonly occasion: Occasion
  readonly matches: readonly Match[]
  readonly holdUntil: Date | null
}

export async function addNameCase(
  { clock, newId, keys }: ServerContext & ScreeningPorts,
  tx: Tx,
  added: NewNameCase,
): Promise<void> {
  const { userId, occasion, matches, holdUntil } = added
  const id = newId()
  await tx
    .insertInto('screening_cases')
    .values({
      id,
      user_id: userId,
      occasion,
      sealed: await keys.seal(tx, userId, aboutCase(id), Buffer.from(JSON.stringify(matches))),
      hits: matches.length,
      opened_at: new Date(clock.now()),
      hold_until: holdUntil,
    })
    .execute()
}

/** Null once the customer was erased. */
export async function matchesOf(
  { keys }: ServerContext & ScreeningPorts,
  db: Query,
  row: NameCaseRow,
): Promise<Match[] | null> {
  const plain = await keys.open(db, row.user_id, aboutCase(row.id), row.sealed)
  return plain === null ? null : (JSON.parse(plain.toString()) as Match[])
}

const many = 50
const manyWaiting = 500
const all = (db: Query) => db.selectFrom('screening_cases').selectAll()

export const nameCasesOf = (db: Query, userId: string): Promise<NameCaseRow[]> =>
  all(db).where('user_id', '=', userId).orderBy('opened_at', 'desc').limit(many).execute()

export const openNameCases = (db: Query): Promise<NameCaseRow[]> =>
  all(db).where('status', '=', 'open').orderBy('opened_at').limit(manyWaiting).execute()

export const closedNameCases = (db: Query, before: Date, limit: number): Promise<NameCaseRow[]> =>
  all(db)
    .where('status', '<>', 'open')
    .where('opened_at', '<', before)
    .orderBy('opened_at', 'desc')
    .limit(limit)
    .execute()

export async function nameCaseById(db: Query, id: string, lock: boolean): Promise<NameCaseRow | undefined> {
  if (!isUuid(id)) return undefined
  const found = all(db).where('id', '=', id)
  return (lock ? found.forNoKeyUpdate() : found).executeTakeFirst()
}

/** Set once: the database refuses to move it. */
export async function holdCase(tx: Tx, id: string, until: Date): Promise<void> {
  await tx.updateTable('screening_cases').set({ hold_until: until }).where('id', '=', id).execute()
}

export interface NameDecision {
  readonly status: Exclude<NameCaseStatus, 'open'>
  readonly at: Date
  readonly by: string
  readonly reason: string
}

export async function decideNameCase(
  tx: Tx,
  id: string,
  { status, at, by, reason }: NameDecision,
): Promise<void> {
  await tx
    .updateTable('screening_cases')
    .set({ status, decided_at: at, decided_by: by, reason })
    .where('id', '=', id)
    .execute()
}
