import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfToken } from '../../../accounts/sessions/tokens.ts'
import {
  type CallResponse,
  resultOf,
  rolesWithoutJobs,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts'
import {
  type OpenIdPerson,
  startOpenId,
  type TestOpenId,
  visitProvider,
} from '../../../testing/test-openid.ts'
import {
  callOps,
  codeNow,
  cookieIn,
  operatorFrame,
  signInOperator,
  type TestOperator,
} from '../../../testing/test-operators.ts'
import { customersSecrets, formsOf, installationsSecrets, textsOfTables } from './test-stored-secrets.ts'

const publicUrl = 'http://localhost:3997'
let openId: TestOpenId
let app: TestApp
let admin: TestOperator
let second: TestOperator
beforeAll(async () => {
  openId = await startOpenId([`${publicUrl}/console/sign-in`])
  const { issuer, clientId, clientSecret } = openId
  const secondFactor = { amr: ['mfa'], acr: [] }
  const singleSignOn = { issuer, clientId, clientSecret, label: 'the desk', secondFactor }
  app = await startTestApp({ publicUrl, singleSignOn, roles: rolesWithoutJobs })
  admin = await signInOperator(app, 'admin')
  second = await signInOperator(app, 'admin')
})
afterAll(async () => {
  await app.dispose()
  await openId.close()
})

const fresh = 'another long and plain phrase'
const reason = 'lost on a journey'

/** A code is good once: the next one is waited for. */
async function nextCode(secret: string): Promise<string> {
  await app.moveClock(31_000)
  return codeNow(app, secret)
}

async function signIn(email: string, password: string, secret: string): Promise<string> {
  const response = await callOps(app, 'opsLogin', { email, password, totp: await nextCode(secret) }, '')
  return response.code === 200 ? cookieIn(response) : String(response.code)
}
const isIn = async (cookie: string) => (await callOps(app, 'opsMe', {}, cookie)).code === 200
const actionsOf = async ({ id }: TestOperator) => {
  const { rows } = await app.db.pool.query<{ action: string }>(
    `SELECT action FROM trust_audit WHERE subject = $1 AND action ~ 'password|totp|reset|sso' ORDER BY seq`,
    [`operator:${id}`],
  )
  return rows.map(({ action }) => action)
}

test('I12.8: an operator changes their own password with the present one and a code, and their other sessions end', async () => {
  const own = await signInOperator(app, 'finance')
  const elsewhere = await signIn(own.email, own.password, own.secret)
  const change = async (given: object) =>
    own.call('opsChangePassword', { password: own.password, newPassword: fresh, ...given })
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
  expect((await app.letter(own.email, 'operator-change')).subject).toContain('password')
})

test('I12.8: an operator changes their own second factor; the one before holds until a code of the new one was given', async () => {
  const own = await signInOperator(app, 'reviewer')
  const { password, email } = own
  const start = async () =>
    resultOf<{ secret: string }>(
      await own.call('opsTotpStart', { password, totp: await nextCode(own.secret) }),
    )
  expect((await own.call('opsTotpConfirm', { totp: codeNow(app, own.secret) })).code).toBe(11011)
  const late = await start()
  await app.moveClock(10 * 60_000)
  expect((await own.call('opsTotpConfirm', { totp: codeNow(app, late.secret) })).code).toBe(11011)
  const { secret } = await start()
  expect(await isIn(await signIn(email, password, own.secret))).toBe(true)
  expect((await own.call('opsTotpConfirm', { totp: '000000' })).code).toBe(11011)
  expect((await own.call('opsTotpConfirm', { totp: codeNow(app, secret) })).code).toBe(200)
  expect(await signIn(email, password, own.secret)).toBe('11009')
  expect(await isIn(await signIn(email, password, secret))).toBe(true)
  expect(await actionsOf(own)).toEqual(['operators.totp.change'])
  const { subject, text } = await app.letter(own.email, 'operator-change')
  expect(subject).toBe('Two-factor authentication for your console sign-in was changed')
  expect(text).toMatch(operatorFrame)
})

test('I12.8: two admins reset lost credentials: the old ones are void at once, and only the operator gets the link', async () => {
  const lost = await signInOperator(app, 'finance')
  const request = { id: lost.id, reason }
  const risk = await signInOperator(app, 'risk')
  expect((await risk.call('opsProposeReset', request)).code).toBe(11005)
  expect((await admin.call('opsProposeReset', { ...request, id: admin.id })).code).toBe(11001)
  const { id } = (await admin.call('opsProposeReset', request)).result
  const approve = async (who: TestOperator) => {
    const { shownHash } = (await who.call('opsProposal', { id })).result
    return (await who.call('opsApproveProposal', { id, shownHash })).code
  }
  expect(await isIn(lost.cookie)).toBe(true)
  expect(await approve(admin)).toBe(11008)
  // Only admins read and decide it.
  expect((await risk.call('opsProposal', { id })).code).toBe(11005)
  expect(await approve(second)).toBe(200)
  expect(await isIn(lost.cookie)).toBe(false)
  expect(await signIn(lost.email, lost.password, lost.secret)).toBe('11009')
  const { code: link = '' } = await app.letter(lost.email, 'operator-invitation')
  const token = link.slice(link.lastIndexOf('/') + 1)
  const look = await callOps(app, 'opsInvitation', { token }, '')
  expect(look.result).toMatchObject({ email: lost.email, role: 'finance', resets: true })
  const { secret } = look.result
  const joined = await callOps(app, 'opsJoin', { token, password: fresh, totp: await nextCode(secret) }, '')
  expect(joined.code).toBe(200)
  expect(await isIn(await signIn(lost.email, fresh, secret))).toBe(true)
  expect((await callOps(app, 'opsInvitation', { token }, '')).code).toBe(11004)
  expect(await actionsOf(lost)).toEqual(['operators.reset.join'])
})

/** Proposes a reset, approves it, and answers the token of the link that was mailed. */
async function resetLinkOf(lost: TestOperator): Promise<string> {
  const { id } = (await admin.call('opsProposeReset', { id: lost.id, reason })).result
  const { shownHash } = (await second.call('opsProposal', { id })).result
  expect((await second.call('opsApproveProposal', { id, shownHash })).code).toBe(200)
  const { code: link = '' } = await app.letter(lost.email, 'operator-invitation')
  return link.slice(link.lastIndexOf('/') + 1)
}

/** Secrets that operators know themselves: of one who is changing theirs, and of one who is invited again. */
async function operatorsSecrets(): Promise<string[]> {
  const own = await signInOperator(app, 'risk')
  const { password } = own
  const next = await own.call('opsTotpStart', { password, totp: await nextCode(own.secret) })
  const link = await resetLinkOf(await signInOperator(app, 'content'))
  const invited = await callOps(app, 'opsInvitation', { token: link }, '')
  const cookie = own.cookie.slice(own.cookie.indexOf('=') + 1)
  return [own.secret, password, cookie, next.result.secret, link, invited.result.secret]
}

test('I12.10: no column of any table contains a usable secret; the sealing keys are in none', async () => {
  const secrets = [
    ...(await operatorsSecrets()),
    ...(await customersSecrets(app)),
    ...(await installationsSecrets(app)),
  ]
  expect(secrets.filter((secret) => (secret ?? '').length < 10)).toEqual([])
  const texts = await textsOfTables(app)
  const holding = (secret: string) =>
    texts.filter(([, text]) => formsOf(secret).some((form) => text.includes(form))).map(([name]) => name)
  expect(holding(admin.email)).toContain('operators_people')
  expect(secrets.map((secret) => [secret, ...holding(secret)])).toEqual(secrets.map((secret) => [secret]))
})

test('I12.10: a second factor copied into another operator’s row does not sign in', async () => {
  const [thief, victim] = [await signInOperator(app, 'content'), await signInOperator(app, 'admin')]
  const put = (id: string, sealed: string) =>
    app.db.pool.query('UPDATE operators_people SET totp_secret = $2 WHERE id = $1', [id, sealed])
  const secretOf = async ({ id }: TestOperator) => {
    const { rows } = await app.db.pool.query('SELECT totp_secret FROM operators_people WHERE id = $1', [id])
    return rows[0]?.totp_secret
  }
  const own = await secretOf(victim)
  await put(victim.id, await secretOf(thief))
  expect(await signIn(victim.email, victim.password, thief.secret)).toBe('11000')
  await expect(put(victim.id, thief.secret)).rejects.toThrow('operators_people_totp_secret_sealed')
  await put(victim.id, own)
  expect(await isIn(await signIn(victim.email, victim.password, victim.secret))).toBe(true)
})

test('I12.8: a role reads the proposals of its kinds alone', async () => {
  const content = await signInOperator(app, 'content')
  const { id } = (await admin.call('opsProposeReset', { id: second.id, reason })).result
  const listed = async (who: TestOperator) =>
    resultOf<{ items: { id: string }[] }>(await who.call('opsProposals')).items.map((one) => one.id)
  expect(await listed(second)).toContain(id)
  expect(await listed(content)).not.toContain(id)
  expect((await content.call('opsProposal', { id })).code).toBe(11005)
})

const known = (subject: string, proof: Partial<OpenIdPerson> = {}): OpenIdPerson => ({
  subject,
  email: `${subject}@desk.example`,
  proven: true,
  ...proof,
})

/** Goes to the provider from this start, and brings back what the browser would. */
async function cameBack(begun: CallResponse, person: OpenIdPerson) {
  openId.person = person
  const { url, key } = resultOf<{ url: string; key: string }>(begun)
  const { searchParams } = await visitProvider(url)
  const parameter = (name: string) => searchParams.get(name) ?? ''
  return { key, code: parameter('code'), state: parameter('state'), iss: parameter('iss') }
}
const startSso = () => callOps(app, 'opsSsoStart', {}, '')
const finishSso = (callback: object) => callOps(app, 'opsSsoFinish', callback, '')

/** Signs in with this account: 200 where the provider's second factor did. */
const ssoAs = async (person: OpenIdPerson) => finishSso(await cameBack(await startSso(), person))

const factorsOf = async ({ password, secret }: TestOperator) => ({ password, totp: await nextCode(secret) })

const attemptCount = async (key: string): Promise<number> => {
  const { rows } = await app.db.pool.query('SELECT FROM operators_sso_attempts WHERE key_hash = $1', [
    hashOfToken(key),
  ])
  return rows.length
}

async function link(own: TestOperator, person: OpenIdPerson): Promise<CallResponse> {
  const begun = await own.call('opsSsoLinkStart', await factorsOf(own))
  return own.call('opsSsoLinkFinish', await cameBack(begun, person))
}

test('I12.9: the sign-in page shows the name of single sign-on, and the provider returns people to the console', async () => {
  const ways = await callOps(app, 'opsSignInWays', {}, '')
  expect(ways.result).toEqual({ sso: { label: 'the desk' } })
  const back = await fetch(`${app.url}/console/sign-in?code=a%26b&state=s&iss=i&other=x`, {
    redirect: 'manual',
  })
  expect([back.status, back.headers.get('cache-control')]).toEqual([302, 'no-store'])
  expect(back.headers.get('location')).toBe('/console/#/sso/code=a%26b&state=s&iss=i')
})

test('I12.9: an account signs in only once its operator linked it, with password and code; a letter reports it', async () => {
  const own = await signInOperator(app, 'finance')
  // Their address at the provider is theirs here, and proven: it counts for nothing.
  const person = known('fin', { email: own.email, amr: ['mfa'] })
  expect((await ssoAs(person)).code).toBe(11054)
  expect((await own.call('opsSsoLinkStart', { password: 'x', totp: '000000' })).code).toBe(10004)
  expect((await own.call('opsSsoLinkStart', { password: own.password, totp: '000000' })).code).toBe(11011)
  expect(resultOf(await own.call('opsSso'))).toEqual({ label: 'the desk', link: null })
  expect((await link(own, person)).code).toBe(200)
  expect((await app.letter(own.email, 'operator-change')).subject).toContain('linked')
  expect(resultOf(await own.call('opsSso'))).toMatchObject({ link: { account: own.email } })
  const signedIn = await ssoAs(person)
  expect(signedIn.result).toMatchObject({ email: own.email, role: 'finance' })
  expect(await isIn(cookieIn(signedIn))).toBe(true)
  // One account is one operator: two of them would be two pairs of eyes.
  const other = await signInOperator(app, 'finance')
  const taken = await link(other, person)
  expect([taken.code, taken.result.issues]).toEqual([11001, [{ path: 'account', code: 'taken' }]])
  // Another account takes its place.
  expect((await link(own, known('fin-2', { amr: ['mfa'] }))).code).toBe(200)
  expect((await ssoAs(person)).code).toBe(11054)
  expect((await own.call('opsSsoUnlink', await factorsOf(own))).code).toBe(200)
  expect((await ssoAs(known('fin-2', { amr: ['mfa'] }))).code).toBe(11054)
  expect((await own.call('opsSsoUnlink', await factorsOf(own))).code).toBe(11004)
  expect(await actionsOf(own)).toEqual(['operators.sso.link', 'operators.sso.link', 'operators.sso.unlink'])
})

test('I12.9: without the configured second factor of the provider, the operator’s own is required', async () => {
  const own = await signInOperator(app, 'risk')
  const person = known('ria', { amr: ['pwd'] })
  await link(own, person)
  const callback = await cameBack(await startSso(), person)
  const { key } = callback
  const code = (totp: string) => callOps(app, 'opsSsoCode', { key, totp }, '')
  const totp = await nextCode(own.secret)
  expect((await code(totp)).code).toBe(11053)
  const finished = await finishSso(callback)
  expect([finished.code, cookieIn(finished)]).toEqual([11011, ''])
  expect((await code('000000')).code).toBe(11011)
  const late = await cameBack(await startSso(), person)
  expect((await finishSso(late)).code).toBe(11011)
  const signedIn = await code(totp)
  expect(await isIn(cookieIn(signedIn))).toBe(true)
  expect((await code(await nextCode(own.secret))).code).toBe(11053)
  await app.moveClock(10 * 60_000)
  const tooLate = await callOps(app, 'opsSsoCode', { key: late.key, totp: await nextCode(own.secret) }, '')
  expect([tooLate.code, await attemptCount(late.key)]).toEqual([11053, 1])
  const { rows } = await app.db.pool.query<{ by: string }>(
    `SELECT body::jsonb -> 'after' ->> 'by' AS by FROM trust_audit WHERE subject = $1 AND action = 'operators.sign-in' ORDER BY seq`,
    [`operator:${own.id}`],
  )
  expect(rows.map(({ by }) => by)).toEqual(['password', 'sso'])
})

test('I12.9: a returned attempt counts once, in time, in the browser that started it, and for its purpose', async () => {
  const own = await signInOperator(app, 'content')
  const person = known('cora', { amr: ['mfa'] })
  await link(own, person)
  const good = await cameBack(await startSso(), person)
  const other = await cameBack(await startSso(), person)
  const refused = [
    { ...good, key: other.key },
    { ...good, key: 'made-up' },
    { ...good, state: other.state },
  ]
  for (const one of refused) expect((await finishSso(one)).code).toBe(11053)
  // None of that spent it.
  expect((await finishSso(good)).code).toBe(200)
  expect((await finishSso(good)).code).toBe(11053)
  const spent = await cameBack(await startSso(), person)
  expect((await finishSso({ ...spent, code: 'none' })).code).toBe(11053)
  expect((await finishSso(spent)).code).toBe(11053)
  // The same answer to another attempt: the nonce is another.
  expect((await finishSso({ ...other, code: good.code })).code).toBe(11053)
  const [inTime, late] = [await cameBack(await startSso(), person), await cameBack(await startSso(), person)]
  await app.moveClock(9 * 60_000)
  expect((await finishSso(inTime)).code).toBe(200)
  await app.moveClock(60_000)
  // Still stored: the answer is refused for its age.
  expect(await attemptCount(late.key)).toBe(1)
  expect((await finishSso(late)).code).toBe(11053)
  // An answer for signing in links nothing, one for linking signs nobody in, and a colleague's session links nothing with it.
  const begun = await own.call('opsSsoLinkStart', await factorsOf(own))
  const forLink = await cameBack(begun, known('cora-2'))
  expect((await finishSso(forLink)).code).toBe(11053)
  expect((await admin.call('opsSsoLinkFinish', forLink)).code).toBe(11053)
  const forSignIn = await cameBack(await startSso(), person)
  expect((await own.call('opsSsoLinkFinish', forSignIn)).code).toBe(11053)
  expect((await own.call('opsSsoLinkFinish', forLink)).code).toBe(200)
})

test('I12.9: a disabled operator cannot use single sign-on, nor finish its second step; a reset unlinks the account', async () => {
  const own = await signInOperator(app, 'reviewer')
  const person = known('rex')
  await link(own, person)
  const callback = await cameBack(await startSso(), person)
  expect((await finishSso(callback)).code).toBe(11011)
  const inside = cookieIn(await ssoAs(known('rex', { amr: ['mfa'] })))
  expect(await isIn(inside)).toBe(true)
  expect((await admin.call('opsDisableOperator', { id: own.id, reason })).code).toBe(200)
  expect(await isIn(inside)).toBe(false)
  const code = await nextCode(own.secret)
  expect((await callOps(app, 'opsSsoCode', { key: callback.key, totp: code }, '')).code).toBe(11053)
  expect((await ssoAs(known('rex', { amr: ['mfa'] }))).code).toBe(11054)

  const lost = await signInOperator(app, 'reviewer')
  await link(lost, known('lou'))
  expect((await ssoAs(known('lou', { amr: ['mfa'] }))).code).toBe(200)
  await resetLinkOf(lost)
  expect((await ssoAs(known('lou', { amr: ['mfa'] }))).code).toBe(11054)
})
