import type { BankAccount } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  changeEmail,
  changePhone,
  inReal,
  type Person,
  resetPassword,
  resetTokenOf,
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

const gone = 11004
const login = async ({ userName: account, password }: Person, totp?: string) =>
  (await app.call('login', { account, password, totp })).code
const accountChanges = (to: string) => app.messages(to).filter(({ kind }) => kind === 'accountChange')
const emailOf = async ({ id }: Person) => {
  const row = await app.db.query
    .selectFrom('accounts_users')
    .select(['email', 'phone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.email
}
const phoneOf = async (person: Person) => {
  const { user } = resultOf<{ user: { phone: string | null } }>(
    await app.call('getUserInfo', {}, { token: person.token }),
  )
  return user.phone
}
const numbers = { A: '4111111111111111', B: '5500005555555559', C: '4012888888881881' }
/** Binds a card, in the place of another if `id` is given; returns its id. */
const bind = async (person: Person, number: keyof typeof numbers, id?: string) => {
  const card = { bank: 'Bank', branch: 'Main', accountName: number, cardNumber: numbers[number], id }
  return resultOf<BankAccount>(await app.call('updateBankInfo', card, inReal(person))).id
}
const cardsOf = async (person: Person) =>
  resultOf<BankAccount[]>(await app.call('listBankInfo', {}, inReal(person))).map(
    ({ accountName }) => accountName,
  )

/** A thief with the owner's session and password changes the address twice; returns the links that each mailbox got. */
async function stolenTwice() {
  const owner = await app.signUp()
  const first = await changeEmail(app, owner, `thief-1-${owner.email}`)
  const firstLink = await undoToken(app, owner)
  await changeEmail(app, owner, `thief-2-${owner.email}`)
  return {
    owner,
    first,
    firstLink,
    secondLink: await undoToken(app, owner),
    thiefsLink: await undoToken(app, owner, first),
  }
}

test('I12.7: the oldest link returns the email address for good: no later link of the thief’s mailbox works, and no letter goes there', async () => {
  const { owner, first, firstLink, secondLink, thiefsLink } = await stolenTwice()
  expect(await undo(app, firstLink)).toBe(200)
  expect(await emailOf(owner)).toBe(owner.email)
  for (const link of [thiefsLink, secondLink, firstLink]) expect(await undo(app, link)).toBe(gone)
  expect((await app.call('readUndoing', { token: thiefsLink })).code).toBe(gone)
  expect(await emailOf(owner)).toBe(owner.email)
  await resetPassword(app, owner, { password: 'a new and longer phrase' })
  const before = accountChanges(first).length
  await app.call(
    'makeApiKey',
    { name: 'mine', scope: 'read' },
    inReal(await signInAgain(app, { ...owner, password: 'a new and longer phrase' })),
  )
  await undoToken(app, owner)
  expect(accountChanges(first)).toHaveLength(before)
})

test('I12.7: the owner who undoes the later change of the address first, or after the thief did, still gets the address back', async () => {
  for (const by of ['owner', 'thief'] as const) {
    const { owner, first, firstLink, secondLink, thiefsLink } = await stolenTwice()
    expect(await undo(app, by === 'owner' ? secondLink : thiefsLink)).toBe(200)
    expect(await emailOf(owner)).toBe(first)
    expect(await undo(app, firstLink)).toBe(200)
    expect(await emailOf(owner)).toBe(owner.email)
    expect(await undo(app, by === 'owner' ? thiefsLink : secondLink)).toBe(gone)
    expect(await emailOf(owner)).toBe(owner.email)
  }
})

test('I12.7: what was proven to an address that an undo removed is void: reset tokens and codes', async () => {
  const owner = await app.signUp()
  const thief = await changeEmail(app, owner, `thief-${owner.email}`)
  const link = await undoToken(app, owner)
  const resetToken = await resetTokenOf(app, thief)
  await app.call('sendCode', { email: thief, purpose: 'security' })
  expect(await undo(app, link)).toBe(200)
  expect((await app.call('forget', { resetToken, password: 'the phrase of a thief' })).code).toBe(11010)
  const { rowCount } = await app.db.pool.query('SELECT FROM accounts_codes WHERE recipient_key = $1', [thief])
  expect(rowCount).toBe(0)
})

test('I12.7: a changed address voids a reset token that was taken at the one before', async () => {
  const owner = await app.signUp()
  const resetToken = await resetTokenOf(app, owner.email)
  await changeEmail(app, owner, `new-${owner.email}`)
  expect((await app.call('forget', { resetToken, password: 'the phrase of a thief' })).code).toBe(11010)
})

test('I12.7: a link sent to the owner continues to work after the address is back, the same letter’s link at the thief’s does not', async () => {
  const owner = await app.signUp()
  const { totp } = await turnOnSecondFactor(app, owner)
  const thief = await changeEmail(app, owner, `thief-${owner.email}`)
  const link = await undoToken(app, owner)
  await app.call('totpDisable', {}, { token: owner.token })
  const [owners, thiefs] = [await undoToken(app, owner), await undoToken(app, owner, thief)]
  expect(await undo(app, link)).toBe(200)
  expect(await undo(app, thiefs)).toBe(gone)
  const password = 'a new and longer phrase'
  await resetPassword(app, owner, { password })
  expect(await login({ ...owner, password })).toBe(200)
  expect(await undo(app, owners)).toBe(200)
  expect(await login({ ...owner, password })).toBe(11011)
  await app.moveClock(60_000)
  expect(await login({ ...owner, password }, totp())).toBe(200)
})

test('I12.7: the phone number before the oldest change returns in either order of the links', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const owner = await app.signUp()
    const before = await changePhone(app, owner)
    const links: string[] = []
    for (let n = 0; n < 2; n++) {
      await changePhone(app, owner)
      links.push(await undoToken(app, owner))
    }
    const codes = []
    for (const n of order) codes.push(await undo(app, links[n] ?? ''))
    expect(codes).toEqual([200, order[0] === 0 ? gone : 200])
    expect(await phoneOf(await signInAgain(app, owner))).toBe(before)
  }
})

test('I12.7: the second factor before the oldest change returns in any order of the links, without the thief’s recovery codes', async () => {
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [3, 0, 2, 1],
    [2, 3, 1, 0],
  ]) {
    const owner = await app.signUp()
    const own = await turnOnSecondFactor(app, owner)
    const links: string[] = []
    const changed = async () => links.push(await undoToken(app, owner))
    const { token } = owner
    await app.call('totpDisable', {}, { token })
    await changed()
    // A code of one step counts once, whichever secret it is of.
    await app.moveClock(60_000)
    await turnOnSecondFactor(app, owner)
    await changed()
    const { codes } = resultOf<{ codes: string[] }>(await app.call('makeRecoveryCodes', {}, { token }))
    await changed()
    await app.call('totpDisable', {}, { token })
    await changed()
    for (const n of order) await undo(app, links[n] ?? '')
    for (const link of links) expect(await undo(app, link)).toBe(gone)
    expect(await login(owner)).toBe(11011)
    expect(await login(owner, codes[0])).toBe(11011)
    await app.moveClock(60_000)
    expect(await login(owner, own.totp())).toBe(200)
  }
})

test('I12.7: a link about older recovery codes takes none of those that the owner made since', async () => {
  const owner = await app.signUp()
  await turnOnSecondFactor(app, owner)
  const make = async () =>
    resultOf<{ codes: string[] }>(await app.call('makeRecoveryCodes', {}, { token: owner.token })).codes
  const [thiefs] = await make()
  const link = await undoToken(app, owner)
  const [own] = await make()
  expect(await undo(app, link)).toBe(200)
  expect(await login(owner, thiefs)).toBe(11011)
  expect(await login(owner, own)).toBe(200)
})

test('I12.7: the card before the oldest change is bound again in either order of the links, and no card of the thief’s is', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const owner = await app.signUp()
    const own = await bind(owner, 'A')
    const links: string[] = []
    const next = await bind(owner, 'B', own)
    links.push(await undoToken(app, owner))
    await bind(owner, 'C', next)
    links.push(await undoToken(app, owner))
    const codes = []
    for (const n of order) codes.push(await undo(app, links[n] ?? ''))
    expect(codes).toEqual([200, order[0] === 0 ? gone : 200])
    expect(await cardsOf(await signInAgain(app, owner))).toEqual(['A'])
  }
})

test('I12.7: a replaced card is bound again although the one in its place was removed', async () => {
  const owner = await app.signUp()
  const next = await bind(owner, 'B', await bind(owner, 'A'))
  const link = await undoToken(app, owner)
  await app.call('removeBankInfo', { id: next }, inReal(owner))
  expect(await cardsOf(owner)).toEqual([])
  expect(await undo(app, link)).toBe(200)
  expect(await cardsOf(await signInAgain(app, owner))).toEqual(['A'])
})
