import { type OperatorShown, taskRoles } from '@candor/contract'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { readCursor } from '../../platform/http/pages.ts'
import { uuidSource } from '../../platform/uuid.ts'
import type { WaitingEntry } from '../dashboard/work-queue.ts'

type Reader = Kysely<Schema>

/** Lists operators who may sign in and see customers, by address. */
export const peopleForTasks = (db: Reader): Promise<OperatorShown[]> =>
  db
    .selectFrom('operators_people')
    .select(['id', 'email', 'role'])
    .where('role', 'in', taskRoles)
    .where('disabled_at', 'is', null)
    .orderBy('email')
    .execute()

/** Selects tasks with their people. `assignee_id` is null where the person may not do tasks any more. */
const tasks = (db: Reader) =>
  db
    .selectFrom('tasks_of_customers as t')
    .leftJoin('operators_people as a', (join) =>
      join.onRef('a.id', '=', 't.assignee_id').on('a.role', 'in', taskRoles).on('a.disabled_at', 'is', null),
    )
    .innerJoin('operators_people as c', 'c.id', 't.created_by')
    .leftJoin('operators_people as d', 'd.id', 't.done_by')
    .select([
      ...(['t.id', 't.user_id', 't.text', 't.due_at', 't.created_by', 't.created_at'] as const),
      ...(['t.done_by', 't.done_at', 'a.id as assignee_id', 'a.email as assignee'] as const),
      ...(['c.email as creator', 'd.email as finisher'] as const),
    ])
export type TaskRow = Awaited<ReturnType<ReturnType<typeof tasks>['execute']>>[number]

/** Holds for tasks of this operator and for those that anyone may do. */
const isFor = (operatorId: string): Expression<SqlBool> =>
  sql<boolean>`(a.id IS NULL OR a.id = ${operatorId})`

export interface TasksRequest {
  readonly state: 'open' | 'done'
  /** Only those that wait for this operator; null: everyone's. */
  readonly forOperator: string | null
  readonly customerId?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Open tasks: the next due first. Done ones: the newest first. */
const sorting = {
  open: { isDone: 'is', at: 'due_at', direction: 'asc', after: '>' },
  done: { isDone: 'is not', at: 'done_at', direction: 'desc', after: '<' },
} as const

/** Time and id of a page's last row. */
const place = new RegExp(`^(\\d{1,15})_(${uuidSource})$`)

/** Reads one page in that order. Refuses `invalidInput` for an unknown cursor. */
export async function readTasks(
  db: Reader,
  { state, forOperator, customerId, cursor, limit }: TasksRequest,
): Promise<{ rows: TaskRow[]; nextCursor: string | null }> {
  const { isDone, at, direction, after } = sorting[state]
  let query = tasks(db)
    .where('t.done_at', isDone, null)
    .orderBy(`t.${at}`, direction)
    .orderBy('t.id', direction)
    .limit(limit + 1)
  if (forOperator !== null) query = query.where(isFor(forOperator))
  if (customerId !== undefined) query = query.where('t.user_id', '=', customerId)
  const [ms, id] = readCursor(cursor, place) ?? []
  if (id !== undefined)
    query = query.where((eb) => eb(eb.refTuple(`t.${at}`, 't.id'), after, eb.tuple(new Date(Number(ms)), id)))
  const found = await query.execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const nextCursor = found.length > rows.length && last ? `${last[at]?.getTime()}_${last.id}` : null
  return { rows, nextCursor }
}

/** Lists open tasks for the dashboard: an operator's and anyone's, or everyone's. */
export async function waitingTasks(
  db: Reader,
  limit: number,
  operatorId: string | null,
): Promise<WaitingEntry[]> {
  const { rows } = await readTasks(db, { state: 'open', forOperator: operatorId, limit })
  return rows.map((row) => ({
    id: row.id,
    sinceMs: row.created_at.getTime(),
    deadlineMs: row.due_at.getTime(),
    assigneeId: row.assignee_id,
  }))
}

/** Reads a task for a change; undefined: there is none. */
export const lockTask = (tx: Tx, id: string) =>
  tx.selectFrom('tasks_of_customers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export async function deleteTasks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('tasks_of_customers').where('user_id', '=', userId).execute()
}
