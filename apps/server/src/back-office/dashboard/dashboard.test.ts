import { type OpsCalls, type OpsResultOf, operatorRoles } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { identityForm } from '../../testing/test-identity.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

type Shown = OpsResultOf<OpsCalls['opsDashboard']>

let app: TestApp
const people = new Map<string, TestOperator>()
beforeAll(async () => {
  app = await startTestApp()
  await signInAll()
})
afterAll(() => app.dispose())

async function signInAll(): Promise<void> {
  for (const role of operatorRoles) people.set(role, await signInOperator(app, role))
}

/** Sessions of operators end meanwhile. */
async function waitMs(ms: number): Promise<void> {
  await app.moveClock(ms)
  await signInAll()
}

function who(role: (typeof operatorRoles)[number]): TestOperator {
  const found = people.get(role)
  if (found === undefined) throw new Error(`nobody is ${role}`)
  return found
}
const read = async (role: (typeof operatorRoles)[number]) =>
  resultOf<Shown>(await who(role).call('opsDashboard'))
const workIn = async (role: (typeof operatorRoles)[number], page: string) =>
  (await read(role)).queues.find((one) => one.page === page)

test('I16.6: each role sees the queues it may enter, and no other', async () => {
  const pagesOf = async (role: (typeof operatorRoles)[number]) =>
    (await read(role)).queues.map(({ page }) => page).sort()
  const all = [
    'charity',
    'kyc',
    'loan',
    'names',
    'proposals',
    'recharge',
    'stuck',
    'support',
    'tasks',
    'withdrawal',
  ]
  expect(await pagesOf('admin')).toEqual(all)
  expect(await pagesOf('content')).toEqual(['proposals'])
  expect(await pagesOf('reviewer')).toEqual(all.filter((page) => page !== 'charity' && page !== 'stuck'))
  expect(await pagesOf('finance')).toEqual(all.filter((page) => page !== 'kyc' && page !== 'names'))
  expect(await pagesOf('risk')).toEqual(['kyc', 'names', 'proposals', 'stuck', 'support', 'tasks'])
})

test('I16.6: a case waits, is claimed by one, and is late once its deadline has passed', async () => {
  const { token } = await app.signUp()
  const form = await identityForm(app, token)
  expect((await app.call('identification', form, { token, mode: 'real' })).code).toBe(20001)
  expect(await workIn('risk', 'kyc')).toMatchObject({ waiting: 1, late: 0, mine: 0 })
  const { items } = resultOf<{ items: { id: string; createdAt: string; deadlineAt: string }[] }>(
    await who('risk').call('opsQueue', { kind: 'kyc' }),
  )
  const [first] = items
  expect((await workIn('risk', 'kyc'))?.oldestAt).toBe(first?.createdAt)
  await who('risk').call('opsClaim', { kind: 'kyc', id: first?.id })
  expect((await workIn('risk', 'kyc'))?.mine).toBe(1)
  expect((await workIn('reviewer', 'kyc'))?.mine).toBe(0)
  await waitMs(Date.parse(first?.deadlineAt ?? '') - app.now() + 1_000)
  expect(await workIn('risk', 'kyc')).toMatchObject({ waiting: 1, late: 1, mine: 0 })
})

test('I16.6: a conversation waits until it is answered', async () => {
  const { token, id } = await app.signUp()
  const message = { text: 'Where is my deposit?', once: '0190c0de-0000-7000-8000-000000000001' }
  expect((await app.call('sendSupport', message, { token })).code).toBe(200)
  expect(await workIn('finance', 'support')).toMatchObject({ waiting: 1, late: 0, mine: 0 })
  await who('finance').call('opsSupportClaim', { id })
  expect((await workIn('finance', 'support'))?.mine).toBe(1)
  await who('finance').call('opsSupportAnswer', { id, text: 'It came in a minute ago.' })
  expect(await workIn('finance', 'support')).toMatchObject({ waiting: 0, oldestAt: null })
})

test('I16.6: a proposal waits for another person, and is named in its last day', async () => {
  const change = { key: 'depositConfirmations.BTC', value: 4, reason: 'a deeper chain' }
  const { proposalId } = resultOf<{ proposalId: string }>(
    await who('risk').call('opsChangeParameter', change),
  )
  expect((await workIn('risk', 'proposals'))?.waiting).toBe(0)
  expect((await workIn('finance', 'proposals'))?.waiting).toBe(1)
  expect((await workIn('content', 'proposals'))?.waiting).toBe(0)
  expect((await read('finance')).lapsing).toEqual([])
  // It lasts three days.
  await waitMs(2 * dayMs + 60_000)
  expect((await read('finance')).lapsing).toMatchObject([{ id: proposalId, own: false }])
  expect((await read('content')).lapsing).toEqual([])
  await waitMs(dayMs)
  expect((await read('finance')).lapsing).toEqual([])
})

test('I16.6: halted markets, put-off actions, letters that are not accepted and findings are alerts of the roles that act on them', async () => {
  const textsOf = async (role: (typeof operatorRoles)[number]) =>
    (await read(role)).alerts.map(({ text }) => text).filter((text) => !text.startsWith('No fresh prices'))
  expect(await textsOf('admin')).toEqual([])
  const halt = { code: 'AAPL', reason: 'news', note: 'results tonight' }
  expect((await who('risk').call('opsHaltMarket', halt)).code).toBe(200)
  const now = String(app.now())
  await app.db.pool.query(
    `INSERT INTO markets_actions (id, code, kind, at, facts, asked_by, asked_at, put_off_at)
     VALUES (gen_random_uuid(), 'MSFT', 'split', $1, '{"fresh":"2","old":"1"}', 'a test', $1, $1)`,
    [now],
  )
  await app.db.pool.query(
    `INSERT INTO outbox_letters (user_id, kind, once, facts, created_at, next_at, attempts)
     VALUES (gen_random_uuid(), 'withdrawalSent', 'a test', '{}', $1, $1::bigint + 3600000, 2)`,
    [now],
  )
  await app.db.pool.query(
    `INSERT INTO ledger_reconciliations (id, asked_by, asked_at, started_at, finished_at, steps, done, findings, accounts)
     VALUES (gen_random_uuid(), $2, $1, $1, $1, 1, 1, '["a sum differs"]', '[]')`,
    [now, who('risk').id],
  )
  const markets = ['Actions that could not be carried out: split of MSFT', 'Halted markets: AAPL']
  const findings = 'The ledger does not reconcile: a sum differs'
  const mail = 'A letter to a customer was not accepted by the mail server. Sending is retried.'
  expect((await textsOf('risk')).sort()).toEqual([...markets, findings])
  expect((await textsOf('admin')).sort()).toEqual([mail, ...markets, findings])
  expect(await textsOf('finance')).toEqual([findings])
  expect(await textsOf('reviewer')).toEqual([])
  expect(await textsOf('content')).toEqual([])
})

test('I16.6: counts end at a hundred', async () => {
  await app.db.pool.query(
    `INSERT INTO jobs_stuck_cases (job, case_id, failures, since, failed_at, retry_at, error)
     SELECT 'test', n::text, 1, n, 1000, 2000, 'x' FROM generate_series(1, 140) n`,
  )
  expect(await workIn('finance', 'stuck')).toMatchObject({
    waiting: 100,
    oldestAt: '1970-01-01T00:00:00.001Z',
  })
})
