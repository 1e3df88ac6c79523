import type { OperatorInvitation, OperatorPerson } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import {
  callOps,
  codeNow,
  cookieIn,
  operatorFrame,
  signInOperator,
  type TestOperator,
} from '../../../testing/test-operators.ts'

let app: TestApp
let admin: TestOperator
let risk: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  admin = await signInOperator(app, 'admin')
  risk = await signInOperator(app, 'risk')
})
afterAll(() => app.dispose())

const reason = 'as agreed on Monday'
interface Listed {
  readonly people: OperatorPerson[]
  readonly invitations: OperatorInvitation[]
}
const listed = async () => resultOf<Listed>(await admin.call('opsOperators'))
const personOf = async (email: string) => (await listed()).people.find((one) => one.email === email)
const approve = async (who: TestOperator, id: string) => {
  const { shownHash } = resultOf<{ shownHash: string }>(await who.call('opsProposal', { id }))
  return (await who.call('opsApproveProposal', { id, shownHash })).code
}
const issuesOf = ({ code, result }: { code: number; result: unknown }) => [
  code,
  ...(result as { issues: { path: string; code: string }[] }).issues.map((one) => `${one.path} ${one.code}`),
]
/** The token of the newest link that was mailed to this address. */
const mailedToken = (email: string): string => {
  const link = app
    .messages(email)
    .filter(({ kind }) => kind === 'operator-invitation')
    .at(-1)?.code
  if (link === undefined) throw new Error(`nothing was mailed to ${email}`)
  return link.slice(link.lastIndexOf('/') + 1)
}
const idOf = (response: { result: unknown }) => (response.result as { id: string }).id

test('T10: an operator is invited by two people and sets a password and a second factor that neither of them knows', async () => {
  const request = { email: 'nora@candor.example', role: 'finance', reason }
  expect((await risk.call('opsProposeOperator', request)).code).toBe(11005)
  expect(issuesOf(await admin.call('opsProposeOperator', { ...request, email: risk.email }))).toEqual([
    11001,
    'email taken',
  ])
  const id = idOf(await admin.call('opsProposeOperator', request))
  expect(await approve(admin, id)).toBe(11008)
  expect((await listed()).invitations).toEqual([])
  expect(await approve(risk, id)).toBe(200)
  const [invitation] = (await listed()).invitations
  expect(invitation).toMatchObject({ email: request.email, role: 'finance', mailedAt: expect.any(String) })
  const old = mailedToken(request.email)
  expect(await admin.call('opsMailInvitation', { id: invitation?.id })).toMatchObject({
    code: 200,
    result: { mailed: true },
  })
  const token = mailedToken(request.email)
  expect(token).not.toBe(old)
  for (const { text } of app.messages(request.email)) expect(text).toMatch(operatorFrame)
  const visit = (name: 'opsInvitation' | 'opsJoin', input: object) => callOps(app, name, input, '')
  expect((await visit('opsInvitation', { token: old })).code).toBe(11004)
  const { secret } = resultOf<{ secret: string }>(await visit('opsInvitation', { token }))
  const good = { token, password: 'only nora knows it', totp: codeNow(app, secret) }
  expect(issuesOf(await visit('opsJoin', { ...good, password: 'short' }))[1]).toBe('password password-length')
  expect(issuesOf(await visit('opsJoin', { ...good, totp: '000000' }))[1]).toBe('totp wrong')
  expect((await visit('opsJoin', good)).code).toBe(200)
  expect((await visit('opsJoin', good)).code).toBe(11004)
  // Each code opens the door once: the next one.
  await app.moveClock(31_000)
  const signIn = { email: request.email, password: good.password, totp: codeNow(app, secret) }
  expect(cookieIn(await callOps(app, 'opsLogin', signIn, ''))).not.toBe('')
  expect(await personOf(request.email)).toMatchObject({ role: 'finance', sessions: 1, disabledAt: null })
  const { rows } = await app.db.pool.query<{ body: string }>('SELECT body::text FROM trust_audit')
  const log = rows.map(({ body }) => body).join()
  for (const action of ['operators.add.approve', 'operators.invitation.mail', 'operators.join'])
    expect(log).toContain(action)
  for (const hidden of [old, token, secret, good.password]) expect(log).not.toContain(hidden)
})

test('one admin disables an operator at once: every session ends and sign-in fails; enabling takes two people', async () => {
  const gone = await signInOperator(app, 'content')
  expect((await gone.call('opsMe')).code).toBe(200)
  expect((await risk.call('opsDisableOperator', { id: gone.id, reason })).code).toBe(11005)
  expect((await admin.call('opsDisableOperator', { id: gone.id, reason })).code).toBe(200)
  expect((await admin.call('opsDisableOperator', { id: gone.id, reason })).code).toBe(11006)
  expect((await gone.call('opsMe')).code).toBe(401)
  await app.moveClock(31_000)
  const signIn = async () =>
    (
      await callOps(
        app,
        'opsLogin',
        { email: gone.email, password: gone.password, totp: codeNow(app, gone.secret) },
        '',
      )
    ).code
  expect(await signIn()).toBe(11009)
  const id = idOf(await admin.call('opsProposeEnable', { id: gone.id, reason }))
  expect(await approve(admin, id)).toBe(11008)
  expect(await approve(risk, id)).toBe(200)
  await app.moveClock(31_000)
  expect(await signIn()).toBe(200)
  const { ended } = resultOf<{ ended: number }>(await admin.call('opsEndSessions', { id: gone.id, reason }))
  expect(ended).toBe(1)
  expect(await personOf(gone.email)).toMatchObject({ sessions: 0, disabledAt: null })
})

test('operators cannot disable themselves, the last admin stays in any case, and another role takes two people', async () => {
  expect(issuesOf(await admin.call('opsDisableOperator', { id: admin.id, reason }))).toEqual([
    11001,
    'id self',
  ])
  const role = (id: string, to: string, who = admin) => who.call('opsProposeRole', { id, role: to, reason })
  expect(issuesOf(await role(admin.id, 'risk'))[1]).toBe('id last-admin')
  const second = await signInOperator(app, 'reviewer')
  expect(issuesOf(await role(second.id, 'reviewer'))[1]).toBe('role unchanged')
  const id = idOf(await role(second.id, 'admin'))
  expect(await personOf(second.email)).toMatchObject({ role: 'reviewer' })
  expect(await approve(risk, id)).toBe(200)
  expect(await personOf(second.email)).toMatchObject({ role: 'admin' })
  // Now there are two, and either may shut the other out, but not both.
  expect((await second.call('opsDisableOperator', { id: admin.id, reason })).code).toBe(200)
  const last = "UPDATE operators_people SET disabled_at = now() WHERE role = 'admin'"
  await expect(app.db.pool.query(last)).rejects.toThrow('one admin stays')
})
