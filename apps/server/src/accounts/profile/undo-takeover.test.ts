import type { AccountClosure, Passkey, PasskeyWanted } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { TestAuthenticator } from '../../testing/test-authenticator.ts'
import {
  changeEmail,
  changePhone,
  inReal,
  type Person,
  resetPassword,
  signInAgain,
  turnOnSecondFactor,
  undo,
  undoToken,
} from './test-changes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const newPassword = 'a new and longer phrase'
const card = { bank: 'Bank', branch: 'Main', accountName: 'Ana', cardNumber: '4111111111111111' }
const address = { network: 'ERC20', address: '0x52908400098527886E0F7030069857D2E4169EE7', label: '' }
const login = async ({ userName: account }: Person, password: string, device?: string) =>
  (await app.call('login', { account, password }, device === undefined ? {} : { headers: { device } })).code
const countOf = async (
  person: Person,
  name: 'listApiKeys' | 'listPasskeys' | 'listAddress' | 'listBankInfo',
) => resultOf<unknown[]>(await app.call(name, {}, inReal(person))).length

/** A thief with the owner's session and password changes the address; `link` is the owner's. */
async function stolen() {
  const owner = await app.signUp()
  const thief = await changeEmail(app, owner, `thief-${owner.email}`)
  return { owner, thief, link: await undoToken(app, owner) }
}

async function addPasskey(person: Person): Promise<TestAuthenticator> {
  const device = new TestAuthenticator('http://localhost:3000')
  const wanted = resultOf<PasskeyWanted>(await app.call('newPasskeyStart', {}, inReal(person)))
  const made = { name: 'Pixel', passkey: device.make(wanted) }
  resultOf<Passkey>(await app.call('newPasskeyFinish', made, inReal(person)))
  return device
}

test('I12.7: undoing a change of the email address closes every way in that was made since, and removes every payout place', async () => {
  const { owner, link } = await stolen()
  await addPasskey(owner)
  const { key } = resultOf<{ key: string }>(
    await app.call('makeApiKey', { name: 'k', scope: 'read' }, inReal(owner)),
  )
  const phone = await changePhone(app, owner)
  expect((await app.call('addAddress', address, inReal(owner))).code).toBe(200)
  expect((await app.call('updateBankInfo', card, inReal(owner))).code).toBe(20005)
  await turnOnSecondFactor(app, owner)
  expect(await undo(app, link)).toBe(200)
  expect((await app.call('getUserInfo', {}, { headers: { 'x-api-key': key } })).code).toBe(401)
  // No code to sign in with is sent to the number.
  const sent = app.messages(phone).length
  await app.call('sendSmsCode', { areaCode: '+49', phone: phone.slice(3), purpose: 'login' })
  expect(app.messages(phone)).toHaveLength(sent)
  await resetPassword(app, owner, { password: newPassword, keepKeys: true })
  const again = await signInAgain(app, { ...owner, password: newPassword })
  expect(again.token).toBeTypeOf('string')
  for (const list of ['listApiKeys', 'listPasskeys', 'listAddress', 'listBankInfo'] as const)
    expect([list, await countOf(again, list)]).toEqual([list, 0])
})

test('I12.7: recovery codes that a thief made after changing the address do not replace the owner’s second factor', async () => {
  const owner = await app.signUp()
  await turnOnSecondFactor(app, owner)
  await changeEmail(app, owner, `thief-${owner.email}`)
  const link = await undoToken(app, owner)
  const { codes } = resultOf<{ codes: string[] }>(await app.call('makeRecoveryCodes', {}, inReal(owner)))
  expect(await undo(app, link)).toBe(200)
  await resetPassword(app, owner, { password: newPassword })
  const { userName: account } = owner
  const [totp] = codes
  expect((await app.call('login', { account, password: newPassword, totp })).code).toBe(11011)
})

test('I12.7: what the owner had before the address was changed remains after that is undone', async () => {
  const owner = await app.signUp()
  await addPasskey(owner)
  await app.call('updateBankInfo', card, inReal(owner))
  await app.call('makeApiKey', { name: 'k', scope: 'read' }, inReal(owner))
  const phone = await changePhone(app, owner)
  await changeEmail(app, owner, `thief-${owner.email}`)
  expect(await undo(app, await undoToken(app, owner))).toBe(200)
  await resetPassword(app, owner, { password: newPassword, keepKeys: true })
  const again = await signInAgain(app, { ...owner, password: newPassword })
  for (const list of ['listApiKeys', 'listPasskeys', 'listBankInfo'] as const)
    expect([list, await countOf(again, list)]).toEqual([list, 1])
  const { user } = resultOf<{ user: { phone: string } }>(await app.call('getUserInfo', {}, again))
  expect(user.phone).toBe(phone)
})

test('I12.7: after the address is back the thief’s password does not sign in, and their browser is a new one', async () => {
  const owner = await app.signUp()
  const [own, thiefs] = ['3f1f0a4a-5c0e-4f0c-8a83-2b5f7c9d1e11', '3f1f0a4a-5c0e-4f0c-8a83-2b5f7c9d1e12']
  for (const device of [own, thiefs]) expect(await login(owner, owner.password, device)).toBe(200)
  await changeEmail(app, owner, `thief-${owner.email}`)
  const link = await undoToken(app, owner)
  expect(await undo(app, link)).toBe(200)
  expect(await login(owner, owner.password, thiefs)).toBe(10004)
  await resetPassword(app, owner, { password: newPassword })
  const letters = () => app.messages(owner.email).filter(({ kind }) => kind === 'newDevice').length
  await undoToken(app, owner)
  const before = letters()
  expect(await login(owner, newPassword, thiefs)).toBe(200)
  await expect.poll(letters).toBe(before + 1)
})

test('I12.7: the closure that a thief requested ends when the change of the address before it is undone', async () => {
  const { owner, thief, link } = await stolen()
  await app.call('sendCode', { email: thief, purpose: 'security' })
  const { code } = await app.letter(thief, 'code-security')
  const { password, token } = owner
  expect((await app.call('closeAccount', { password, code }, { token })).code).toBe(200)
  await app.letter(owner.email, 'closingAsked')
  expect(await undo(app, link)).toBe(200)
  await resetPassword(app, owner, { password: newPassword })
  const again = await signInAgain(app, { ...owner, password: newPassword })
  expect(resultOf<AccountClosure>(await app.call('closing', {}, { token: again.token })).asked).toBeNull()
})

test('I12.7: nobody, not even its owner, opens a second account with an address to which another can be returned', async () => {
  const { owner, link } = await stolen()
  await app.call('sendCode', { email: owner.email, purpose: 'register' })
  const { code } = await app.letter(owner.email, 'code-register')
  const { email } = owner
  const second = { userName: `second-${owner.userName}`, email, password: newPassword, code, country: 'DE' }
  expect((await app.call('register', second)).code).toBe(10007)
  expect((await app.call('checkUserNameOrPhone', { email })).code).toBe(10007)
  const other = await app.signUp()
  expect((await app.call('sendEmailCode', { email }, inReal(other))).code).toBe(10007)
  // The customer whose address it was may return to it.
  expect((await app.call('sendEmailCode', { email }, inReal(owner))).code).toBe(200)
  expect(await undo(app, link)).toBe(200)
})

test('I12.7: an address that belongs to another customer by now stays with them, and the link continues to work', async () => {
  const { owner, link } = await stolen()
  const heir = await app.signUp()
  const move = (email: string) =>
    app.db.query
      .updateTable('accounts_users')
      .set({ email, email_key: email })
      .where('id', '=', heir.id)
      .execute()
  await move(owner.email)
  expect(await undo(app, link)).toBe(10007)
  expect((await app.call('getUserInfo', {}, { token: owner.token })).code).toBe(200)
  await move(heir.email)
  expect(await undo(app, link)).toBe(200)
})

test('I12.7: a thief who opens an account with an address in between does not stop the owner', async () => {
  const { owner, thief, link } = await stolen()
  await changeEmail(app, owner, `again-${thief}`)
  const heir = await app.signUp()
  await app.db.query
    .updateTable('accounts_users')
    .set({ email: thief, email_key: thief })
    .where('id', '=', heir.id)
    .execute()
  expect(await undo(app, link)).toBe(200)
})
