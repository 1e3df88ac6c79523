import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { resultOf, type TestApp } from '../../testing/test-app.ts'

/** A customer who signed up in a test. */
export type Person = Awaited<ReturnType<TestApp['signUp']>>

export const inReal = ({ token }: Pick<Person, 'token'>) => ({ token, mode: 'real' as const })

/** Waits until every letter to this customer was sent. */
export async function lettersSent(app: TestApp, { id }: Pick<Person, 'id'>): Promise<void> {
  const sent = async () => {
    const waiting = await app.db.query
      .selectFrom('outbox_letters')
      .select('id')
      .where('user_id', '=', id)
      .where('sent_at', 'is', null)
      .execute()
    return waiting.length
  }
  await expect.poll(sent).toBe(0)
}

/** Returns the token of the link in the newest letter about a change at this address, once every letter was sent. */
export async function undoToken(
  app: TestApp,
  person: Pick<Person, 'id' | 'email'>,
  to = person.email,
): Promise<string> {
  await lettersSent(app, person)
  const { text } = await app.letter(to, 'accountChange')
  return /[?]token=([\w-]{43})\n/.exec(text)?.[1] ?? ''
}

/** Undoes a change by the link of its letter; returns the code of the response. */
export const undo = async (app: TestApp, token: string): Promise<number> =>
  (await app.call('undoChange', { token })).code

/** Changes the address of a signed-in customer with the code sent to the new one. */
export async function changeEmail(
  app: TestApp,
  person: Pick<Person, 'token'>,
  email: string,
): Promise<string> {
  await app.call('sendEmailCode', { email }, inReal(person))
  const { code } = await app.letter(email, 'code-email')
  expect((await app.call('saveEmail', { email, code }, inReal(person))).code).toBe(20005)
  return email
}

let numbers = 0
/** Saves a number that no other customer of the tests has, and returns it. */
export async function changePhone(app: TestApp, person: Pick<Person, 'token'>): Promise<string> {
  numbers += 1
  const at = { areaCode: '+49', phone: `15123450${String(numbers).padStart(3, '0')}` }
  const number = `${at.areaCode}${at.phone}`
  await app.call('sendSmsCode', { ...at, purpose: 'security' })
  const code = app.messages(number).at(-1)?.code
  expect((await app.call('savePhone', { ...at, code }, inReal(person))).code).toBe(20005)
  return number
}

/** Signs in with the password, and a code of the second factor where it is on. */
export async function signInAgain<Owner extends Person>(
  app: TestApp,
  person: Owner,
  totp?: string,
): Promise<Owner> {
  const { userName: account, password } = person
  const { token } = (await app.call('login', { account, password, totp })).result
  return { ...person, token }
}

/** Turns the second factor on; the returned function computes its code of this moment. */
export async function turnOnSecondFactor(
  app: TestApp,
  { token, password }: Person,
): Promise<{ totp: () => string }> {
  const { secret } = (await app.call('totpStart', { password }, { token })).result
  const totp = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now() })
  expect((await app.call('totpConfirm', { totp: totp() }, { token })).code).toBe(20005)
  return { totp }
}

/** Sets a new password with a code mailed to `email`, as an owner does after a change was undone. */
export async function resetPassword(
  app: TestApp,
  { email }: Pick<Person, 'email'>,
  change: { readonly password: string; readonly keepKeys?: boolean },
): Promise<void> {
  const resetToken = await resetTokenOf(app, email)
  expect((await app.call('forget', { resetToken, ...change })).code).toBe(200)
}

/** Proves an address with a mailed code, which gives a token that sets a password. */
export async function resetTokenOf(app: TestApp, email: string): Promise<string> {
  await app.call('sendCode', { email, purpose: 'forget' })
  const { code } = await app.letter(email, 'code-forget')
  return resultOf<{ resetToken: string }>(await app.call('forget', { email, code })).resetToken
}
