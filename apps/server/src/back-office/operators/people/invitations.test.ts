import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperatorInvitation, OperatorPerson } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProofs } from '../../../accounts/identity-proofs.ts'
import { createAudit } from '../../../proofs/audit/audit.ts'
import { resultOf, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { callOps, signInOperator, type TestOperator } from '../../../testing/test-operators.ts'
import { addOperator } from './add-operator.ts'

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
const inviteAs = async (email: string, role = 'reviewer') => {
  const id = idOf(await admin.call('opsProposeOperator', { email, role, reason }))
  return approve(risk, id)
}
const idOf = (response: { result: unknown }) => (response.result as { id: string }).id

test('T10: the link of an invitation goes only to the invited mailbox: no response of the console and no log contains it', async () => {
  const email = 'pia@candor.example'
  const id = idOf(await admin.call('opsProposeOperator', { email, role: 'content', reason }))
  const { shownHash } = resultOf<{ shownHash: string }>(await risk.call('opsProposal', { id }))
  const responses = [await risk.call('opsApproveProposal', { id, shownHash })]
  const invitation = (await listed()).invitations.find((one) => one.email === email)
  const tokens = [mailedToken(email)]
  responses.push(await admin.call('opsMailInvitation', { id: invitation?.id }))
  tokens.push(mailedToken(email))
  for (const [name, input] of [
    ['opsOperators', {}],
    ['opsProposals', {}],
    ['opsProposal', { id }],
    ['opsAudit', {}],
  ] as const)
    responses.push(await admin.call(name, input))
  for (const token of tokens)
    for (const response of responses) {
      expect(response.code).toBe(200)
      expect(response.text).not.toContain(token)
    }
  const names = readdirSync(join(app.dataDir, 'outbox')).filter((name) => name.endsWith('.json'))
  const holding = names
    .map((name) => readFileSync(join(app.dataDir, 'outbox', name), 'utf8'))
    .filter((mail) => tokens.some((token) => mail.includes(token)))
    .map((mail) => JSON.parse(mail).to)
  expect([...new Set(holding)]).toEqual([email])
  // A Host header that somebody wrote decides nothing about where the link leads.
  for (const { code } of app.messages(email)) expect(code).toMatch(/^http:\/\/127\.0\.0\.1:/)
})

test('T10: one mailbox is one operator: another address of it is not invited, and the command line refuses it too', async () => {
  const first = await inviteAs('otto@candor.example')
  expect(first).toBe(200)
  for (const email of ['Otto@candor.example', 'otto+2@candor.example'])
    expect(issuesOf(await admin.call('opsProposeOperator', { email, role: 'risk', reason }))[1]).toBe(
      'email taken',
    )
  const [name, domain] = risk.email.split('@')
  const again = `${name}+second@${domain}`
  expect(issuesOf(await admin.call('opsProposeOperator', { email: again, role: 'risk', reason }))[1]).toBe(
    'email taken',
  )
  const clock = { now: () => app.now() }
  const accounts = {
    db: app.db,
    clock,
    audit: createAudit(clock),
    identity: identityProofs,
    secrets: app.secrets,
  }
  expect(
    await addOperator(
      accounts,
      { email: again, role: 'admin', password: 'a long and plain phrase' },
      'command-line',
    ),
  ).toEqual({ refused: 'taken' })
})

test('T10: two proposals for one mailbox that were made at once make one invitation', async () => {
  const call = (email: string) => admin.call('opsProposeOperator', { email, role: 'reviewer', reason })
  const ids = [idOf(await call('ute@candor.example')), idOf(await call('ute+b@candor.example'))]
  const codes = await Promise.all(ids.map((id) => approve(risk, id)))
  expect(codes.sort()).toEqual([11001, 200].sort())
})

test('T10: an invitation is void once one of the two who decided it was disabled', async () => {
  const second = await signInOperator(app, 'risk')
  const email = 'vera@candor.example'
  const id = idOf(await admin.call('opsProposeOperator', { email, role: 'finance', reason }))
  expect(await approve(second, id)).toBe(200)
  const token = mailedToken(email)
  const look = async () => (await callOps(app, 'opsInvitation', { token }, '')).code
  expect(await look()).toBe(200)
  const invitation = (await listed()).invitations.find((one) => one.email === email)
  await admin.call('opsDisableOperator', { id: second.id, reason })
  expect(await look()).toBe(11004)
  expect((await admin.call('opsMailInvitation', { id: invitation?.id })).code).toBe(11004)
  expect((await listed()).invitations.map((one) => one.email)).not.toContain(email)
})

test('an invitation lapses after seven days, and mailing it again does not prolong it', async () => {
  const email = 'walt@candor.example'
  expect(await inviteAs(email)).toBe(200)
  const invitation = (await listed()).invitations.find((one) => one.email === email)
  await app.moveClock(6 * 86_400_000)
  const people = [await signInOperator(app, 'admin')]
  expect((await people[0]?.call('opsMailInvitation', { id: invitation?.id }))?.code).toBe(200)
  const token = mailedToken(email)
  expect((await callOps(app, 'opsInvitation', { token }, '')).code).toBe(200)
  await app.moveClock(86_400_000)
  expect((await callOps(app, 'opsInvitation', { token }, '')).code).toBe(11004)
})
