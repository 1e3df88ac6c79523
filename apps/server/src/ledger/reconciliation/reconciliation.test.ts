import { randomUUID } from 'node:crypto'
import type { Reconciliation } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { checkCount } from './reconcile.ts'
import { runReconciliation } from './reconciliations.ts'

let app: TestApp
let fay: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  fay = await signInOperator(app, 'finance')
})
afterAll(() => app.dispose())

const state = async () => resultOf<Reconciliation>(await fay.call('opsReconciliation'))
/** Waited for as long as a busy machine may take. */
const finished = () => expect.poll(state).toMatchObject({ running: null, checkedAt: expect.any(String) })

test('I11.11: reconciliation answers at once, runs as a job with progress, one at a time, and its result stays', async () => {
  expect(await state()).toMatchObject({
    checkedAt: null,
    running: null,
    findings: [expect.stringContaining('not been checked yet')],
  })
  const responses = await Promise.all([
    fay.call('opsReconcile'),
    fay.call('opsReconcile'),
    fay.call('opsReconcile'),
  ])
  for (const response of responses) expect(response.code).toBe(200)
  await finished()
  const { rows } = await app.db.pool.query<{ done: number; steps: number }>(
    'SELECT done, steps FROM ledger_reconciliations',
  )
  expect(rows).toEqual([{ done: checkCount + 1, steps: checkCount + 1 }])
  expect(await state()).toMatchObject({
    findings: [],
    accounts: expect.arrayContaining([expect.objectContaining({ class: 'world' })]),
  })
  await expect(app.db.pool.query(`UPDATE ledger_reconciliations SET findings = '["bent"]'`)).rejects.toThrow(
    'never changed',
  )
  const { result } = await fay.call('opsAudit', { action: 'ledger.reconcile' })
  expect(result.items).toMatchObject([{ actor: fay.email, subject: 'ledger' }])
})

test('I11.11: a reconciliation that a killed process left behind is begun again, and no second process joins it', async () => {
  await finished()
  const elsewhere = await app.db.pool.connect()
  // A process that has the lock is at it: nobody else is.
  await elsewhere.query('SELECT pg_advisory_lock(7410160127740)')
  await app.db.pool.query(
    'INSERT INTO ledger_reconciliations (id, asked_by, asked_at, started_at, done, steps) VALUES ($1, $2, 1, 1, 3, $3)',
    [randomUUID(), fay.id, checkCount + 1],
  )
  expect(await runReconciliation(app.db, () => app.now())).toBe(false)
  expect((await state()).running).toMatchObject({ done: 3, steps: checkCount + 1 })
  // Killed: its connection ends, and with it the lock.
  elsewhere.release(true)
  await expect.poll(async () => (await state()).running).toBeNull()
  expect(Date.parse((await state()).checkedAt ?? '')).toBeGreaterThan(1)
})
