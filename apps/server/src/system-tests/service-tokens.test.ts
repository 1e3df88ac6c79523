import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type OpsCallName,
  opsCalls,
  type ServiceScope,
  serviceScopeOf,
  serviceScopes,
  webhookEvents,
} from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { approveProposal, codeNow, signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { addServiceToken } from '../testing/tokens/test-service-tokens.ts'
import { openReceiver, type Receiver } from '../webhooks/test-receiver.ts'

let app: TestApp
let receiver: Receiver
let people: readonly [TestOperator, TestOperator]
beforeAll(async () => {
  receiver = await openReceiver()
  app = await startTestApp()
  people = [await signInOperator(app, 'admin'), await signInOperator(app, 'risk')]
})
afterAll(async () => {
  await app.dispose()
  await receiver.close()
})

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/service-tokens.md'), 'utf8')

interface Examples {
  callOps(origin: string, token: string, path: string, body?: object): Promise<unknown>
  movementsOf(origin: string, token: string, day: string): Promise<unknown>
  everyCustomer(origin: string, token: string): AsyncIterable<{ readonly id: string }>
  troubleAt(origin: string, token: string): Promise<string[]>
}

async function examples(): Promise<Examples> {
  const blocks = [...guide.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? '')
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(blocks.join('\n'))}`)
}

const tokenWith = async (scope: ServiceScope) =>
  (await addServiceToken(app, people, { name: `guide ${scope}`, scopes: [scope] })).secret

test('I16.11: the guide’s programs read reports, customers and alerts with a token', async () => {
  const { callOps, movementsOf, everyCustomer, troubleAt } = await examples()
  const customers = []
  for (let n = 0; n < 3; n += 1) customers.push((await app.signUp()).id)
  const books = await tokenWith('ledger:read')
  const today = new Date(app.now()).toISOString().slice(0, 10)
  expect(await movementsOf(app.url, books, today)).toContainEqual(
    expect.objectContaining({ kind: 'demo-grant', to: 'customer', count: 3 }),
  )
  const crm = await tokenWith('customers:read')
  const read: string[] = []
  for await (const { id } of everyCustomer(app.url, crm)) read.push(id)
  expect(read).toEqual(expect.arrayContaining(customers))
  const [leaver, admin] = [await signInOperator(app, 'admin'), people[0]]
  await addServiceToken(app, [leaver, admin], { name: 'Books', scopes: ['ledger:read'] })
  expect((await admin.call('opsDisableOperator', { id: leaver.id, reason: 'left us' })).code).toBe(200)
  expect(await troubleAt(app.url, await tokenWith('monitoring:read'))).toContain(
    'bad: Service tokens whose secret a disabled operator has seen: Books',
  )
  await expect(callOps(app.url, books, '/customers')).rejects.toThrow('11056')
})

test('I16.11: the guide lists every scope with its calls', () => {
  const rows = [...guide.matchAll(/^\| `([a-z]+:[a-z]+)` \| (.+?) \|$/gm)].map(([, scope, calls]) => [
    scope,
    calls?.replaceAll('`', '').split(' ').toSorted(),
  ])
  const names = Object.keys(opsCalls) as OpsCallName[]
  expect(rows).toEqual(
    serviceScopes.map((scope) => [scope, names.filter((name) => serviceScopeOf(name) === scope).toSorted()]),
  )
})

test('I16.11: other systems are told that a token was made and revoked', async () => {
  const [admin, risk] = people
  const types = ['token.issued', 'token.revoked']
  await admin.call('opsAddWebhook', { name: 'Security', url: receiver.url, types, signature: 'v1' })
  const expiresAt = new Date(app.now() + 86_400_000).toISOString()
  const token = { name: 'Told', scopes: ['risk:read', 'audit:read'], expiresAt, reason: 'a test' }
  const proposal = await admin.call('opsProposeServiceToken', token)
  expect((await approveProposal(risk, proposal)).code).toBe(200)
  const { id } = proposal.result
  await app.moveClock(31_000)
  const factors = { password: admin.password, totp: codeNow(app, admin.secret) }
  expect((await admin.call('opsIssueServiceToken', { id, ...factors })).code).toBe(200)
  await app.moveClock(31_000)
  const again = { password: admin.password, totp: codeNow(app, admin.secret) }
  expect((await admin.call('opsRotateServiceToken', { id, ...again })).code).toBe(200)
  expect((await risk.call('opsRevokeServiceToken', { id, reason: 'a test' })).code).toBe(200)
  await receiver.until(2)
  const sent = receiver.received.map(({ body }) => JSON.parse(body))
  const data = { token: id, name: 'Told', scopes: token.scopes, expiresAt }
  expect(sent.toSorted((a, b) => a.type.localeCompare(b.type))).toMatchObject([
    { type: 'token.issued', data: { ...data, by: admin.id } },
    { type: 'token.revoked', data: { ...data, by: risk.id } },
  ])
  for (const { type, data: given } of sent)
    expect(webhookEvents[type as 'token.issued'].data.strict().safeParse(given).success).toBe(true)
})
