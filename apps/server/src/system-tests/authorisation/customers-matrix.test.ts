import { randomUUID } from 'node:crypto'
import { type CallName, calls } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Parameters } from '../../back-office/parameters/parameters.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { rowFieldsOf } from '../../platform/http/input-issues.ts'
import { fillPath, queryOf } from '../../platform/http/request-path.ts'
import { type Route, routeTable } from '../../platform/http/route-table.ts'
import { type CallResponse, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { identityForm } from '../../testing/test-identity.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { fuzz } from '../fuzz/fuzz.ts'
import { raiseLimits, sessionsOf } from '../fuzz/fuzz-cast.ts'
import { brokenIn } from '../fuzz/fuzz-process.ts'
import { oddValues } from '../fuzz/odd-values.ts'
import { identityPictures, inputs, last, madeByCaller, named, ofEverybody, proofs } from './customers-asks.ts'
import {
  apiKeyHeader,
  type Belongings,
  type CustomerActor,
  freeze,
  fundHouse,
  ownerOfEverything,
  rowsOf,
} from './customers-cast.ts'
import {
  absentId,
  type Cell,
  faults,
  idFieldsOf,
  type Line,
  leaks,
  likeness,
  malformedId,
  table,
} from './matrix.ts'

const head = `
# Who is answered what: the customers' API

One line a route, made by \`customers-matrix.test.ts\` from the route table over HTTP. A cell has the code of the answer, or four codes where the
request names a row of a customer: one of their own / of another customer / of nobody / of the wrong form. 200 and 200xx: done. 401: signed in as
nobody. 10008: shut while frozen. 11013: not with this API key. 11019: a fresh proof is missing. 11004: there is no such thing. Any other code
comes after the question who asks.

\`nobody\` sends nothing; \`operator\` an operator's cookie; \`customer\` signed in a moment ago, \`earlier\` a quarter of an hour ago; \`frozen\` by the
operator; \`reads\` and \`trades\` are API keys of these scopes. Each of them owns one of everything.
`

/** `npm run fuzz` sends many more, to a process of its own; here every answer is held against the contract too. */
const oddRequests = Number(process.env.CANDOR_FUZZ_REQUESTS ?? 1_000)
const seed = Number(process.env.CANDOR_FUZZ_SEED ?? 1)

const earlierMs = 15 * 60_000
let app: TestApp
const actors = new Map<string, CustomerActor>()
let another: { readonly id: string; readonly owns: Belongings; readonly stored: object }
const lines: Line[] = []

beforeAll(async () => {
  app = await startTestApp()
  await addActors()
  const routes = [...routeTable].sort((a, b) => orderOf(a) - orderOf(b))
  for (const route of routes) lines.push(await lineOf(route))
}, 300_000)
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

/** Calls that use nothing up come first, those that end a session last. */
function orderOf({ name, method }: Route): number {
  return method === 'GET' ? 0 : 1 + last.indexOf(name) + 1
}

async function addActors(): Promise<void> {
  const reviewer = await signInOperator(app, 'reviewer')
  const admin = await signInOperator(app, 'admin')
  await fundHouse(await signInOperator(app, 'finance'), admin)
  await liftKeyBudget()
  const add = async (name: string, headersOf: (owner: CustomerActor['person']) => Promise<object>) => {
    const { person, owns } = await ownerOfEverything(app, reviewer, { lent: true })
    actors.set(name, { person, owns, headers: { ...(await headersOf(person)) } })
  }
  await add('earlier', async ({ token }) => ({ authorization: token }))
  await app.moveClock(earlierMs)
  const passive = await ownerOfEverything(app, reviewer, { lent: true })
  await add('customer', async ({ token }) => ({ authorization: token }))
  await add('frozen', async (person) => ({ authorization: await freeze(app, person) }))
  await add('reads', (person) => apiKeyHeader(app, person, 'read'))
  await add('trades', (person) => apiKeyHeader(app, person, 'trade'))
  const { cookie } = admin
  const customer = actors.get('customer') as CustomerActor
  actors.set('nobody', { ...customer, headers: {} })
  actors.set('operator', { ...customer, headers: { cookie, 'x-candor-console': '1' } })
  const { id } = passive.person
  another = { id, owns: passive.owns, stored: await rowsOf(app.db, id) }
}

/** A key is slowed long before it made every call that there is. */
async function liftKeyBudget(): Promise<void> {
  const parameters = new Parameters(app.db, { now: () => app.now() }, { sandbox: true })
  const change = { reason: 'a test of every call', changedBy: 'a', approvedBy: 'b' }
  const made = await parameters.change({ key: 'limits.apiKeys.burst', value: 10_000, ...change })
  expect(made).toMatchObject({ version: expect.any(Number) })
}

/** Signs the actors in again, whose sessions an earlier request may have ended. */
async function signInAgain(): Promise<void> {
  for (const [name, actor] of actors) {
    if (!('authorization' in actor.headers)) continue
    const { userName, password } = actor.person
    const { result } = await app.call('login', { account: userName, password })
    actors.set(name, { ...actor, headers: { authorization: result.token } })
  }
}

const columns = ['nobody', 'operator', 'customer', 'earlier', 'frozen', 'reads', 'trades'] as const

async function lineOf(route: Route): Promise<Line> {
  const cells: Record<string, Cell> = {}
  if (last.includes(route.name)) await signInAgain()
  for (const name of columns) cells[name] = await cellOf(route, actors.get(name) as CustomerActor)
  return { route: route.name, cells }
}

async function cellOf({ name }: Route, actor: CustomerActor): Promise<Cell> {
  const row = named[name]
  const [field] = rowFieldsOf(calls[name].input)
  if (row === undefined) {
    const naming = (id: string) => (field === undefined ? {} : { [field]: id })
    const absent = await call(name, naming(absentId), actor)
    return field === undefined
      ? { absent }
      : { absent, malformed: await call(name, naming(malformedId), actor) }
  }
  const proof = 'authorization' in actor.headers ? await proofs[name]?.(app, actor) : {}
  const naming = (id: string) => call(name, { ...proof, [row.field]: row.field === 'ids' ? [id] : id }, actor)
  // One's own last: it may be used up.
  const malformed = await naming(malformedId)
  const absent = await naming(absentId)
  const anothers = await naming(another.owns[row.thing])
  return { own: await naming(actor.owns[row.thing]), another: anothers, absent, malformed }
}

function call(name: CallName, naming: object, { headers }: CustomerActor): Promise<CallResponse> {
  const { method, path: pattern } = calls[name]
  const { path, rest } = fillPath(pattern, { ...inputs[name], ...naming })
  const sent = {
    'content-type': 'application/json',
    virtually: pattern.includes('/order/') && !('realOnly' in calls[name]) ? 'NO' : 'YES',
    'idempotency-key': randomUUID(),
    ...headers,
  }
  if (name === 'resetDemo') sent.virtually = 'NO'
  if (method === 'POST') return app.request('POST', path, JSON.stringify(rest), sent)
  return app.request('GET', `${path}?${queryOf(rest)}`, null, sent)
}

const codesOf = (line: Line, actor: string) => Object.values(line.cells[actor] ?? {}).map(({ code }) => code)
const lineFor = (name: string): Line => {
  const line = lines.find(({ route }) => route === name)
  if (line === undefined) throw new Error(`${name} has no line`)
  return line
}

test('every field that names a row is tried with one of one’s own and of another customer, or says that it is everybody’s', () => {
  const fields = routeTable
    .filter(({ name }) => !ofEverybody.includes(name))
    .flatMap(({ name }) => idFieldsOf(calls[name].input).map((field) => `${name}.${field}`))
  const covered = new Set([
    ...Object.entries(named).map(([name, { field }]) => `${name}.${field}`),
    ...Object.keys(madeByCaller),
    ...['saveIdentification', 'identification'].flatMap((name) =>
      Object.keys(identityPictures).map((field) => `${name}.${field}`),
    ),
  ])
  expect(fields.length).toBeGreaterThan(30)
  expect(fields.filter((field) => !covered.has(field))).toEqual([])
})

test('no cell of the customers’ API is answered with a fault', () => {
  expect(lines.length).toBe(routeTable.length)
  expect(lines.flatMap(faults)).toEqual([])
})

test('what is another customer’s is answered exactly as what is not there', () => {
  expect(lines.flatMap(leaks)).toEqual([])
})

test('an id that a caller makes names no row of another customer', async () => {
  const { token } = await app.signUp()
  for (const [path, thing] of Object.entries(madeByCaller)) {
    const [name, field] = path.split('.') as [CallName, string]
    const { code } = await app.call(name, { ...inputs[name], [field]: another.owns[thing] }, { token })
    expect([path, code]).toEqual([path, 200])
  }
})

test('whoever asks, nothing that is kept of another customer changes', async () => {
  expect(another.stored).toMatchObject({ markets_named_watchlists: expect.stringMatching(/^1 /) })
  expect(await rowsOf(app.db, another.id)).toEqual(another.stored)
})

test('an identity check stands on no picture of another customer', async () => {
  const { token } = await app.signUp()
  const form = await identityForm(app, token)
  const hand = (name: 'saveIdentification' | 'identification', changes: object) =>
    app.call(name, { ...form, ...changes }, { token, mode: 'real' })
  for (const name of ['saveIdentification', 'identification'] as const)
    for (const [field, thing] of Object.entries(identityPictures)) {
      const refused = await hand(name, { [field]: another.owns[thing] })
      expect([name, field, refused.code]).toEqual([name, field, 11023])
      expect(likeness(refused)).toBe(likeness(await hand(name, { [field]: absentId })))
    }
  expect((await hand('identification', {})).code).toBe(20001)
})

test('nobody and an operator are signed in as no customer; a key makes the calls of its scope alone; a freeze shuts what it says', () => {
  for (const { name, access, apiScope, whileFrozen, proof } of routeTable) {
    const of = (actor: string) => codesOf(lineFor(name), actor)
    for (const actor of ['nobody', 'operator'])
      expect([name, actor, of(actor).every((code) => code === 401)]).toEqual([
        name,
        actor,
        access === 'customer',
      ])
    if (access === 'visitor') continue
    const closedTo = (actor: string) => of(actor).every((code) => code === 11013)
    expect([name, closedTo('reads'), closedTo('trades')]).toEqual([
      name,
      apiScope !== 'read',
      apiScope === null,
    ])
    if (whileFrozen === 'shut') expect([name, of('frozen')[0]]).toEqual([name, 10008])
    if (proof === 'fresh')
      expect([name, of('earlier')[0], of('customer').includes(11019)]).toEqual([name, 11019, false])
    else expect([name, of('earlier').includes(11019)]).toEqual([name, false])
  }
})

test('the customers’ API answers as the reviewed table says', async () => {
  const sorted = [...lines].sort((a, b) => a.route.localeCompare(b.route))
  await expect(table(head, columns, sorted)).toMatchFileSnapshot('customers-matrix.txt')
})

test('I12.Fb: there are at least three hundred odd values, no two alike', () => {
  const texts = oddValues.map((value) => (Object.is(value, -0) ? '-0' : JSON.stringify(value)))
  expect(new Set(texts).size).toBe(oddValues.length)
  expect(oddValues.length).toBeGreaterThanOrEqual(300)
})

// On the server that the table was made on: everybody is here, and owns one of everything.
test('I12.Fb: whatever everybody sends at once to both APIs, nothing is answered with a fault and nothing breaks', async () => {
  await raiseLimits(app)
  const customers = ['customer', 'frozen', 'trades'].map((name) => (actors.get(name) as CustomerActor).person)
  const keysOf = await app.signUp()
  const sessions = await sessionsOf(app, { customers: [...customers, keysOf], keysOf })
  const report = await fuzz({ url: app.url, sessions, requests: oddRequests, seed })
  expect(report.faults).toEqual([])
  // They come past the first check: many are done, many refused for a reason of their own.
  expect(report.operations).toBeGreaterThan(200)
  expect(report.codes['200']).toBeGreaterThan(report.requests / 20)
  expect(Object.keys(report.codes).length).toBeGreaterThan(20)
  expect(report.codes['11002'] ?? 0).toBeLessThan(report.requests / 20)
  expect(await brokenIn(app)).toEqual([])
})
