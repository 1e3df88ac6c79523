import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProofs } from '../../../accounts/identity-proofs.ts'
import { installationSecret } from '../../../accounts/secrets-store.ts'
import { hashOfToken, Tokens } from '../../../accounts/sessions/tokens.ts'
import { createAudit } from '../../../proofs/audit/audit.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { callOps, codeNow } from '../../../testing/test-operators.ts'
import { inviteFirstAdmins, readFirstAdmins } from './first-admins.ts'
import { showInvitation } from './mail-invitation.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const context = () => {
  const clock = { now: () => app.now() }
  return { db: app.db, clock, audit: createAudit(clock), identity: identityProofs, secrets: app.secrets }
}
const invite = async (...emails: string[]) => {
  const made = await inviteFirstAdmins(context(), emails)
  return 'refused' in made ? made.refused : made.map(({ email }) => email)
}
const waiting = async () => (await readFirstAdmins(context())).invited.map(({ email }) => email)

async function linkFor(email: string): Promise<string> {
  const found = (await readFirstAdmins(context())).invited.find((one) => one.email === email)
  const tokens = new Tokens(await installationSecret(app.db.query, app.secrets, 'operator-tokens'))
  const whole = { ...context(), tokens, hashOf: hashOfToken }
  return showInvitation(whole, found?.id ?? '', 'https://desk.example/console')
}
const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1)
const look = async (token: string) => await callOps(app, 'opsInvitation', { token }, '')

async function joinBy(token: string): Promise<number> {
  const { secret } = (await look(token)).result as { secret: string }
  const totp = codeNow(app, secret)
  return (await callOps(app, 'opsJoin', { token, password: 'a long and plain phrase', totp }, '')).code
}

test('I16.13: setup invites two people, the same addresses again nobody, another address in place of one that did not join, and never a third', async () => {
  expect(await invite('no address')).toBe('email')
  expect(await invite('ada@desk.example', 'ada+2@desk.example')).toEqual(['ada@desk.example'])
  expect(await invite('ada@desk.example', 'tpyo@desk.example')).toEqual(['tpyo@desk.example'])
  const wrong = tokenOf(await linkFor('tpyo@desk.example'))
  expect((await look(wrong)).code).toBe(200)
  expect(await invite('ada@desk.example', 'bob@desk.example', 'cyd@desk.example')).toBe('tooMany')
  expect(await invite('ada@desk.example', 'bob@desk.example')).toEqual(['bob@desk.example'])
  expect(await invite('ada@desk.example', 'bob@desk.example')).toEqual([])
  expect(await waiting()).toEqual(['ada@desk.example', 'bob@desk.example'])
  expect((await look(wrong)).code).toBe(11004)
  const row = {
    ...{ id: '01890000-0000-7000-8000-000000000009', email: 'eve@desk.example', email_key: 'e' },
    ...{ role: 'admin' as const, proposed_by: null, approved_by: null },
    ...{ made_at: new Date(app.now()), expires_at: new Date(app.now() + 1_000) },
  }
  const adding = (values: typeof row) =>
    app.db.query.insertInto('operators_invitations').values(values).execute()
  await expect(adding(row)).rejects.toThrow('two admins invite the next')
})

test('I16.13: both join by their links, a printed one is not mailed again, and then only two people invite', async () => {
  const [first, second] = [
    tokenOf(await linkFor('ada@desk.example')),
    tokenOf(await linkFor('bob@desk.example')),
  ]
  // A running server mails what has no time yet: the printed link stays the one that works.
  const unmailed = app.db.query
    .selectFrom('operators_invitations')
    .select('id')
    .where('mailed_at', 'is', null)
  expect(await unmailed.where('used_at', 'is', null).execute()).toEqual([])
  expect(await joinBy(first)).toBe(200)
  expect((await look(first)).code).toBe(11004)
  expect(await waiting()).toEqual(['bob@desk.example'])
  expect(await joinBy(second)).toBe(200)
  expect(await readFirstAdmins(context())).toEqual({
    admins: ['ada@desk.example', 'bob@desk.example'],
    invited: [],
  })
  expect(await invite('cyd@desk.example')).toBe('tooMany')
  expect(await invite('ada@desk.example')).toEqual([])
})

test('I16.13: an invitation of setup opens nothing once there are two admins by another way', async () => {
  await app.db.query
    .updateTable('operators_people')
    .set({ disabled_at: new Date() })
    .where('email', '=', 'bob@desk.example')
    .execute()
  expect(await invite('dan@desk.example')).toEqual(['dan@desk.example'])
  const token = tokenOf(await linkFor('dan@desk.example'))
  expect((await look(token)).code).toBe(200)
  await app.db.query
    .updateTable('operators_people')
    .set({ disabled_at: null })
    .where('email', '=', 'bob@desk.example')
    .execute()
  expect((await look(token)).code).toBe(11004)
})
