import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { forgetOldChallenges, newChallenge, takeChallenge } from '../sign-in/challenges-store.ts'
import {
  isLinked,
  linkSubject,
  unlinkAllOf,
  unlinkSubject,
  userOfSubject,
} from '../sign-in/google-links-store.ts'
import { addTicket, forgetOldTickets, readTicket, takeTicket } from '../sign-in/google-tickets-store.ts'
import { isRecoveryCode, RecoveryCodes } from '../sign-in/recovery-codes.ts'
import { relyingPartyOf } from '../sign-in/relying-party.ts'
import { addTestUser } from '../test-user.ts'
import { addResetToken, ownerOfResetToken, takeResetToken } from './reset-tokens-store.ts'
import { voidProofs } from './void-proofs.ts'

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
const minuteMs = 60_000
const [ana, ben] = [randomUUID(), randomUUID()]
let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase({ max: 2 })
  await addTestUser(db, ana, new Date(0))
  await addTestUser(db, ben, new Date(0))
})
afterAll(() => db.dispose())

const rowsOf = async (table: string) => (await db.pool.query(`SELECT FROM ${table}`)).rowCount

test('a challenge is good once, for five minutes, for its purpose and owner', async () => {
  const whose = { purpose: 'add', ownerId: ana }
  const take = (challenge: string, of: { purpose: string; ownerId: string | null } = whose) =>
    takeChallenge(db, clock, challenge, of)
  const first = await newChallenge(db, clock, whose)
  expect(Buffer.from(first, 'base64url')).toHaveLength(32)
  expect(await take(first, { purpose: 'show', ownerId: ana })).toBe(false)
  expect(await take(first, { purpose: 'add', ownerId: ben })).toBe(false)
  expect(await take(first, { purpose: 'add', ownerId: null })).toBe(false)
  clock.advance(5 * minuteMs - 1)
  expect([await take(first), await take(first)]).toEqual([true, false])
  const nobodys = await newChallenge(db, clock, { purpose: 'show', ownerId: null })
  expect(await take(nobodys, { purpose: 'show', ownerId: null })).toBe(true)
  const late = await newChallenge(db, clock, whose)
  clock.advance(5 * minuteMs)
  expect(await take(late)).toBe(false)
  await forgetOldChallenges(db, clock)
  expect(await rowsOf('accounts_challenges')).toBe(1)
  clock.advance(1)
  await forgetOldChallenges(db, clock)
  expect(await rowsOf('accounts_challenges')).toBe(0)
})

test('a Google account belongs to one customer, and a customer has one', async () => {
  const link = (subject: string, userId: string) => linkSubject(db.query, subject, userId, new Date(0))
  expect(await userOfSubject(db.query, 'g-ana')).toBeNull()
  expect(await isLinked(db.query, ana)).toBe(false)
  expect(await link('g-ana', ana)).toBe(true)
  expect(await userOfSubject(db.query, 'g-ana')).toBe(ana)
  expect([await isLinked(db.query, ana), await isLinked(db.query, ben)]).toEqual([true, false])
  expect([await link('g-ana', ben), await link('g-other', ana)]).toEqual([false, false])
  await link('g-ben', ben)
  await db.transaction((tx) => unlinkSubject(tx, ana, 'g-ben'))
  await db.transaction((tx) => unlinkSubject(tx, ben, 'g-ana'))
  expect(await rowsOf('accounts_google')).toBe(2)
  await db.transaction((tx) => unlinkSubject(tx, ana, 'g-ana'))
  expect([await isLinked(db.query, ana), await isLinked(db.query, ben)]).toEqual([false, true])
  await link('g-ana', ana)
  await db.transaction((tx) => unlinkAllOf(tx, ben))
  expect([await isLinked(db.query, ana), await isLinked(db.query, ben)]).toEqual([true, false])
})

test('a sign-in by Google waits fifteen minutes for its last step, and is used once', async () => {
  const proof = { subject: 'g-1', email: 'ana@candor.example', userId: ana }
  const ticket = await addTicket(db, clock, proof)
  expect(Buffer.from(ticket, 'base64url')).toHaveLength(32)
  clock.advance(15 * minuteMs - 1)
  expect(await readTicket(db, clock, ticket)).toEqual(proof)
  expect(await readTicket(db, clock, `${ticket}x`)).toBeNull()
  expect([await takeTicket(db.query, ticket), await takeTicket(db.query, ticket)]).toEqual([true, false])
  expect(await readTicket(db, clock, ticket)).toBeNull()
  const late = await addTicket(db, clock, { ...proof, userId: null })
  expect(await readTicket(db, clock, late)).toMatchObject({ userId: null })
  clock.advance(15 * minuteMs)
  expect(await readTicket(db, clock, late)).toBeNull()
  await forgetOldTickets(db, clock)
  expect(await rowsOf('accounts_google_tickets')).toBe(1)
  clock.advance(1)
  await forgetOldTickets(db, clock)
  expect(await rowsOf('accounts_google_tickets')).toBe(0)
})

test('a token for a new password is good once, for fifteen minutes, and replaces the one before', async () => {
  const add = (userId: string) => db.transaction((tx) => addResetToken(tx, clock, userId))
  const take = (token: string) => db.transaction((tx) => takeResetToken(tx, clock, token))
  const [first, bens] = [await add(ana), await add(ben)]
  const second = await add(ana)
  expect(Buffer.from(second, 'base64url')).toHaveLength(32)
  expect(await ownerOfResetToken(db, clock, first)).toBeNull()
  expect(await ownerOfResetToken(db, clock, second)).toBe(ana)
  expect([await take(first), await take(second), await take(second)]).toEqual([false, true, false])
  clock.advance(15 * minuteMs - 1)
  expect(await ownerOfResetToken(db, clock, bens)).toBe(ben)
  clock.advance(1)
  expect(await ownerOfResetToken(db, clock, bens)).toBeNull()
  expect(await take(bens)).toBe(false)
})

test('what waits for its last step is voided for one customer alone', async () => {
  const proof = { subject: 'g-2', email: 'ana@candor.example' }
  const tokens: string[] = []
  for (const userId of [ana, ben]) {
    await addTicket(db, clock, { ...proof, userId })
    tokens.push(await db.transaction((tx) => addResetToken(tx, clock, userId)))
  }
  await db.transaction((tx) => voidProofs(tx, ana))
  expect(await rowsOf('accounts_google_tickets')).toBe(1)
  const owners = await Promise.all(tokens.map((token) => ownerOfResetToken(db, clock, token)))
  expect(owners).toEqual([null, ben])
})

test('ten recovery codes replace those before, and each is good once, however it is typed', async () => {
  const recovery = new RecoveryCodes(db, clock, Buffer.alloc(32, 1))
  const make = (userId: string) => db.transaction((tx) => recovery.make(tx, userId))
  const use = (userId: string, code: string) => db.transaction((tx) => recovery.use(tx, userId, code))
  expect(await recovery.standing(ana)).toEqual({ left: 0, madeAt: null })
  const [old] = await make(ana)
  clock.advance(minuteMs)
  const madeAt = new Date(clock.now()).toISOString()
  const codes = await make(ana)
  await make(ben)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
    expect(isRecoveryCode(code)).toBe(true)
  }
  expect(await recovery.standing(ana)).toEqual({ left: 10, madeAt })
  expect(await use(ana, old ?? '')).toBeNull()
  const [first = '', second = ''] = codes
  expect(await use(ben, first)).toBeNull()
  const typed = ` ${first.toUpperCase().replace('-', ' ')} `
  expect(await use(ana, typed)).toEqual({ id: expect.any(String), left: 9 })
  expect(await use(ana, first)).toBeNull()
  expect(await use(ana, second)).toMatchObject({ left: 8 })
  expect(await recovery.standing(ana)).toEqual({ left: 8, madeAt })
  await db.transaction((tx) => recovery.forgetMadeUntil(tx, ana, new Date(clock.now() - 1)))
  expect((await recovery.standing(ana)).left).toBe(8)
  await db.transaction((tx) => recovery.forgetMadeUntil(tx, ana, new Date(clock.now())))
  expect(await recovery.standing(ana)).toEqual({ left: 0, madeAt: null })
  expect((await recovery.standing(ben)).left).toBe(10)
  await db.transaction((tx) => recovery.forgetAll(tx, ben))
  expect((await recovery.standing(ben)).left).toBe(0)
})

test('a recovery code is told from an app’s code by its length and letters', () => {
  expect(['abcde-23456', 'ABCDE 23456', 'abcde23456'].map(isRecoveryCode)).toEqual([true, true, true])
  expect(['123456', '1234567890', 'abcde-2345', 'abcde-234567', ''].map(isRecoveryCode)).toEqual(
    Array(5).fill(false),
  )
})

test('ADR-120: passkeys belong to the public address, or to localhost where there is none', () => {
  const open = relyingPartyOf('https://trade.candor.example:8443/app')
  expect([open.id, open.name]).toEqual(['trade.candor.example', 'Candor'])
  const origins = [
    'https://trade.candor.example:8443',
    'https://trade.candor.example',
    'http://localhost:3000',
  ]
  expect(origins.map(open.allows)).toEqual([true, false, false])
  const local = relyingPartyOf(null)
  expect([local.id, local.name]).toEqual(['localhost', 'Candor'])
  const given = ['http://localhost:3000', 'https://localhost', 'http://127.0.0.1:3000', 'localhost', '']
  expect(given.map(local.allows)).toEqual([true, true, false, false, false])
})
