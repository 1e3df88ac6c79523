import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../app/test-app.ts'
import { askOps, codeNow, cookieIn, signInOperator, type TestOperator } from '../app/test-operators.ts'

let app: TestApp
let admin: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  admin = await signInOperator(app, 'admin')
  second = await signInOperator(app, 'admin')
})
afterAll(() => app.dispose())

const fresh = 'another long and plain phrase'
const reason = 'lost on a journey'

/** A code is good once: the next one is waited for. */
async function nextCode(secret: string): Promise<string> {
  await app.moveClock(31_000)
  return codeNow(app, secret)
}

async function signIn(email: string, password: string, secret: string): Promise<string> {
  const answer = await askOps(app, 'opsLogin', { email, password, totp: await nextCode(secret) }, '')
  return answer.code === 200 ? cookieIn(answer) : String(answer.code)
}
const isIn = async (cookie: string) => (await askOps(app, 'opsMe', {}, cookie)).code === 200
const actionsOf = async ({ id }: TestOperator) => {
  const { rows } = await app.db.pool.query<{ action: string }>(
    `SELECT action FROM trust_audit WHERE subject = $1 AND action ~ 'password|totp|reset' ORDER BY seq`,
    [`operator:${id}`],
  )
  return rows.map(({ action }) => action)
}

test('I12.8: an operator changes their own password with the present one and a code, and their other sessions end', async () => {
  const own = await signInOperator(app, 'finance')
  const elsewhere = await signIn(own.email, own.password, own.secret)
  const change = async (given: object) =>
    own.ask('opsChangePassword', { password: own.password, newPassword: fresh, ...given })
  expect((await change({ password: 'wrong', totp: await nextCode(own.secret) })).code).toBe(10004)
  expect((await change({ totp: '000000' })).code).toBe(11011)
  const short = await change({ newPassword: 'short', totp: await nextCode(own.secret) })
  expect([short.code, short.result.issues]).toEqual([
    11001,
    [{ path: 'newPassword', code: 'password-length' }],
  ])
  expect(await isIn(elsewhere)).toBe(true)
  const totp = await nextCode(own.secret)
  expect((await change({ totp })).code).toBe(200)
  // The code is used up with it.
  expect((await change({ password: fresh, totp })).code).toBe(11011)
  expect([await isIn(own.cookie), await isIn(elsewhere)]).toEqual([true, false])
  expect(await signIn(own.email, own.password, own.secret)).toBe('11009')
  expect(await isIn(await signIn(own.email, fresh, own.secret))).toBe(true)
  expect(await actionsOf(own)).toEqual(['operators.password.change'])
})

test('I12.8: an operator changes their own second factor; the one before holds until a code of the new one was given', async () => {
  const own = await signInOperator(app, 'reviewer')
  const { password, email } = own
  const start = async () =>
    resultOf<{ secret: string }>(
      await own.ask('opsTotpStart', { password, totp: await nextCode(own.secret) }),
    )
  expect((await own.ask('opsTotpConfirm', { totp: codeNow(app, own.secret) })).code).toBe(11011)
  const late = await start()
  await app.moveClock(10 * 60_000)
  expect((await own.ask('opsTotpConfirm', { totp: codeNow(app, late.secret) })).code).toBe(11011)
  const { secret } = await start()
  expect(await isIn(await signIn(email, password, own.secret))).toBe(true)
  expect((await own.ask('opsTotpConfirm', { totp: '000000' })).code).toBe(11011)
  expect((await own.ask('opsTotpConfirm', { totp: codeNow(app, secret) })).code).toBe(200)
  expect(await signIn(email, password, own.secret)).toBe('11009')
  expect(await isIn(await signIn(email, password, secret))).toBe(true)
  expect(await actionsOf(own)).toEqual(['operators.totp.change'])
})

test('I12.8: two admins reset what an operator lost: the old opens nothing at once, the link goes to them alone', async () => {
  const lost = await signInOperator(app, 'finance')
  const ask = { id: lost.id, reason }
  const risk = await signInOperator(app, 'risk')
  expect((await risk.ask('opsProposeReset', ask)).code).toBe(11005)
  expect((await admin.ask('opsProposeReset', { ...ask, id: admin.id })).code).toBe(11001)
  const { id } = (await admin.ask('opsProposeReset', ask)).result
  const approve = async (who: TestOperator) => {
    const { shownHash } = (await who.ask('opsProposal', { id })).result
    return (await who.ask('opsApproveProposal', { id, shownHash })).code
  }
  expect(await isIn(lost.cookie)).toBe(true)
  expect(await approve(admin)).toBe(11008)
  // Only admins read and decide it.
  expect((await risk.ask('opsProposal', { id })).code).toBe(11005)
  expect(await approve(second)).toBe(200)
  expect(await isIn(lost.cookie)).toBe(false)
  expect(await signIn(lost.email, lost.password, lost.secret)).toBe('11009')
  const { code: link = '' } = await app.letter(lost.email, 'operator-invitation')
  const token = link.slice(link.lastIndexOf('/') + 1)
  const look = await askOps(app, 'opsInvitation', { token }, '')
  expect(look.result).toMatchObject({ email: lost.email, role: 'finance', resets: true })
  const { secret } = look.result
  const joined = await askOps(app, 'opsJoin', { token, password: fresh, totp: await nextCode(secret) }, '')
  expect(joined.code).toBe(200)
  expect(await isIn(await signIn(lost.email, fresh, secret))).toBe(true)
  expect((await askOps(app, 'opsInvitation', { token }, '')).code).toBe(11004)
  expect(await actionsOf(lost)).toEqual(['operators.reset.join'])
})

test('I12.8: a role reads the proposals of its kinds alone', async () => {
  const content = await signInOperator(app, 'content')
  const { id } = (await admin.ask('opsProposeReset', { id: second.id, reason })).result
  const listed = async (who: TestOperator) =>
    resultOf<{ items: { id: string }[] }>(await who.ask('opsProposals')).items.map((one) => one.id)
  expect(await listed(second)).toContain(id)
  expect(await listed(content)).not.toContain(id)
  expect((await content.ask('opsProposal', { id })).code).toBe(11005)
})
