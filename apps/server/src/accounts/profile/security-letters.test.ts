import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecurityLetterKind } from '../../platform/email/write-letter.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { changeEmail, lettersSent, type Person, resetPassword, signInAgain } from './test-changes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const dayMs = 24 * 3_600_000
const newPassword = 'a new and longer phrase'
const devices = ['3f1f0a4a-5c0e-4f0c-8a83-2b5f7c9d1e21', '3f1f0a4a-5c0e-4f0c-8a83-2b5f7c9d1e22'] as const

interface Stolen extends Person {
  /** Address that a thief put in the place of the owner's. */
  readonly thief: string
}
const login = ({ userName: account, password }: Person, device: string, totp?: string) =>
  app.call('login', { account, password, totp }, { headers: { device } })

async function secondFactor({ password, token }: Person) {
  const { secret } = (await app.call('totpStart', { password }, { token })).result
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now() })
  expect((await app.call('totpConfirm', { totp }, { token })).code).toBe(20005)
}

async function close({ thief: email, password, token }: Stolen) {
  await app.call('sendCode', { email, purpose: 'security' })
  const { code } = await app.letter(email, 'code-security')
  expect((await app.call('closeAccount', { password, code }, { token })).code).toBe(200)
}

/** Causes a letter of each kind, once a thief’s address is the account’s. */
const events: Readonly<
  Record<Exclude<SecurityLetterKind, 'closingErased'>, (person: Stolen) => Promise<unknown>>
> = {
  accountChange: ({ token }) => app.call('makeApiKey', { name: 'k', scope: 'read' }, { token }),
  passwordChanged: ({ thief }) => resetPassword(app, { email: thief }, { password: newPassword }),
  newDevice: (person) => login(person, devices[0]),
  wrongCode: async (person) => {
    await secondFactor(person)
    expect((await login(person, devices[0], '000000')).code).toBe(11011)
  },
  recoveryCodeUsed: async (person) => {
    await secondFactor(person)
    const { token } = person
    const [code] = resultOf<{ codes: string[] }>(await app.call('makeRecoveryCodes', {}, { token })).codes
    expect((await login(person, devices[1], code)).code).toBe(200)
  },
  ownFreeze: ({ token }) => app.call('freeze', {}, { token }),
  closingAsked: close,
}

const cases = Object.entries(events)

test.each(cases)(
  'I12.7: for seven days after the address was changed, the one before reads the letter %s too',
  async (kind, happens) => {
    const owner = await app.signUp()
    const thief = await changeEmail(app, owner, `thief-${owner.email}`)
    await lettersSent(app, owner)
    const before = app.messages(owner.email).filter((message) => message.kind === kind).length
    await happens({ ...owner, thief })
    for (const [to, known] of [
      [owner.email, before],
      [thief, 0],
    ] as const)
      await expect
        .poll(() => [to, app.messages(to).filter((message) => message.kind === kind).length])
        .toEqual([to, known + 1])
  },
)

test('I12.7: the last letter of an erased account goes to the address before too', async () => {
  const owner = await app.signUp()
  const first = await changeEmail(app, owner, `first-${owner.email}`)
  await close({ ...owner, thief: first })
  await app.moveClock(6 * dayMs)
  const second = await changeEmail(app, await signInAgain(app, owner), `second-${owner.email}`)
  await app.moveClock(dayMs + 60_000)
  for (const to of [first, second])
    expect((await app.letter(to, 'closingErased')).text).toContain(owner.userName)
})

test('I12.7: a week after the address was changed, the one before reads no more letters', async () => {
  const owner = await app.signUp()
  const email = await changeEmail(app, owner, `new-${owner.email}`)
  await lettersSent(app, owner)
  await app.moveClock(7 * dayMs)
  const before = app.messages(owner.email).length
  expect((await login(owner, devices[0])).code).toBe(200)
  await app.letter(email, 'newDevice')
  await lettersSent(app, owner)
  expect(app.messages(owner.email)).toHaveLength(before)
})
