import type { CustomerTask, OpsCalls, OpsResultOf } from '@candor/contract'
import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let risk: TestOperator
let finance: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  risk = await signInOperator(app, 'risk')
  finance = await signInOperator(app, 'finance')
})
afterAll(() => app.dispose())

const inMs = (ms: number) => new Date(app.now() + ms).toISOString()
const inDays = (days: number) => inMs(days * dayMs)
const add = (id: string, task: object = {}) =>
  risk.call('opsAddTask', { id, text: 'call back', dueAt: inDays(1), assigneeId: null, ...task })
const added = async (id: string, task: object = {}) => resultOf<{ id: string }>(await add(id, task)).id

async function listed(request: object, operator = risk): Promise<readonly CustomerTask[]> {
  return resultOf<{ items: CustomerTask[] }>(await operator.call('opsTasks', request)).items
}
const textsOf = async (request: object, operator = risk) =>
  (await listed(request, operator)).map(({ text }) => text)
async function workOf(operator: TestOperator) {
  const { queues } = resultOf<OpsResultOf<OpsCalls['opsDashboard']>>(await operator.call('opsDashboard'))
  return queues.find(({ page }) => page === 'tasks')
}

test('I16.7: a task waits for the operator it is assigned to, for anyone otherwise, and is late after its day', async () => {
  const { id } = await app.signUp()
  await added(id, { text: ' for finance ', assigneeId: finance.id, dueAt: inMs(hourMs) })
  await added(id, { text: 'for anyone', dueAt: inDays(3) })
  expect(await textsOf({ whose: 'mine' })).toEqual(['for anyone'])
  expect(await textsOf({ whose: 'mine' }, finance)).toEqual(['for finance', 'for anyone'])
  expect(await textsOf({})).toEqual(['for finance', 'for anyone'])
  expect(await workOf(risk)).toMatchObject({ waiting: 1, late: 0, mine: 0 })
  expect(await workOf(finance)).toMatchObject({ waiting: 2, late: 0, mine: 1 })
  await app.moveClock(hourMs + 1_000)
  expect(await workOf(finance)).toMatchObject({ waiting: 2, late: 1, mine: 1 })
  expect(await workOf(risk)).toMatchObject({ waiting: 1, late: 0, mine: 0 })
})

test('I16.7: a task is changed while it is open, done once, and opened again', async () => {
  const { id, userName } = await app.signUp()
  const task = await added(id)
  const change = { id: task, text: 'call in the evening', dueAt: inDays(2), assigneeId: finance.id }
  expect((await finance.call('opsChangeTask', change)).code).toBe(200)
  expect((await finance.call('opsFinishTask', { id: task, done: true })).code).toBe(200)
  expect((await risk.call('opsFinishTask', { id: task, done: true })).code).toBe(200)
  expect((await risk.call('opsChangeTask', change)).code).toBe(11006)
  expect(await listed({ customerId: id })).toEqual([])
  expect(await listed({ customerId: id, state: 'done' })).toMatchObject([
    {
      id: task,
      customer: { id, userName },
      text: 'call in the evening',
      assignee: { id: finance.id, email: finance.email },
      createdBy: { id: risk.id },
      done: { by: { id: finance.id, email: finance.email } },
    },
  ])
  expect((await risk.call('opsFinishTask', { id: task, done: false })).code).toBe(200)
  expect(await listed({ customerId: id })).toMatchObject([{ id: task, done: null }])
  const admin = await signInOperator(app, 'admin')
  const { items } = resultOf<{ items: { action: string; actor: string }[] }>(
    await admin.call('opsAudit', { subject: `customer:${id}` }),
  )
  expect(items.map(({ action }) => action)).toEqual([
    'tasks.reopen',
    'tasks.finish',
    'tasks.change',
    'tasks.add',
  ])
  // The log is for ever: it has no text that could name somebody.
  expect(JSON.stringify(items)).not.toContain('evening')
})

test('I16.7: a task that nobody could do, or that is due in the past, is refused at its field', async () => {
  const { id } = await app.signUp()
  const content = await signInOperator(app, 'content')
  const issuesOf = (response: Awaited<ReturnType<typeof add>>) => [response.code, response.result?.issues]
  const refusedAt = (path: string, code: string) => [11001, [{ path, code }]]
  expect(issuesOf(await add(id, { dueAt: inMs(-1_000) }))).toEqual(refusedAt('dueAt', 'too_small'))
  expect(issuesOf(await add(id, { dueAt: inDays(800) }))).toEqual(refusedAt('dueAt', 'too_big'))
  for (const assigneeId of [content.id, id])
    expect(issuesOf(await add(id, { assigneeId }))).toEqual(refusedAt('assigneeId', 'unknown'))
  const unknown = '0190c0de-0000-7000-8000-000000000009'
  expect((await add(unknown)).code).toBe(11004)
  expect((await risk.call('opsFinishTask', { id: unknown, done: true })).code).toBe(11004)
  expect(await listed({ customerId: unknown })).toEqual([])
  const dueAt = inMs(1_000)
  const task = await added(id, { dueAt })
  await app.moveClock(2_000)
  // Its day has passed and may stay; another day must be ahead.
  const late = { id: task, text: 'still open', dueAt, assigneeId: null }
  expect((await risk.call('opsChangeTask', late)).code).toBe(200)
  const moved = await risk.call('opsChangeTask', { ...late, dueAt: inMs(-1_000) })
  expect(issuesOf(moved)).toEqual(refusedAt('dueAt', 'too_small'))
})

test('I16.7: a task of an operator who was disabled is one for anyone', async () => {
  const { id } = await app.signUp()
  const reviewer = await signInOperator(app, 'reviewer')
  await added(id, { text: 'left behind', assigneeId: reviewer.id })
  expect(await textsOf({ whose: 'mine', customerId: id })).toEqual([])
  const people = async () =>
    resultOf<{ id: string }[]>(await risk.call('opsTaskPeople')).map((person) => person.id)
  expect(await people()).toContain(reviewer.id)
  const admin = await signInOperator(app, 'admin')
  const disable = { id: reviewer.id, reason: 'left the company' }
  expect((await admin.call('opsDisableOperator', disable)).code).toBe(200)
  expect(await people()).not.toContain(reviewer.id)
  const [task] = await listed({ whose: 'mine', customerId: id })
  expect(task).toMatchObject({ text: 'left behind', assignee: null })
  // Saved as it is shown, it stays one for anyone.
  const same = { id: task?.id, text: 'left behind', dueAt: task?.dueAt, assigneeId: null }
  expect((await risk.call('opsChangeTask', same)).code).toBe(200)
})

test('I16.7: both lists are read page after page, also where many have one moment', async () => {
  const { id } = await app.signUp()
  const dueAt = inDays(5)
  for (let at = 0; at < 5; at += 1)
    await added(id, { text: `task ${at}`, dueAt: at < 3 ? dueAt : inDays(at) })
  const everyPage = async (state: 'open' | 'done') => {
    const pages: string[][] = []
    for (let cursor: string | null = ''; cursor !== null && pages.length < 9; ) {
      const request = { state, customerId: id, limit: 2, ...(cursor === '' ? {} : { cursor }) }
      const page: { items: CustomerTask[]; nextCursor: string | null } = resultOf(
        await risk.call('opsTasks', request),
      )
      pages.push(page.items.map(({ text }) => text))
      cursor = page.nextCursor
    }
    return pages
  }
  const open = await everyPage('open')
  expect(open).toEqual([['task 3', 'task 4'], [expect.any(String), expect.any(String)], [expect.any(String)]])
  expect(open.flat().sort()).toEqual([0, 1, 2, 3, 4].map((at) => `task ${at}`))
  for (const task of await listed({ customerId: id }))
    await risk.call('opsFinishTask', { id: task.id, done: true })
  expect((await everyPage('done')).flat().sort()).toEqual([0, 1, 2, 3, 4].map((at) => `task ${at}`))
  expect((await risk.call('opsTasks', { cursor: 'soon' })).code).toBe(11001)
})

test('I16.7: the tasks about an erased customer are deleted', async () => {
  const person = await app.signUp()
  await added(person.id)
  await app.call('sendCode', { email: person.email, purpose: 'security' })
  const code = app.messages(person.email).findLast((message) => message.code !== undefined)?.code
  expect((await app.call('closeAccount', { password: person.password, code }, person)).code).toBe(200)
  await app.moveClock(7 * dayMs + 60_000)
  await expect.poll(() => app.messages(person.email).at(-1)?.kind).toBe('closingErased')
  expect(await listed({ customerId: person.id }, await signInOperator(app, 'risk'))).toEqual([])
})
