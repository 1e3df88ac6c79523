import { farthestTaskMs, type OpsCalls, type OpsParsedInputOf } from '@candor/contract'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalidField, Refusal } from '../../platform/http/refusal.ts'
import type { Operator } from '../operators/operator.ts'
import type { TasksPorts } from './tasks-ports.ts'
import { lockTask, peopleForTasks } from './tasks-store.ts'

type Input<N extends keyof OpsCalls> = OpsParsedInputOf<OpsCalls[N]>

/** Adds a task. Refuses `notFound` where there is no such customer, and `invalidInput` at `dueAt` or `assigneeId`. */
export async function addTask(
  { db, clock, console, newId, customerNames }: ServerContext & TasksPorts,
  { id: userId, text, dueAt, assigneeId }: Input<'opsAddTask'>,
  operator: Operator,
): Promise<{ id: string }> {
  if (!(await customerNames([userId])).has(userId)) throw new Refusal('notFound')
  refuseDay(dueAt, clock.now())
  const id = newId()
  await db.transaction(async (tx) => {
    await refuseAssignee(tx, assigneeId)
    const created = { created_by: operator.id, created_at: new Date(clock.now()) }
    const given = { text, due_at: new Date(dueAt), assignee_id: assigneeId }
    await tx
      .insertInto('tasks_of_customers')
      .values({ id, user_id: userId, ...given, ...created })
      .execute()
    const entry = { actor: operator.id, action: 'tasks.add', subject: `customer:${userId}` }
    await console.audit.write(tx, { ...entry, after: { task: id, dueAt, assigneeId } })
  })
  return { id }
}

/** Changes an open task. Refuses `notFound`, `changedMeanwhile` where it is done, and `invalidInput` at `assigneeId`, or at `dueAt` for another day. */
export async function changeTask(
  { db, clock, console }: ServerContext,
  { id, text, dueAt, assigneeId }: Input<'opsChangeTask'>,
  operator: Operator,
): Promise<true> {
  await db.transaction(async (tx) => {
    const task = await openedTask(tx, id)
    if (task.done_at !== null) throw new Refusal('changedMeanwhile')
    if (Date.parse(dueAt) !== task.due_at.getTime()) refuseDay(dueAt, clock.now())
    if (assigneeId !== task.assignee_id) await refuseAssignee(tx, assigneeId)
    await tx
      .updateTable('tasks_of_customers')
      .set({ text, due_at: new Date(dueAt), assignee_id: assigneeId })
      .where('id', '=', id)
      .execute()
    await console.audit.write(tx, {
      ...{ actor: operator.id, action: 'tasks.change', subject: `customer:${task.user_id}` },
      before: { task: id, dueAt: task.due_at.toISOString(), assigneeId: task.assignee_id },
      after: { task: id, dueAt, assigneeId },
    })
  })
  return true
}

/** Marks a task as done or opens it again; both again change nothing. Refuses `notFound`. */
export async function finishTask(
  { db, clock, console }: ServerContext,
  { id, done }: Input<'opsFinishTask'>,
  operator: Operator,
): Promise<true> {
  await db.transaction(async (tx) => {
    const task = await openedTask(tx, id)
    if ((task.done_at !== null) === done) return
    await tx
      .updateTable('tasks_of_customers')
      .set(done ? { done_by: operator.id, done_at: new Date(clock.now()) } : { done_by: null, done_at: null })
      .where('id', '=', id)
      .execute()
    const action = done ? 'tasks.finish' : 'tasks.reopen'
    const entry = { actor: operator.id, action, subject: `customer:${task.user_id}` }
    await console.audit.write(tx, { ...entry, after: { task: id } })
  })
  return true
}

async function openedTask(tx: Tx, id: string) {
  const task = await lockTask(tx, id)
  if (task === undefined) throw new Refusal('notFound')
  return task
}

function refuseDay(dueAt: string, now: number): void {
  const inMs = Date.parse(dueAt) - now
  if (inMs < 0) throw invalidField('dueAt', 'too_small')
  if (inMs > farthestTaskMs) throw invalidField('dueAt', 'too_big')
}

/** Refuses one who cannot do it: it would wait for nobody. */
async function refuseAssignee(tx: Tx, assigneeId: string | null): Promise<void> {
  if (assigneeId === null) return
  const people = await peopleForTasks(tx)
  if (!people.some(({ id }) => id === assigneeId)) throw invalidField('assigneeId', 'unknown')
}
