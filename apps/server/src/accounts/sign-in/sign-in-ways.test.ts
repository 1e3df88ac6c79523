import { randomUUID } from 'node:crypto'
import type { TermsVersion } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { holdClock } from '../../testing/time/test-clock.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

let numbers = 0
/** A German mobile number that nobody had before, and how it stands in the database. */
const newNumber = () => {
  numbers += 1
  const rest = `1512345${String(numbers).padStart(4, '0')}`
  return { at: { areaCode: '+49', phone: `0${rest}` }, kept: `+49${rest}` }
}
const sent = (to: string) => app.messages(to).findLast(({ code }) => code !== undefined)?.code ?? ''

async function withPhone() {
  const person = await app.signUp()
  const number = newNumber()
  const { token, password } = person
  await app.call('sendSmsCode', { ...number.at, purpose: 'security' })
  const saved = await app.call('savePhone', { ...number.at, code: sent(number.kept), password }, { token })
  expect(saved.code, saved.text).toBe(20005)
  return { ...person, number }
}

test('issue 5 SMS: a proven number signs in with a code, and with the password as its account name', async () => {
  const { number, userName, password } = await withPhone()
  await app.call('sendSmsCode', { ...number.at, purpose: 'login' })
  const code = sent(number.kept)
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await app.call('loginBySms', { ...number.at, code: wrong })).code).toBe(10091)
  const response = await app.call('loginBySms', { ...number.at, code })
  expect(response.result.user).toMatchObject({ userName, phone: number.kept })
  expect((await app.call('loginBySms', { ...number.at, code })).code).toBe(10091)
  expect((await app.call('login', { account: number.kept, password })).code).toBe(200)
})

test('I12.3: each browser that the owner signed in with has a count of guesses of its own', async () => {
  const { userName: account, password } = await app.signUp()
  const [one, other] = [randomUUID(), randomUUID()]
  const login = async (given: string, device: string) =>
    (await app.call('login', { account, password: given }, { headers: { device } })).code
  expect([await login(password, one), await login(password, other)]).toEqual([200, 200])
  expect(await login('a wrong guess', one)).toBe(10004)
  // As after many more: the wait outlasts this test.
  await app.db.pool.query('UPDATE limits_attempts SET failed = failed + 20 WHERE failed > 0')
  expect([await login(password, one), await login(password, other)]).toEqual([11002, 200])
})

test('a second factor that was not begun cannot be confirmed', async () => {
  const { token } = await app.signUp()
  expect((await app.call('totpConfirm', { totp: '123456' }, { token })).code).toBe(11011)
})

test('an account frozen by its owner is no wrong guess, however often its password is right', async () => {
  const { userName: account, password, token } = await app.signUp()
  const frozen = await app.call('freeze', { password }, { token })
  expect(frozen.status, frozen.text).toBe(200)
  for (let n = 0; n < 7; n += 1) expect((await app.call('login', { account, password })).code).toBe(11018)
})

test('issue 5: an installation without Google refuses a sign-in by it', async () => {
  const callback = { code: 'any', codeVerifier: 'v'.repeat(43), nonce: 'n'.repeat(22) }
  const redirectUri = 'http://localhost:3999/api/loginCallback/google'
  expect((await app.call('loginByGoogle', { ...callback, redirectUri })).code).toBe(11014)
})

test('sign-up with a phone number wants the code sent to it (10091), and spends the mailed code only then', async () => {
  const number = newNumber()
  const email = 'by-phone@candor.example'
  await app.call('sendCode', { email, purpose: 'register' })
  const request = {
    userName: 'by-phone',
    email,
    code: sent(email),
    password: 'a long and plain phrase',
    ...number.at,
  }
  expect((await app.call('register', request)).code).toBe(10091)
  await app.call('sendSmsCode', { ...number.at, purpose: 'register' })
  const response = await app.call('register', { ...request, smsCode: sent(number.kept) })
  expect(response.code, response.text).toBe(200)
  expect(response.result.user).toMatchObject({ phone: number.kept })
  expect((await app.call('checkUserNameOrPhone', number.at)).code).toBe(10007)
  // A second registration with the number is reported to the number's owner only.
  await app.call('sendSmsCode', { ...number.at, purpose: 'register' })
  expect(app.messages(number.kept).at(-1)).toMatchObject({ kind: 'sms-known' })
})

test('specification §3: 30 area codes, and only possible numbers; the response does not reveal who has one', async () => {
  const call = (areaCode: string, phone: string) =>
    app.call('sendSmsCode', { areaCode, phone, purpose: 'login' })
  const issue = async (areaCode: string, phone: string) => {
    const { code, result } = await call(areaCode, phone)
    return [code, result.issues?.[0]?.path]
  }
  expect(await issue('+49', '12')).toEqual([11001, 'phone'])
  expect(await issue('+1', '1234567890')).toEqual([11001, 'phone'])
  expect(await issue('+999', '15123456789')).toEqual([11001, 'areaCode'])
  const { number } = await withPhone()
  const known = await call(number.at.areaCode, number.at.phone)
  const stranger = newNumber()
  const unknown = await call(stranger.at.areaCode, stranger.at.phone)
  expect(unknown.text).toBe(known.text)
  expect(app.messages(stranger.kept)).toEqual([])
  expect((await app.call('loginBySms', { ...stranger.at, code: '123456' })).code).toBe(10091)
})

test('a number is one customer’s; its owner takes it out after the password', async () => {
  const { number, token, password } = await withPhone()
  const other = await app.signUp()
  await app.call('sendSmsCode', { ...number.at, purpose: 'security' })
  expect(app.messages(number.kept).at(-1)).toMatchObject({ kind: 'sms-known' })
  const steal = { ...number.at, code: '123456', password: other.password }
  expect((await app.call('savePhone', steal, { token: other.token })).code).toBe(10091)
  expect((await app.call('removePhone', { password: 'wrong' }, { token })).code).toBe(10004)
  expect((await app.call('removePhone', { password }, { token })).code).toBe(20005)
  await app.call('sendSmsCode', { ...number.at, purpose: 'login' })
  expect(app.messages(number.kept).at(-1)).toMatchObject({ kind: 'sms-known' })
})

test('too many text messages from one visitor’s address are 429, for any numbers', async () => {
  holdClock()
  await app.moveClock(3_600_000)
  const responses = []
  for (let at = 0; at < 12; at += 1) {
    const { at: number } = newNumber()
    responses.push((await app.call('sendSmsCode', { ...number, purpose: 'login' })).status)
  }
  expect(responses).toEqual([...Array(10).fill(200), 429, 429])
  await app.moveClock(3_600_000)
})

test('an email reports a sign-in from an unknown browser, none from a known one; addresses are shortened', async () => {
  const { userName, password, email, token, id } = await app.signUp()
  const from = (device: string | null) =>
    app.call('login', { account: userName, password }, device === null ? {} : { headers: { device } })
  const mark = '0b3b1b8e-7a51-4a7a-9a42-0d4c1f6f7a10'
  const letters = async () =>
    (
      await app.db.query
        .selectFrom('outbox_letters')
        .select('id')
        .where('user_id', '=', id)
        .where('kind', '=', 'newDevice')
        .execute()
    ).length
  await from(null)
  expect(await letters()).toBe(0)
  await from(mark)
  await from(mark)
  expect(await letters()).toBe(1)
  const mail = await app.letter(email, 'newDevice')
  expect(mail.text).toContain('127.0.0.*')
  expect(mail.text).not.toContain('127.0.0.1')
  const sessions = resultOf<{ address: string; current: boolean }[]>(
    await app.call('sessions', {}, { token }),
  )
  expect(new Set(sessions.map(({ address }) => address))).toEqual(new Set(['127.0.0.*']))
  expect((await app.call('revokeOtherSessions', {}, { token })).result).toEqual({ ended: 3 })
  const left = resultOf<{ current: boolean }[]>(await app.call('sessions', {}, { token }))
  expect(left.map(({ current }) => current)).toEqual([true])
})

test('one’s own freeze ends every session and stops signing in (11018) until a mailed code; recovery does not get round it', async () => {
  const { userName, password, email, token } = await app.signUp()
  const second = (await app.call('login', { account: userName, password })).result.token
  expect((await app.call('freeze', {}, { token })).result).toBe(true)
  for (const ended of [token, second]) {
    expect((await app.call('getUserInfo', {}, { token: ended })).code).toBe(401)
  }
  await app.letter(email, 'ownFreeze')
  const login = (given = password) => app.call('login', { account: userName, password: given })
  expect((await login()).code).toBe(11018)
  expect((await login('wrong')).code).toBe(10004)
  await app.call('sendCode', { email, purpose: 'forget' })
  const { resetToken } = (await app.call('forget', { email, code: sent(email) })).result
  const fresh = 'quite another phrase'
  expect((await app.call('forget', { resetToken, password: fresh })).code).toBe(200)
  await app.letter(email, 'passwordChanged')
  expect((await login(fresh)).code).toBe(11018)
  expect((await app.call('unfreeze', { email, code: '000000' })).code).toBe(11010)
  expect((await app.call('unfreeze', { email: 'nobody@candor.example', code: '000000' })).code).toBe(11010)
  await app.call('sendCode', { email, purpose: 'security' })
  expect((await app.call('unfreeze', { email, code: sent(email) })).code).toBe(20005)
  expect((await login(fresh)).code).toBe(200)
})

test('trust T13: an own freeze and an operator’s do not lift one another, and requested withdrawals continue', async () => {
  const { id, token, email, userName, password } = await app.signUp()
  await app.call('freeze', {}, { token })
  const users = () => app.db.query.updateTable('accounts_users').where('id', '=', id)
  await users().set({ status: 'frozen' }).execute()
  // Both at once: their owner's holds, and the door stays shut.
  expect((await app.call('login', { account: userName, password })).code).toBe(11018)
  await app.call('sendCode', { email, purpose: 'security' })
  await app.call('unfreeze', { email, code: sent(email) })
  const entered = await app.call('login', { account: userName, password })
  expect(entered.code).toBe(200)
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  expect((await app.call('buyContract', buy, { token: entered.result.token })).code).toBe(10008)
  await users()
    .set({ status: 'active', own_freeze_at: new Date(app.now()) })
    .execute()
  expect((await app.call('login', { account: userName, password })).code).toBe(11018)
  const holds = await app.db.query
    .selectFrom('accounts_freezes')
    .where('user_id', '=', id)
    .selectAll()
    .execute()
  expect(holds).toEqual([])
})

test('rulebook Languages: consent at sign-up is stored by version, an old version is refused, a new one is due again', async () => {
  const read = async (lang = 'en') => resultOf<TermsVersion[]>(await app.call('termsInForce', {}, { lang }))
  const inForce = await read()
  expect(inForce.map(({ id }) => id)).toEqual(['terms', 'privacy'])
  const versions = inForce.map(({ id, language, version }) => ({ id, language, version }))
  const email = 'agrees@candor.example'
  await app.call('sendCode', { email, purpose: 'register' })
  const request = { userName: 'agrees', email, code: sent(email), password: 'a long and plain phrase' }
  const [terms, privacy] = versions
  const old = [{ ...terms, version: 99 }, privacy]
  expect((await app.call('register', { ...request, accepted: old })).code).toBe(11017)
  expect((await app.call('register', { ...request, accepted: [terms] })).code).toBe(11017)
  const { token } = (await app.call('register', { ...request, accepted: versions })).result
  const consents = async () =>
    resultOf<{ due: TermsVersion[]; given: object[] }>(await app.call('consents', {}, { token }))
  expect(await consents()).toMatchObject({ due: [], given: versions })
  await app.moveClock(1_000)
  await app.db.query
    .insertInto('content_versions')
    .values({
      article_id: 'terms',
      language: 'en',
      version: 2,
      title: 'Terms',
      description: 'newer',
      body: 'newer',
      written_at: BigInt(app.now()),
    })
    .execute()
  const { due } = await consents()
  expect(due).toMatchObject([{ id: 'terms', version: 2 }])
  expect((await app.call('giveConsent', { accepted: [terms] }, { token })).code).toBe(11017)
  const fresh = due.map(({ id, language, version }) => ({ id, language, version }))
  expect((await app.call('giveConsent', { accepted: fresh }, { token })).code).toBe(20005)
  expect(await consents()).toMatchObject({ due: [], given: [{ version: 2 }, {}, {}] })
})
