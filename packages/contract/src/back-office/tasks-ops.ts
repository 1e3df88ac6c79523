import { dayMs } from '@candor/rules/time-units.ts'
import { z } from 'zod'
import { id, isoTime, pageOf, pageQuery } from '../fields.ts'
import { byWhom, operatorShown } from './operators-ops.ts'
import { opsCall } from './ops-call.ts'

/** Roles that see customers, and with them the tasks about them. */
export const taskRoles = ['reviewer', 'finance', 'risk', 'admin'] as const
/** A task is due at most this long from now. */
export const farthestTaskMs = 2 * 366 * dayMs

export const customerTask = z.object({
  id,
  customer: z.object({ id, userName: z.string() }),
  text: z.string(),
  dueAt: isoTime,
  /** Null: anyone, also where the person it was assigned to may not do it any more. */
  assignee: byWhom.nullable(),
  createdBy: byWhom,
  createdAt: isoTime,
  /** Null: open. */
  done: z.object({ by: byWhom, at: isoTime }).nullable(),
})
export type CustomerTask = z.infer<typeof customerTask>

const written = {
  text: z.string().trim().min(1).max(500),
  /** Not in the past, and at most two years ahead. */
  dueAt: isoTime,
  /** One of `opsTaskPeople`; null: anyone. */
  assigneeId: id.nullable(),
}

/** Operators' tasks about customers. They are notes for colleagues with a day and a person; none decides anything. */
export const tasksOps = {
  opsTasks: opsCall({
    method: 'GET',
    path: '/ops/tasks',
    summary:
      'Tasks about customers: open ones with the next due first, or done ones with the newest first; `mine`: the caller’s, and those that anyone may do',
    roles: taskRoles,
    input: z.object({
      state: z.enum(['open', 'done']).default('open'),
      whose: z.enum(['mine', 'all']).default('all'),
      customerId: id.optional(),
      ...pageQuery,
    }),
    result: pageOf(customerTask),
  }),
  opsTaskPeople: opsCall({
    method: 'GET',
    path: '/ops/task-people',
    summary: 'Operators to whom a task can be assigned',
    roles: taskRoles,
    input: z.object({}),
    result: z.array(operatorShown),
  }),
  opsAddTask: opsCall({
    method: 'POST',
    path: '/ops/customers/{id}/tasks',
    summary: 'Adds a task about a customer; an erasure of the customer deletes it',
    roles: taskRoles,
    input: z.object({ id, ...written }),
    result: z.object({ id }),
  }),
  opsChangeTask: opsCall({
    method: 'POST',
    path: '/ops/tasks/{id}',
    summary: 'Changes an open task (11006 where it is done); a day that has passed may stay',
    roles: taskRoles,
    input: z.object({ id, ...written }),
    result: z.literal(true),
  }),
  opsFinishTask: opsCall({
    method: 'POST',
    path: '/ops/tasks/{id}/done',
    summary: 'Marks a task as done (`done`) or opens it again',
    roles: taskRoles,
    input: z.object({ id, done: z.boolean() }),
    result: z.literal(true),
  }),
} as const
