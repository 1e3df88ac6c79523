import type { CustomerTask, OpsCalls, OpsParsedInputOf, OpsResultOf } from '@candor/contract'
import type { ServerContext } from '../../module.ts'
import type { Operator } from '../operators/operator.ts'
import type { TasksPorts } from './tasks-ports.ts'
import { readTasks, type TaskRow } from './tasks-store.ts'

/** Lists tasks a page at a time; none for a customer who is not there. */
export async function showTasks(
  { db, customerNames }: ServerContext & TasksPorts,
  { whose, ...request }: OpsParsedInputOf<OpsCalls['opsTasks']>,
  operator: Operator,
): Promise<OpsResultOf<OpsCalls['opsTasks']>> {
  const forOperator = whose === 'mine' ? operator.id : null
  const { rows, nextCursor } = await readTasks(db.query, { ...request, forOperator })
  const names = await customerNames(rows.map(({ user_id }) => user_id))
  return { items: rows.map((row) => taskShown(row, names.get(row.user_id) ?? '')), nextCursor }
}

const taskShown = (row: TaskRow, userName: string): CustomerTask => ({
  id: row.id,
  customer: { id: row.user_id, userName },
  text: row.text,
  dueAt: row.due_at.toISOString(),
  assignee: row.assignee_id === null ? null : { id: row.assignee_id, email: row.assignee ?? '' },
  createdBy: { id: row.created_by, email: row.creator },
  createdAt: row.created_at.toISOString(),
  done:
    row.done_by === null || row.done_at === null
      ? null
      : { by: { id: row.done_by, email: row.finisher ?? '' }, at: row.done_at.toISOString() },
})
