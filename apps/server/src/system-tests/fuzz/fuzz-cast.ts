import { operatorRoles } from '@candor/contract'
import { Parameters } from '../../back-office/parameters/parameters.ts'
import type { TestApp } from '../../testing/test-client.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { apiKeyHeader, freeze, fundHouse, ownerOfEverything } from '../authorisation/customers-cast.ts'
import type { FuzzSession } from './fuzz.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>

/** Limits that would slow down such a number of requests, and leave what is behind them untried. */
const budgets = [
  'names',
  'signIns',
  'codesOfNetwork',
  'codesOfAccount',
  'codesOfRange',
  'apiKeys',
  'keptQuotes',
  'uploads',
] as const
const raised = [
  ...budgets.flatMap((name) => [
    [`limits.${name}.burst`, 10_000] as const,
    [`limits.${name}.perHour`, 1_000_000] as const,
  ]),
  ['limits.guesses.network', 10_000],
] as const

/** Raises what would slow them down as far as their parameters go. */
export async function raiseLimits(app: TestApp): Promise<void> {
  const parameters = new Parameters(app.db, { now: () => app.now() }, { sandbox: true })
  const change = { reason: 'a test of odd requests', changedBy: 'a', approvedBy: 'b' }
  for (const [key, value] of raised) {
    const made = await parameters.change({ key, value, ...change })
    if (!('version' in made)) throw new Error(`${key} was not changed: ${JSON.stringify(made)}`)
  }
}

/** All kinds of callers, each with rows of their own: a visitor of both APIs, customers, API keys, operators of every role. */
export async function fuzzSessions(app: TestApp): Promise<FuzzSession[]> {
  const reviewer = await signInOperator(app, 'reviewer')
  await fundHouse(await signInOperator(app, 'finance'), await signInOperator(app, 'admin'))
  const owner = async () => (await ownerOfEverything(app, reviewer, { lent: true })).person
  const [first, second, frozen] = [await owner(), await owner(), await owner()]
  await freeze(app, frozen)
  return sessionsOf(app, { customers: [first, second, frozen, await app.signUp()], keysOf: second })
}

/** Sessions of these customers, of API keys and of operators of every role. */
export async function sessionsOf(
  app: TestApp,
  { customers, keysOf }: { readonly customers: readonly Person[]; readonly keysOf: Person },
): Promise<FuzzSession[]> {
  const sessions = [
    visitorOf('openapi'),
    visitorOf('operators'),
    ...(await Promise.all(customers.map((person) => customerSession(app, person)))),
    await keySession(app, keysOf, 'read'),
    await keySession(app, keysOf, 'trade'),
  ]
  for (const role of operatorRoles) sessions.push(await operatorSession(app, role))
  return sessions
}

const visitorOf = (page: FuzzSession['page']): FuzzSession => ({
  name: 'nobody',
  page,
  headers: {},
  renew: null,
})

/** A session of this customer; once nothing opens it any more, of a new one. */
async function customerSession(app: TestApp, person: Person): Promise<FuzzSession> {
  const renew = async () => {
    const { userName, password } = person
    const { code, result } = await app.call('login', { account: userName, password })
    return { authorization: code === 200 ? result.token : (await app.signUp(newName())).token }
  }
  return { name: 'customer', page: 'openapi', headers: await renew(), renew }
}

let names = 0
/** A user name that this run has not given yet. */
export const newName = (): string => `odd${Date.now().toString(36)}${names++}`

async function keySession(app: TestApp, owner: Person, scope: 'read' | 'trade'): Promise<FuzzSession> {
  const login = await app.call('login', { account: owner.userName, password: owner.password })
  const headers = await apiKeyHeader(app, { ...owner, token: login.result.token }, scope)
  return {
    name: `${scope} key`,
    page: 'openapi',
    headers,
    renew: async () => apiKeyHeader(app, await app.signUp(newName()), scope),
  }
}

async function operatorSession(app: TestApp, role: (typeof operatorRoles)[number]): Promise<FuzzSession> {
  const renew = async () => ({ cookie: (await signInOperator(app, role)).cookie })
  return { name: role, page: 'operators', headers: await renew(), renew }
}
