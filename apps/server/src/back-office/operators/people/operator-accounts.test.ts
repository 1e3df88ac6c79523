import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorRoles } from '@candor/contract'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { identityProofs } from '../../../accounts/identity-proofs.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../../platform/database/temporary/test-database.ts'
import type { Message, Messenger } from '../../../platform/email/messenger.ts'
import { someSecrets } from '../../../platform/keys/test-secrets.ts'
import { createAudit } from '../../../proofs/audit/audit.ts'
import { testContext } from '../../../testing/test-context.ts'
import type { OperatorAccounts } from '../operators-context.ts'
import { type OwnChange, tellOwnerBy } from '../sign-in/tell-owner.ts'
import { addOperator } from './add-operator.ts'
import { emailsOf, everybody, isOnlyAdmin, personById } from './people-store.ts'
import { resetOperator } from './reset-operator.ts'
import { addSampleOperators } from './sample-operators.ts'
import { tellAdmins } from './tell-admins.ts'

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
const password = 'a long and plain phrase'
let db: TestDatabase
let accounts: OperatorAccounts
const databases: TestDatabase[] = []
beforeEach(async () => {
  db = await freshDatabase({ max: 2 })
  databases.push(db)
  accounts = { db, clock, audit: createAudit(clock), identity: identityProofs, secrets: someSecrets }
})
afterAll(async () => {
  for (const one of databases) await one.dispose()
})

async function add(email: string, role: (typeof operatorRoles)[number] = 'admin') {
  const made = await addOperator(accounts, { email, role, password }, 'command-line')
  if ('refused' in made) throw new Error(made.refused)
  return made
}
const disable = (id: string) =>
  db.pool.query('UPDATE operators_people SET disabled_at = now() WHERE id = $1', [id])
const audited = async () =>
  (
    await db.query.selectFrom('trust_audit').select(['actor', 'action', 'subject']).orderBy('seq').execute()
  ).map(({ actor, action, subject }) => [actor, action, subject])

test('an operator has a mailbox of their own, and a password that is neither short, long nor common', async () => {
  const made = await add('ana@x.example')
  expect(made.otpauthUrl).toContain(made.secret)
  expect(await audited()).toEqual([['command-line', 'operators.add', `operator:${made.id}`]])
  const refusal = async (email: string, given = password) => {
    const outcome = await addOperator(accounts, { email, role: 'risk', password: given }, 'system')
    return 'refused' in outcome ? outcome.refused : null
  }
  expect([await refusal('ANA@x.example'), await refusal('ana+2@x.example')]).toEqual(['taken', 'taken'])
  for (const email of ['ana', 'ana@', '@x.example', 'a na@x.example', 'a@b@c'])
    expect([email, await refusal(email)]).toEqual([email, 'email'])
  const lengths = ['x1!quiltmo', 'x1!quiltm', 'x1!quilt'.repeat(16), `${'x1!quilt'.repeat(16)}y`]
  const found = []
  for (const [n, given] of lengths.entries()) found.push(await refusal(`p${n}@x.example`, given))
  expect(found.map((one) => one === 'password-length')).toEqual([false, true, false, true])
  expect(await refusal('p@x.example', 'password12')).toBe('password-common')
})

test('a reset by another admin ends everything that a lost device could sign in with', async () => {
  const [ana, ben] = [await add('ana@x.example'), await add('ben@x.example')]
  const before = await db.pool.query('SELECT password_hash FROM operators_people WHERE id = $1', [ana.id])
  await db.pool.query(
    `UPDATE operators_people SET totp_next = 'sealed:next', totp_next_until = now() WHERE id = $1`,
    [ana.id],
  )
  const reset = (email: string, given = password, actor = ben.id) =>
    resetOperator(accounts, { email, password: given }, actor)
  expect(await reset('ana@x.example', 'short')).toEqual({ refused: 'password-length' })
  expect(await reset('nobody@x.example')).toEqual({ refused: 'absent' })
  expect(await reset('ben@x.example')).toEqual({ refused: 'self' })
  const done = await reset('ANA@x.example', 'another plain phrase')
  if ('refused' in done) throw new Error(done.refused)
  expect(done.id).toBe(ana.id)
  expect(done.secret).not.toBe(ana.secret)
  const { rows } = await db.pool.query(
    'SELECT password_hash, totp_secret, totp_next, totp_next_until FROM operators_people WHERE id = $1',
    [ana.id],
  )
  expect(rows[0]).toMatchObject({ totp_next: null, totp_next_until: null })
  expect(rows[0].password_hash).not.toBe(before.rows[0].password_hash)
  expect(someSecrets.open('operators_people.totp_secret', ana.id, rows[0].totp_secret)).toBe(done.secret)
  const { rows: log } = await db.pool.query(
    `SELECT body::jsonb -> 'after' AS after FROM trust_audit WHERE action = 'operators.reset'`,
  )
  expect(log).toEqual([{ after: { sessionsEnded: 0, passkeysRemoved: 0, accountUnlinked: null } }])
  expect(await audited()).toContainEqual([ben.id, 'operators.reset', `operator:${ana.id}`])
  await disable(ana.id)
  expect(await reset('ana@x.example')).toEqual({ refused: 'absent' })
})

test('people are found by id, the enabled ones first, and the only admin is known', async () => {
  const [ana, ben] = [await add('ana@x.example'), await add('ben@x.example')]
  const risk = await add('risk@x.example', 'risk')
  expect(await isOnlyAdmin(db.query, ana.id)).toBe(false)
  await disable(ana.id)
  const only = await Promise.all([ana, ben, risk].map(({ id }) => isOnlyAdmin(db.query, id)))
  expect(only).toEqual([false, true, false])
  expect((await everybody(db, clock.now())).map(({ email }) => email)).toEqual([
    ...['ben@x.example', 'risk@x.example', 'ana@x.example'],
  ])
  expect(await personById(db.query, ben.id)).toMatchObject({ email: 'ben@x.example', disabled_at: null })
  for (const id of ['none', '01890000-0000-7000-8000-000000000000'])
    await expect(personById(db.query, id)).rejects.toMatchObject({ code: 11004 })
  expect([...(await emailsOf(db.query, [ana.id, risk.id])).values()].toSorted()).toEqual([
    ...['ana@x.example', 'risk@x.example'],
  ])
})

test('a sandbox without operators gets one of each role, in a file that only its owner reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-samples-'))
  try {
    const file = await addSampleOperators(accounts, folder)
    expect(file).toBe(join(folder, 'operators.txt'))
    expect(statSync(file ?? '').mode & 0o777).toBe(0o600)
    const text = readFileSync(file ?? '', 'utf8')
    for (const role of operatorRoles)
      expect(text).toMatch(
        new RegExp(`^${role}@sandbox\\.example {3}password [\\w-]{12} {3}secret [A-Z2-7]{32}$`, 'm'),
      )
    expect(text).toContain('npm run candor -- operator code --email')
    expect((await everybody(db, clock.now())).map(({ role }) => role).toSorted()).toEqual(
      operatorRoles.toSorted(),
    )
    expect(await addSampleOperators(accounts, folder)).toBeNull()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** A mail server that accepts every letter but those to `refusing`. */
function mail(refusing = '') {
  const sent: Message[] = []
  const logged: unknown[] = []
  const messenger: Messenger = {
    send: async (letter) => {
      if (letter.to === refusing) throw new Error('not accepted')
      sent.push(letter)
    },
  }
  const log = pino({ level: 'error' }, { write: (line) => logged.push(JSON.parse(line)) })
  return { messenger, log, sent, logged }
}

test('an alarm goes to every enabled admin, though a letter is not accepted', async () => {
  await add('ana@x.example')
  await add('ben@x.example')
  await add('risk@x.example', 'risk')
  await disable((await add('dora@x.example')).id)
  const { messenger, log, sent, logged } = mail('ana@x.example')
  await tellAdmins(testContext({ db, now: () => clock.now() }, { log }), messenger, {
    subject: 'A subject',
    text: 'A text',
  })
  expect(sent).toEqual([
    {
      ...{ to: 'ben@x.example', kind: 'operators-alarm', language: 'en', toOperator: true },
      ...{ subject: 'A subject', text: 'A text' },
    },
  ])
  expect(logged).toHaveLength(1)
})

test('an operator is told by mail of each change of their sign-in, and what to do', async () => {
  const changes: Readonly<Record<OwnChange, string>> = {
    password: 'Your password for the console was changed',
    'second-factor': 'Two-factor authentication for your console sign-in was changed',
    'passkey-added': 'A passkey was added to your console sign-in',
    'passkey-removed': 'A passkey was removed from your console sign-in',
    'sso-linked': 'An account was linked to your console sign-in',
    'sso-removed': 'An account was unlinked from your console sign-in',
  }
  const { messenger, log, sent, logged } = mail('gone@x.example')
  const tell = tellOwnerBy(messenger, log)
  for (const change of Object.keys(changes) as OwnChange[]) await tell('ana@x.example', change)
  expect(sent.map(({ subject }) => subject)).toEqual(Object.values(changes))
  expect(sent[0]).toMatchObject({ to: 'ana@x.example', kind: 'operator-change', toOperator: true })
  expect(sent[0]?.text).toMatch(/changed\.\n\nIf it was you, .*\n\nIf it was not you, tell an admin at once/)
  await tell('gone@x.example', 'password')
  expect(logged).toEqual([expect.objectContaining({ change: 'password', msg: expect.any(String) })])
})
