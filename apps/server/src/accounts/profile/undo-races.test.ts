import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { changeEmail, type Person, turnOnSecondFactor, undoToken } from './test-changes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const waiting = async () => {
  const { rows } = await app.db.pool.query<{ pid: number }>(
    `SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity a USING (pid)
      WHERE NOT granted AND a.datname = current_database()`,
  )
  return rows.length
}

/** Undoes a change while another call of the same customer is on its way: it began before the undo and continues after it. */
async function codeAfterUndo({ id }: Person, link: string, begin: () => Promise<{ code: number }>) {
  const other = await app.db.pool.connect()
  try {
    await other.query('BEGIN')
    await other.query('SELECT FROM accounts_users WHERE id = $1 FOR UPDATE', [id])
    const undoing = app.call('undoChange', { token: link })
    await expect.poll(waiting).toBeGreaterThan(0)
    const before = await waiting()
    const begun = begin()
    await expect.poll(waiting).toBeGreaterThan(before)
    await other.query('COMMIT')
    expect((await undoing).code).toBe(200)
    return (await begun).code
  } finally {
    other.release()
  }
}

test('I12.7: a sign-in whose password was right before the address was returned starts no session after it', async () => {
  const owner = await app.signUp()
  await changeEmail(app, owner, `thief-${owner.email}`)
  const link = await undoToken(app, owner)
  const { userName: account, password } = owner
  expect(await codeAfterUndo(owner, link, () => app.call('login', { account, password }))).toBe(10004)
})

test('I12.7: a code that proved an address before an undo removed it gives no reset token after it', async () => {
  const owner = await app.signUp()
  const email = await changeEmail(app, owner, `thief-${owner.email}`)
  const link = await undoToken(app, owner)
  await app.call('sendCode', { email, purpose: 'forget' })
  const { code } = await app.letter(email, 'code-forget')
  expect(await codeAfterUndo(owner, link, () => app.call('forget', { email, code }))).toBe(11010)
})

/** A thief turned off the owner's second factor; `own` computes its codes. */
async function withoutSecondFactor() {
  const owner = await app.signUp()
  const { totp: own } = await turnOnSecondFactor(app, owner)
  await app.call('totpDisable', {}, { token: owner.token })
  const link = await undoToken(app, owner)
  await app.moveClock(60_000)
  return { owner, own, link }
}

test('I12.7: a second factor that an undo returned is not replaced by one that was being set up', async () => {
  const start = await withoutSecondFactor()
  const { token, password } = start.owner
  const totpStart = () => app.call('totpStart', { password }, { token })
  expect(await codeAfterUndo(start.owner, start.link, totpStart)).toBe(11001)

  const confirm = await withoutSecondFactor()
  const thief = { token: confirm.owner.token }
  const { secret } = (await app.call('totpStart', { password }, thief)).result
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now() })
  const totpConfirm = () => app.call('totpConfirm', { totp }, thief)
  expect(await codeAfterUndo(confirm.owner, confirm.link, totpConfirm)).toBe(11011)

  for (const { owner, own } of [start, confirm]) {
    await app.moveClock(60_000)
    const signIn = { account: owner.userName, password }
    expect((await app.call('login', signIn)).code).toBe(11011)
    expect((await app.call('login', { ...signIn, totp: own() })).code).toBe(200)
  }
})
