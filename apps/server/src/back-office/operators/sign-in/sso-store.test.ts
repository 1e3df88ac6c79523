import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfToken } from '../../../accounts/sessions/tokens.ts'
import { freshDatabase, type TestDatabase } from '../../../platform/database/temporary/test-database.ts'
import {
  addAttempt,
  addLink,
  forgetOldAttempts,
  linkOf,
  noteProven,
  operatorOf,
  provenBy,
  redeemAttempt,
  removeLink,
  takeAttempt,
} from './sso-store.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 12, 0, seconds))
const issuer = 'https://id.example'
let db: TestDatabase
let ana = ''
let ben = ''
beforeAll(async () => {
  db = await freshDatabase({ max: 2 })
  ana = await newOperator('ana')
  ben = await newOperator('ben')
})
afterAll(() => db.dispose())

async function newOperator(name: string): Promise<string> {
  const id = randomUUID()
  await db.pool.query(
    `INSERT INTO operators_people (id, email, email_key, mailbox_key, role, password_hash, totp_secret, created_at)
       VALUES ($1, $2, $2, $2, 'admin', 'a hash', 'sealed:none', now())`,
    [id, `${name}@x.example`],
  )
  return id
}
const link = (id: string, subject: string) =>
  db.transaction((tx) => addLink(tx, id, { issuer, subject, account: `${subject}@id.example` }, at(0)))
const disable = (id: string, disabledAt: string) =>
  db.pool.query(`UPDATE operators_people SET disabled_at = ${disabledAt} WHERE id = $1`, [id])
const begin = async (key: string, sessionId: string | null = null) => {
  const attempt = { state: `state of ${key}`, nonce: 'a nonce', codeVerifier: 'a verifier', sessionId }
  await addAttempt(db, hashOfToken(key), attempt, at(60))
  return attempt
}
const redeem = (key: string, state: string, sessionId: string | null = null, seconds = 59) =>
  redeemAttempt(db, { keyHash: hashOfToken(key), state, sessionId }, at(seconds))

test('an attempt at the provider comes back once, in time, with its own state and session', async () => {
  const attempt = await begin('one')
  expect(await redeem('another', attempt.state)).toBeNull()
  expect(await redeem('one', 'another')).toBeNull()
  expect(await redeem('one', attempt.state, randomUUID())).toBeNull()
  expect(await redeem('one', attempt.state, null, 60)).toBeNull()
  expect(await redeem('one', attempt.state)).toEqual(attempt)
  expect(await redeem('one', attempt.state)).toBeNull()
})

test('who came back is known until the second factor was given, if their account is still linked', async () => {
  await begin('two')
  await begin('three')
  const key = hashOfToken('two')
  const proven = (seconds = 59) => provenBy(db, key, at(seconds))
  await noteProven(db, key, ana)
  expect(await proven()).toBeNull()
  await link(ana, 's-ana')
  expect(await proven()).toMatchObject({ id: ana, email: 'ana@x.example', role: 'admin' })
  expect(await proven(60)).toBeNull()
  expect(await provenBy(db, hashOfToken('three'), at(0))).toBeNull()
  await disable(ana, 'now()')
  expect(await proven()).toBeNull()
  await disable(ana, 'NULL')
  expect([await takeAttempt(db, key), await takeAttempt(db, key)]).toEqual([true, false])
  expect(await proven()).toBeNull()
  await forgetOldAttempts(db, at(60))
  expect(await takeAttempt(db, hashOfToken('three'))).toBe(true)
  await begin('four')
  await forgetOldAttempts(db, at(61))
  expect(await takeAttempt(db, hashOfToken('four'))).toBe(false)
})

test('an account at the provider opens the console for one operator, and an operator has one', async () => {
  const holder = async (subject: string, by = issuer) =>
    (await operatorOf(db, { issuer: by, subject }))?.id ?? null
  await link(ana, 's-1')
  expect([await holder('s-1'), await holder('s-2'), await holder('s-1', 'https://other.example')]).toEqual([
    ...[ana, null, null],
  ])
  expect(await link(ben, 's-1')).toBe(false)
  expect(await link(ana, 's-2')).toBe(true)
  expect([await holder('s-1'), await holder('s-2')]).toEqual([null, ana])
  expect(await linkOf(db, ana, issuer)).toEqual({ account: 's-2@id.example', linked_at: at(0) })
  expect([await linkOf(db, ana, 'https://other.example'), await linkOf(db, ben, issuer)]).toEqual([
    null,
    null,
  ])
  await disable(ana, 'now()')
  expect(await holder('s-2')).toBeNull()
  expect(await removeLink(db.query, ben)).toBeNull()
  expect(await removeLink(db.query, ana)).toBe('s-2@id.example')
  expect(await removeLink(db.query, ana)).toBeNull()
})
