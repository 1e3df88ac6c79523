import type { AccountClosure, CustomerShown } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { customer as accountOf, ofHouse, transfer } from '../../ledger/test-accounts.ts'
import { breakRow } from '../../platform/database/temporary/test-broken-row.ts'
import type { TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator } from '../../testing/test-operators.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const day = 24 * 3_600_000
type Person = Awaited<ReturnType<TestApp['signUp']>>
const codeFor = async (email: string) => {
  await app.call('sendCode', { email, purpose: 'security' })
  return app.messages(email).findLast((message) => message.code !== undefined)?.code ?? ''
}
const close = async ({ token, email, password }: Person, change: object = {}) =>
  app.call('closeAccount', { password, code: await codeFor(email), ...change }, { token })
const closing = async ({ token }: Person) =>
  resultOf<AccountClosure>(await app.call('closing', {}, { token }))
const pay = async (id: string, minor: bigint) => {
  const outcome = await createLedger(app.db, { now: () => app.now() }).post({
    id: `closing-test:${id}`,
    reference: null,
    steps: [transfer('deposit', ofHouse('world', 'USDT'), accountOf(id, 'USDT'), minor)],
  })
  expect(outcome.ok).toBe(true)
}
const erased = (id: string) =>
  expect.poll(async () => {
    const { rows } = await app.db.pool.query('SELECT status FROM accounts_users WHERE id = $1', [id])
    return rows[0]?.status
  })

test('T20: closing needs the password and an emailed code, and lists every reason against it', async () => {
  const person = await app.signUp()
  expect((await close(person, { password: 'another long phrase' })).code).toBe(10004)
  expect((await close(person, { code: '000000' })).code).toBe(11010)
  await pay(person.id, 5_000_000n)
  expect((await closing(person)).hindrances).toEqual(['money'])
  const refused = await close(person)
  expect([refused.code, refused.result.issues]).toEqual([11001, [{ path: 'account', code: 'money' }]])
  expect(await closing(person)).toMatchObject({ asked: null })
})

test('T20: for seven days signing in and one call keep the account, and a new closing counts from its own beginning', async () => {
  const person = await app.signUp()
  const { code, result } = await close(person)
  expect([code, result]).toMatchObject([200, { hindrances: [], asked: { erasesAt: expect.any(String) } }])
  await expect.poll(() => app.messages(person.email).at(-1)?.kind).toBe('closingAsked')
  await app.moveClock(6 * day)
  const { userName: account, password } = person
  const { token } = resultOf<{ token: string }>(await app.call('login', { account, password }))
  expect((await app.call('keepAccount', {}, { token })).result).toMatchObject({ asked: null })
  expect((await app.call('keepAccount', {}, { token })).code).toBe(11004)
  await app.moveClock(2 * day)
  expect((await app.call('login', { account, password })).code).toBe(200)
})

test('T20: after seven days the person is erased, no sign-in works, and the ledger is unchanged', async () => {
  const person = await app.signUp()
  const admin = await signInOperator(app, 'admin')
  expect((await app.upload(person.token, 'avatar')).code).toBe(200)
  await app.call('sendSupport', { text: 'my name is Ana Muster' }, { token: person.token })
  const before = await app.db.pool.query('SELECT count(*)::int AS n FROM ledger_entries')
  expect((await close(person)).code).toBe(200)
  const shown = async () => resultOf<CustomerShown>(await admin.call('opsCustomer', { id: person.id }))
  expect((await shown()).erasesAt).not.toBeNull()
  await app.moveClock(7 * day + 60_000)
  await erased(person.id).toBe('closed')
  const lastLetter = () => app.messages(person.email).at(-1)?.kind
  await expect.poll(lastLetter).toBe('closingErased')
  expect((await app.call('getUserInfo', {}, { token: person.token })).code).toBe(401)
  const { userName: account, password, email } = person
  for (const name of [account, email])
    expect((await app.call('login', { account: name, password })).code).toBe(10009)
  // Nothing of them is left anywhere a row could tell it.
  const { rows: tables } = await app.db.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name ~ '^(accounts_|support_|kyc_|files_|notifications_|funding_)'`,
  )
  for (const { name } of tables) {
    const { rows } = await app.db.pool.query(
      `SELECT count(*)::int AS n FROM ${name} t WHERE t::text ILIKE ANY ($1)`,
      [[`%${account}%`, `%${email}%`, '%Ana Muster%']],
    )
    expect([name, rows[0]?.n]).toEqual([name, 0])
  }
  const { rows: keys } = await app.db.pool.query('SELECT * FROM files_files WHERE user_id = $1', [person.id])
  expect(keys.every((row) => row.removed_at !== null)).toBe(true)
  const after = await app.db.pool.query('SELECT count(*)::int AS n FROM ledger_entries')
  expect(after.rows).toEqual(before.rows)
  expect(await reconcile(app.db)).toEqual([])
  // Others may take the name and the address again.
  expect((await app.call('checkUserNameOrPhone', { userName: account })).result).toBe(true)
})

test('T20: money that arrives meanwhile postpones the erasure until it is gone', async () => {
  const person = await app.signUp()
  expect((await close(person)).code).toBe(200)
  await pay(person.id, 5_000_000n)
  await app.moveClock(8 * day)
  const { userName: account, password } = person
  const { token } = resultOf<{ token: string }>(await app.call('login', { account, password }))
  expect(await closing({ ...person, token })).toMatchObject({
    hindrances: ['money'],
    asked: expect.anything(),
  })
  const { rows } = await app.db.pool.query('SELECT status FROM accounts_users WHERE id = $1', [person.id])
  expect(rows[0]?.status).toBe('active')
})

test('erase-accounts: an account that cannot be erased delays no other, and operators are notified', async () => {
  const [broken, fine] = [await app.signUp(), await app.signUp()]
  for (const person of [broken, fine]) expect((await close(person)).code).toBe(200)
  const { owner } = app.db as TestDatabase
  const mend = await breakRow(owner, { table: 'accounts_users', value: broken.id })
  await app.moveClock(8 * day)
  await erased(fine.id).toBe('closed')
  const admin = await signInOperator(app, 'admin')
  const notices = async () =>
    resultOf<{ job: string; caseId: string }[]>(await admin.call('opsStuckCases')).map(({ job }) => job)
  await expect.poll(notices).toEqual(['erase-accounts'])
  await mend()
  await app.moveClock(600_000)
  await erased(broken.id).toBe('closed')
  await expect.poll(notices).toEqual([])
})
