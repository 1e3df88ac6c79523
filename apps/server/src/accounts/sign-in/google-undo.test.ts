import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf } from '../../testing/test-app.ts'
import {
  changeEmail,
  type Person,
  resetPassword,
  signInAgain,
  turnOnSecondFactor,
  undoToken,
} from '../profile/test-changes.ts'
import { type GoogleTestApp, startGoogleTestApp } from './test-google.ts'

let app: GoogleTestApp
beforeAll(async () => {
  app = await startGoogleTestApp()
})
afterAll(() => app.dispose())

const password = 'a new and longer phrase'
const undo = async (token: string) => (await app.call('undoChange', { token })).code
const byGoogle = async (subject: string, email: string) =>
  app.call('loginByGoogle', await app.cameBack({ subject, email, proven: true }))
const subjectOf = (email: string) => `google of ${email}`

/** A thief with the owner's session sets the address of their own Google account, and signs in with that account. */
async function stolen(): Promise<{ owner: Person; thief: string; link: string }> {
  const owner = await app.signUp()
  const thief = await changeEmail(app, owner, `thief-${owner.email}`)
  const link = await undoToken(app, owner)
  expect((await byGoogle(subjectOf(thief), thief)).code).toBe(200)
  return { owner, thief, link }
}

test('I12.7: undoing a change of the address removes the Google account that was linked since', async () => {
  const { owner, thief, link } = await stolen()
  const linked = await undoToken(app, owner)
  expect(await undo(link)).toBe(200)
  expect((await byGoogle(subjectOf(thief), thief)).code).toBe(11016)
  expect(await undo(linked)).toBe(11004)
  // The owner's own Google account can be linked.
  expect((await byGoogle(subjectOf(owner.email), owner.email)).result.user.id).toBe(owner.id)
})

test('I12.7: a Google account that the owner linked before the address was changed stays linked', async () => {
  const owner = await app.signUp()
  expect((await byGoogle(subjectOf(owner.email), owner.email)).code).toBe(200)
  const thief = await changeEmail(app, owner, `thief-${owner.email}`)
  expect((await byGoogle(subjectOf(thief), thief)).code).toBe(11015)
  expect(await undo(await undoToken(app, owner))).toBe(200)
  expect((await byGoogle(subjectOf(owner.email), 'elsewhere@candor.example')).result.user.id).toBe(owner.id)
})

test('I12.7: a password reset removes the link to a Google account, unless it is kept', async () => {
  for (const keepKeys of [false, true]) {
    const owner = await app.signUp()
    const subject = subjectOf(owner.email)
    expect((await byGoogle(subject, owner.email)).code).toBe(200)
    await resetPassword(app, owner, { password, keepKeys })
    const again = await byGoogle(subject, `elsewhere-${owner.email}`)
    expect([keepKeys, again.code]).toEqual([keepKeys, keepKeys ? 200 : 11016])
  }
})

test('I12.7: a linked Google account is reported with a link that removes it', async () => {
  const owner = await app.signUp()
  expect((await byGoogle(subjectOf(owner.email), owner.email)).code).toBe(200)
  const token = await undoToken(app, owner)
  expect((await app.call('readUndoing', { token })).result).toMatchObject({ change: 'google' })
  expect(await undo(token)).toBe(200)
  expect((await byGoogle(subjectOf(owner.email), `elsewhere-${owner.email}`)).code).toBe(11016)
})

test('I12.7: a Google account is linked only once the second factor was right', async () => {
  const owner = await app.signUp()
  const { totp } = await turnOnSecondFactor(app, owner)
  const subject = subjectOf(owner.email)
  const first = await byGoogle(subject, owner.email)
  expect(first.code).toBe(11011)
  expect((await byGoogle(subject, `elsewhere-${owner.email}`)).code).toBe(11016)
  await app.moveClock(60_000)
  const { ticket } = resultOf<{ ticket: string }>(first)
  expect((await app.call('loginByGoogle', { ticket, totp: totp() })).code).toBe(200)
  expect((await byGoogle(subject, `elsewhere-${owner.email}`)).code).toBe(11011)
})

test('I12.7: a sign-in by Google that waits for the second factor is void once the address is back, or was changed', async () => {
  const owner = await app.signUp()
  const { totp } = await turnOnSecondFactor(app, owner)
  const ticketFor = async (email: string) =>
    resultOf<{ ticket: string }>(await byGoogle(subjectOf(email), email)).ticket
  const own = await ticketFor(owner.email)
  const thief = await changeEmail(app, owner, `thief-${owner.email}`)
  const link = await undoToken(app, owner)
  const thiefs = await ticketFor(thief)
  await app.moveClock(60_000)
  expect((await app.call('loginByGoogle', { ticket: own, totp: totp() })).code).toBe(11015)
  expect(await undo(link)).toBe(200)
  await app.moveClock(60_000)
  expect((await app.call('loginByGoogle', { ticket: thiefs, totp: totp() })).code).toBe(11015)
  await resetPassword(app, owner, { password })
  expect((await signInAgain(app, { ...owner, password }, totp())).token).toBeTypeOf('string')
})
