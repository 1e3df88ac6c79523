import { randomUUID } from 'node:crypto'
import type { PasskeyWanted } from '@candor/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { resultOf, startTestApp, type TestApp } from '../testing/test-app.ts'
import { TestAuthenticator } from '../testing/test-authenticator.ts'
import { holdClock } from '../testing/time/test-clock.ts'
import { hashOfToken } from './sessions/tokens.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const hour = 3_600_000
const codeFor = async (email: string, purpose: string) => {
  await app.call('sendCode', { email, purpose })
  return app.messages(email).findLast(({ code }) => code !== undefined)?.code ?? ''
}

test('rulebook Accounts: a new customer has a demo account with 10 000 USDT and an empty real one', async () => {
  const { token } = await app.signUp()
  const demo = await app.call('getUserInfo', {}, { token })
  expect(demo.result.mode).toBe('demo')
  expect(demo.result.balances).toEqual([{ asset: 'USDT', available: '10000.000000', held: '0.000000' }])
  const real = await app.call('getUserInfo', {}, { token, mode: 'real' })
  expect(real.result.balances).toEqual([
    { asset: 'USDT', available: '0.000000', held: '0.000000' },
    { asset: 'BTC', available: '0.00000000', held: '0.00000000' },
    { asset: 'ETH', available: '0.000000000', held: '0.000000000' },
  ])
})

test('calls Auth: fields that are missing and fields that are wrong have the catalogue’s codes', async () => {
  const responses = [
    [await app.call('login', {}), 10001],
    [await app.call('login', { account: 'ana' }), 10004],
    [await app.call('sendCode', { purpose: 'register' }), 10001],
    [await app.call('sendCode', { email: 'ana', purpose: 'register' }), 10002],
    [await app.call('register', {}), 10001],
    [await app.call('register', { userName: 'x' }), 10003],
    [await app.call('register', { userName: 'xyz', email: '' }), 10001],
    [
      await app.call('register', {
        userName: 'xyz',
        email: 'x@y.example',
        password: 'short',
        code: '000000',
      }),
      11001,
    ],
    [await app.call('forget', {}), 10001],
    [await app.call('forget', { email: 'no address', code: '123456' }), 10002],
    [await app.call('checkUserNameOrPhone', {}), 10001],
  ] as const
  for (const [response, code] of responses)
    expect([response.status, response.code], response.text).toEqual([200, code])
})

test('calls Auth: a taken name is 10006 and a taken address 10007, however they are written', async () => {
  const { userName, email } = await app.signUp()
  expect((await app.call('checkUserNameOrPhone', { userName: userName.toUpperCase() })).code).toBe(10006)
  expect((await app.call('checkUserNameOrPhone', { email: email.toUpperCase() })).code).toBe(10007)
  expect((await app.call('checkUserNameOrPhone', { userName: 'nobody-yet' })).result).toBe(true)
  const again = { userName: userName.toUpperCase(), email: 'other@candor.example', code: '123456' }
  expect((await app.call('register', { ...again, password: 'a long and plain phrase' })).code).toBe(10006)
})

test('of twenty people who register the same name at the same moment, one gets it', async () => {
  const emails = Array.from({ length: 20 }, (_, at) => `race${at}@candor.example`)
  const codes = await Promise.all(emails.map((email) => codeFor(email, 'register')))
  const responses = await Promise.all(
    emails.map((email, at) =>
      app.call('register', {
        userName: 'the-one',
        email,
        code: codes[at],
        password: 'a long and plain phrase',
      }),
    ),
  )
  expect(responses.filter((response) => response.code === 200)).toHaveLength(1)
  expect(responses.filter((response) => response.code === 10006)).toHaveLength(19)
})

test('a code is valid once, for its purpose, for ten minutes and five attempts; a new one replaces it', async () => {
  const { email } = await app.signUp()
  const forget = (code: string) => app.call('forget', { email, code })
  const first = await codeFor(email, 'forget')
  const second = await codeFor(email, 'forget')
  if (first !== second) expect((await forget(first)).code).toBe(11010)
  expect((await forget(second)).result.resetToken).toBeTypeOf('string')
  expect((await forget(second)).code).toBe(11010)
  const security = await codeFor(email, 'security')
  expect((await forget(security)).code).toBe(11010)
  const worn = await codeFor(email, 'security')
  const tooOld = await codeFor(email, 'forget')
  expect(worn).toMatch(/^\d{6}$/)
  await app.moveClock(10 * 60_000 + 1_000)
  expect((await forget(tooOld)).code).toBe(11010)
})

test('calls sendCode: known and unknown addresses get the same answer, and an unknown one gets no mail', async () => {
  const { email } = await app.signUp()
  const known = await app.call('sendCode', { email, purpose: 'forget' })
  const unknown = await app.call('sendCode', { email: 'nobody@candor.example', purpose: 'forget' })
  expect(unknown.text).toBe(known.text)
  expect(app.messages('nobody@candor.example')).toEqual([])
  await app.call('sendCode', { email, purpose: 'register' })
  expect(app.messages(email).at(-1)).toMatchObject({ kind: 'register-known' })
  expect(app.messages(email).at(-1)?.code).toBeUndefined()
})

test('calls sendCode: too many to one address is 429 with Retry-After', async () => {
  holdClock()
  const call = () => app.call('sendCode', { email: 'flood@candor.example', purpose: 'register' })
  const responses = await Promise.all(Array.from({ length: 8 }, call))
  const refused = responses.filter((response) => response.status === 429)
  expect(refused).toHaveLength(3)
  expect(refused[0]?.code).toBe(11002)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('login: by name or address, 10009 for an unknown one, 10004 for a wrong password', async () => {
  const { userName, email, password } = await app.signUp()
  expect((await app.call('login', { account: userName, password })).code).toBe(200)
  expect((await app.call('login', { account: email.toUpperCase(), password })).code).toBe(200)
  expect((await app.call('login', { account: 'nobody-at-all', password })).code).toBe(10009)
  expect((await app.call('login', { account: userName, password: 'wrong' })).code).toBe(10004)
})

test('guessing a password is slowed down, also for the right one, and stops being so', async () => {
  holdClock()
  const { userName, password } = await app.signUp()
  for (let at = 0; at < 5; at += 1) {
    expect((await app.call('login', { account: userName, password: `guess ${at}` })).code).toBe(10004)
  }
  const slowed = await app.call('login', { account: userName, password })
  expect([slowed.status, slowed.code]).toEqual([429, 11002])
  expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0)
  await app.moveClock(60_000)
  expect((await app.call('login', { account: userName, password })).code).toBe(200)
})

test('logout ends this session at once; the token then answers HTTP 200 with code 401, a forged one HTTP 401', async () => {
  const { token } = await app.signUp()
  expect((await app.call('logout', {}, { token })).result).toBe(true)
  const ended = await app.call('getUserInfo', {}, { token })
  expect([ended.status, ended.code]).toEqual([200, 401])
  const forged = await app.call('getUserInfo', {}, { token: `${token.slice(0, -2)}AA` })
  expect([forged.status, forged.code]).toEqual([401, 401])
  const none = await app.call('getUserInfo', {}, { token: null })
  expect([none.status, none.code]).toEqual([200, 401])
})

test('sessions: listed, the current one marked, revoked one by one; no one can revoke another’s', async () => {
  const { token, userName, password } = await app.signUp()
  const other = (await app.call('login', { account: userName, password })).result.token
  const list = await app.call('sessions', {}, { token })
  const sessions = resultOf<{ id: string; current: boolean }[]>(list)
  expect(sessions.map((session) => session.current).sort()).toEqual([false, true])
  const id = sessions.find((session) => !session.current)?.id
  const stranger = await app.signUp()
  expect((await app.call('revokeSession', { id }, { token: stranger.token })).status).toBe(404)
  expect((await app.call('revokeSession', { id }, { token })).result).toBe(true)
  expect((await app.call('getUserInfo', {}, { token: other })).code).toBe(401)
  expect((await app.call('getUserInfo', {}, { token })).code).toBe(200)
})

test('repassword: needs the old one, refuses common ones, ends every other session', async () => {
  const { token, userName, password } = await app.signUp()
  const other = (await app.call('login', { account: userName, password })).result.token
  const change = (oldPassword: string, to: string) =>
    app.call('repassword', { oldPassword, password: to }, { token })
  expect((await change('wrong', 'another long phrase')).code).toBe(10004)
  expect((await change(password, 'Password1234')).result.issues).toEqual([
    { path: 'password', code: 'common' },
  ])
  expect((await change(password, 'another long phrase')).code).toBe(20005)
  expect((await app.call('getUserInfo', {}, { token: other })).code).toBe(401)
  expect((await app.call('getUserInfo', {}, { token })).code).toBe(200)
  expect((await app.call('login', { account: userName, password: 'another long phrase' })).code).toBe(200)
})

test('forget: the token sets a password once, within 15 minutes, and ends every session', async () => {
  const { token, email, userName } = await app.signUp()
  const { resetToken } = (await app.call('forget', { email, code: await codeFor(email, 'forget') })).result
  const set = () => app.call('forget', { resetToken, password: 'quite another phrase' })
  const codes = (await Promise.all([set(), set()])).map(({ code }) => code)
  expect(codes.toSorted((a, b) => a - b)).toEqual([200, 11010])
  expect((await set()).code).toBe(11010)
  expect((await app.call('getUserInfo', {}, { token })).code).toBe(401)
  expect((await app.call('login', { account: userName, password: 'quite another phrase' })).code).toBe(200)
})

test.each([
  [undefined, 401, 0],
  [false, 401, 0],
  [true, 200, 1],
])(
  'I12.7: a password reset with keepKeys %o leaves API keys %i and passkeys %i',
  async (keepKeys, expectedCode, left) => {
    const { token, email, userName: account } = await app.signUp()
    const { key } = resultOf<{ key: string }>(
      await app.call('makeApiKey', { name: 'mine', scope: 'read' }, { token }),
    )
    const wanted = resultOf<PasskeyWanted>(await app.call('newPasskeyStart', {}, { token }))
    const passkey = new TestAuthenticator('http://localhost:3000').make(wanted)
    await app.call('newPasskeyFinish', { name: 'Pixel', passkey }, { token })
    const { resetToken } = (await app.call('forget', { email, code: await codeFor(email, 'forget') })).result
    const password = 'quite another phrase'
    expect((await app.call('forget', { resetToken, password, keepKeys })).code).toBe(200)
    expect((await app.call('getUserInfo', {}, { headers: { 'x-api-key': key } })).code).toBe(expectedCode)
    const again = (await app.call('login', { account, password })).result.token
    expect(resultOf<object[]>(await app.call('listPasskeys', {}, { token: again }))).toHaveLength(left)
    expect(resultOf<object[]>(await app.call('listApiKeys', {}, { token: again }))).toHaveLength(left)
  },
)

test('second factor: required once it is on (11011), and each code signs in once', async () => {
  const { token, userName, password } = await app.signUp()
  const { secret } = (await app.call('totpStart', { password }, { token })).result
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now() })
  const login = (totp?: string) => app.call('login', { account: userName, password, totp })
  expect((await login()).code).toBe(200)
  expect((await app.call('totpConfirm', { totp: code() }, { token })).code).toBe(20005)
  expect((await login()).code).toBe(11011)
  expect((await login('000000')).code).toBe(11011)
  await app.moveClock(60_000)
  const fresh = code()
  expect((await login(fresh)).code).toBe(200)
  expect((await login(fresh)).code).toBe(11011)
})

test('second factor: an authenticator app knows nothing of a sandbox’s moved clock, and is believed all the same', async () => {
  const { token, password } = await app.signUp()
  await app.moveClock(5 * 60_000)
  const { secret } = (await app.call('totpStart', { password }, { token })).result
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  expect((await app.call('totpConfirm', { totp }, { token })).code).toBe(20005)
})

test('second factor: turned off only with password and code, and then no longer required', async () => {
  const { token, userName, password } = await app.signUp()
  const { secret } = (await app.call('totpStart', { password }, { token })).result
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now() })
  await app.call('totpConfirm', { totp: code() }, { token })
  await app.moveClock(60_000)
  const turnOff = (input: object) => app.call('totpDisable', input, { token })
  expect((await turnOff({ password: 'not the password', totp: code() })).code).toBe(10004)
  expect((await turnOff({ password, totp: '000000' })).code).toBe(11011)
  const login = () => app.call('login', { account: userName, password })
  expect((await login()).code).toBe(11011)
  await app.moveClock(60_000)
  expect((await turnOff({ password, totp: code() })).code).toBe(20005)
  expect((await login()).code).toBe(200)
})

test('settings: only the given fields change', async () => {
  const { token } = await app.signUp()
  await app.call('saveSettings', { language: 'ar', preferences: { theme: 'dark' } }, { token })
  const saved = await app.call('saveSettings', { preferences: { colours: 'redUp' } }, { token })
  expect(saved.code).toBe(20005)
  const settings = { language: 'ar', preferences: { theme: 'dark', colours: 'redUp' } }
  expect((await app.call('settings', {}, { token })).result).toEqual(settings)
})

test('resetDemo: once a day, 11032 with the time before; the statement shows it; real money is untouched', async () => {
  const { token, id } = await app.signUp()
  await app.db.query.updateTable('accounts_users').set({ demo_reset_at: null }).where('id', '=', id).execute()
  const first = await app.call('resetDemo', {}, { token })
  expect(first.result.balances).toEqual([{ asset: 'USDT', available: '10000.000000', held: '0.000000' }])
  const second = await app.call('resetDemo', {}, { token })
  expect(second.code).toBe(11032)
  expect(new Date(String(second.result.until)).getTime()).toBeGreaterThan(app.now() + 23 * hour)
  await app.moveClock(24 * hour)
  expect((await app.call('resetDemo', {}, { token })).code).toBe(200)
})

/** Changes a parameter as two operators would. */
async function set(key: string, value: unknown): Promise<void> {
  const { version } = await app.db.query
    .selectFrom('parameters_values')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const change = { reason: 'a test', changed_by: 'ada', approved_by: 'ben', changed_at: new Date(app.now()) }
  await app.db.query
    .insertInto('parameters_values')
    .values({ key, version: Number(version ?? 0) + 1, value: JSON.stringify(value), ...change })
    .execute()
}
const available = (response: { result: { balances: readonly { available: string }[] } }) =>
  response.result.balances[0]?.available

test('I16.10: another demo.grant is the balance of accounts opened and of resets made after it; what an account has stays', async () => {
  const before = await app.signUp()
  await set('demo.grant', '25000.5')
  try {
    const after = await app.signUp()
    const balanceOf = async ({ token }: { token: string }) =>
      available(await app.call('getUserInfo', {}, { token }))
    expect([await balanceOf(before), await balanceOf(after)]).toEqual(['10000.000000', '25000.500000'])
    expect(available(await app.call('resetDemo', {}, { token: before.token }))).toBe('25000.500000')
    await set('demo.grant', '100')
    expect(available(await app.call('resetDemo', {}, { token: after.token }))).toBe('100.000000')
  } finally {
    await set('demo.grant', '10000')
  }
})

test('I16.10: demo.resetsPerDay resets fit in any 24 hours, counted with the one an earlier version noted', async () => {
  const { token, id } = await app.signUp()
  const reset = () => app.call('resetDemo', {}, { token })
  const earlier = app.now() - 23 * hour
  await app.db.query
    .updateTable('accounts_users')
    .set({ demo_reset_at: new Date(earlier) })
    .where('id', '=', id)
    .execute()
  await set('demo.resetsPerDay', 3)
  try {
    for (const code of [200, 200, 11032]) {
      await app.moveClock(1_000)
      const { code: got, result } = await reset()
      expect(got).toBe(code)
      if (code !== 200) expect(result.until).toBe(new Date(earlier + 24 * hour).toISOString())
    }
    await app.moveClock(hour)
    expect((await reset()).code).toBe(200)
    await set('demo.resetsPerDay', 1)
    const { code, result } = await reset()
    expect([code, Date.parse(String(result.until)) > app.now() + 23.9 * hour]).toEqual([11032, true])
  } finally {
    await set('demo.resetsPerDay', 1)
  }
})

test('statement: every entry with its running balance, as JSON and as CSV', async () => {
  const { token } = await app.signUp()
  const { items } = resultOf<{ items: object[] }>(await app.call('statement', {}, { token }))
  expect(items).toMatchObject([
    { asset: 'USDT', kind: 'demo-grant', amount: '10000.000000', balanceAfter: '10000.000000' },
  ])
  const csv = await app.call('statement', { format: 'csv' }, { token })
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.text.split('\r\n')).toHaveLength(3)
  expect(csv.text).toContain('demo-grant,10000.000000,10000.000000')
  expect((await app.call('statement', { cursor: 'x' }, { token })).code).toBe(11001)
})

test('statementTotals: opening + in − out = closing for any period, and agree with the lines', async () => {
  const { token } = await app.signUp()
  const totals = async (period: object) => (await app.call('statementTotals', period, { token })).result
  const now = new Date(app.now() + 1_000).toISOString()
  expect(await totals({ to: now })).toEqual([
    {
      ...{ asset: 'USDT', opening: '0.000000', in: '10000.000000', out: '0.000000', closing: '10000.000000' },
      kinds: [{ kind: 'demo-grant', in: '10000.000000', out: '0.000000' }],
    },
  ])
  expect(await totals({ from: now })).toEqual([
    {
      ...{ asset: 'USDT', opening: '10000.000000', in: '0.000000', out: '0.000000', closing: '10000.000000' },
      kinds: [],
    },
  ])
  expect(await totals({ to: '2020-01-01T00:00:00Z' })).toMatchObject([
    { opening: '0.000000', closing: '0.000000' },
  ])
  const real = (await app.call('statementTotals', {}, { token, mode: 'real' })).result
  expect(real).toMatchObject([{ asset: 'USDT' }, { asset: 'BTC' }, { asset: 'ETH' }])
})

test('statement as a PDF in the requested language, with its fonts embedded', async () => {
  const { token } = await app.signUp()
  for (const lang of ['en', 'ar']) {
    const paper = await app.call('statement', { format: 'pdf' }, { token, lang })
    expect(paper.headers.get('content-type')).toBe('application/pdf')
    expect(paper.headers.get('content-disposition')).toContain('statement-demo.pdf')
    expect(paper.text).toMatch(/^%PDF-/)
    expect(paper.text).toContain('/FontFile2')
  }
})

test('I16.9c: a tax statement is of the real account, as figures, CSV and PDF, for years since the account was opened', async () => {
  const { token } = await app.signUp()
  const year = new Date(app.now()).getUTCFullYear()
  const made = (input: object, lang = 'en') => app.call('taxStatement', { year, ...input }, { token, lang })
  expect((await made({})).result).toEqual({ year, groups: [] })
  const csv = await made({ format: 'csv' }, 'de')
  expect(csv.headers.get('content-disposition')).toContain(`tax-statement-${year}.csv`)
  expect(csv.text).toContain('keine Steuerberatung')
  expect((await made({ format: 'pdf' }, 'ar')).text).toMatch(/^%PDF-/)
  for (const other of [year - 1, year + 1])
    expect(await made({ year: other, format: 'csv' })).toMatchObject({
      ...{ code: 11001, result: { issues: [{ path: 'year' }] } },
    })
})

test('equityHistory begins with the opening, and knows the equity of exactly 24 hours ago', async () => {
  const before = app.now()
  const { token } = await app.signUp()
  const history = async (days = 30) => {
    return resultOf<[number, string][]>(await app.call('equityHistory', { days }, { token }))
  }
  const after = app.now()
  expect((await history()).map(([, equity]) => equity)).toEqual(['10000.000000', '10000.000000'])
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.01', leverage: 2, protected: false }
  let id = ''
  await expect
    .poll(async () => {
      const bought = await app.call('buyContract', buy, { token })
      id = bought.result?.id ?? ''
      return bought.code
    })
    .toBe(20004)
  const traded = await history()
  expect(traded[0]?.[1]).toBe('10000.000000')
  expect(traded[0]?.[0]).toBeGreaterThanOrEqual(before)
  expect(traded[0]?.[0]).toBeLessThanOrEqual(after)
  // Less by the commission, and by what the price did since.
  expect(traded.at(-1)?.[1]).not.toBe('10000.000000')
  expect((await app.call('closeContract', { id }, { token })).code).toBe(200)
  const { items } = resultOf<{ items: { balanceAfter: string }[] }>(
    await app.call('statement', {}, { token }),
  )
  const [closed] = items
  await app.moveClock(3 * 24 * hour)
  const later = await history()
  const now = later.at(-1)?.[0] ?? 0
  expect(later.find(([at]) => at === now - 24 * hour)?.[1]).toBe(closed?.balanceAfter)
  expect(later.map(([at]) => at)).toEqual([...new Set(later.map(([at]) => at))].sort((a, b) => a - b))
  const [start] = await history(2)
  expect(start?.[1]).toBe(closed?.balanceAfter)
})

test('I12.7: a session ends after seven days without use', async () => {
  const { token } = await app.signUp()
  const call = async () => (await app.call('getUserInfo', {}, { token })).code
  await app.moveClock(6 * 24 * hour)
  expect(await call()).toBe(200)
  await app.moveClock(6 * 24 * hour)
  expect(await call()).toBe(200)
  await app.moveClock(7 * 24 * hour)
  expect(await call()).toBe(401)
})

test('I12.7: an idle session is no longer listed and its sockets close; a used one continues', async () => {
  const { token, userName, password } = await app.signUp()
  const used = (await app.call('login', { account: userName, password })).result.token
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/websocket/account`)
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  socket.send(JSON.stringify({ token, virtually: 'NO' }))
  await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
  // In one step: a heartbeat in between would be a use of the socket's session too.
  await app.db.pool.query(
    `UPDATE accounts_sessions SET last_seen_at = last_seen_at + interval '4 days' WHERE token_hash = $1`,
    [hashOfToken(used)],
  )
  await app.moveClock(8 * 24 * hour)
  await closed
  expect(resultOf<object[]>(await app.call('sessions', {}, { token: used }))).toHaveLength(1)
})

test('I12.7: a session ends after 30 days, however busy', async () => {
  const { token } = await app.signUp()
  for (let week = 0; week < 5; week += 1) {
    await app.moveClock(5 * 24 * hour)
    expect((await app.call('getUserInfo', {}, { token })).code).toBe(200)
  }
  await app.moveClock(5 * 24 * hour + 1_000)
  expect((await app.call('getUserInfo', {}, { token })).code).toBe(401)
})

test('messages are spoken in the request’s language header, and an unknown language is English', async () => {
  const wrong = { account: 'nobody-at-all', password: randomUUID() }
  const english = await app.call('login', wrong, { lang: 'xx' })
  expect(english.message).toBe('There is no account with this username or email address.')
})
