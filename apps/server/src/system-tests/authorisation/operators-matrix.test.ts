import { type OpsCall, type OpsCallName, operatorRoles, opsCalls } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpsRoute, opsRouteTable } from '../../back-office/operators/register-ops.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { rowFieldsOf } from '../../platform/http/input-issues.ts'
import { type CallResponse, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { callOps, signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { absentId, type Cell, faults, type Line, malformedId, table } from './matrix.ts'
import {
  caseReasons,
  ofCases,
  ofConversations,
  ofPasskeys,
  ofProposals,
  opsInputs,
  opsNamed,
} from './operators-asks.ts'
import {
  caseKinds,
  hold,
  holderOf,
  makeOpsThings,
  type OpsThings,
  passkeyOf,
  proposalOf,
} from './operators-cast.ts'
import { type ServiceLine, serviceLines, serviceTable } from './service-tokens-asks.ts'

const head = `
# Who is answered what: the operators' API

One line a route, for calls on cases one a kind, made by \`operators-matrix.test.ts\` from the route table over HTTP. A cell has the code of the
answer, or several where the request names a row. Of cases and conversations: held by oneself / by a colleague / by nobody / not there / of the
wrong form. Of proposals and passkeys: one's own / a colleague's / not there / of the wrong form. Of all else: there / not there / of the wrong form.
200 and 200xx: done. 401: signed in as nobody. 11005: not with this role. 11007: not without the claim. 11004: there is no such thing. 11006 and
11008: the decision itself is refused. A row that is used up by the first role is refused (11006) to the next.

\`nobody\` sends nothing; \`customer\` a customer's token, as header and as cookie; the others are operators of that role.
`

let app: TestApp
let things: OpsThings
let customer: string
let colleague: TestOperator
const operators = new Map<string, TestOperator>()
const lines: Line[] = []
let services: ServiceLine[] = []
const columns = ['nobody', 'customer', ...operatorRoles]

type Asks = (input: object) => Promise<CallResponse>
type Named = Readonly<Record<string, () => Promise<object>>>

beforeAll(async () => {
  app = await startTestApp()
  for (const role of operatorRoles) operators.set(role, await signInOperator(app, role))
  colleague = await signInOperator(app, 'admin')
  const spare = await signInOperator(app, 'content')
  things = await makeOpsThings(app, operatorOf('admin'), colleague, spare)
  customer = (await app.signUp()).token
  services = await serviceLines(app, [operatorOf('admin'), colleague], inputsOf)
  const routes = [...opsRouteTable].sort((a, b) => orderOf(a) - orderOf(b))
  for (const { name } of routes) lines.push(...(await linesOf(name)))
}, 300_000)
afterAll(async () => {
  expect(await reconcile(app.db)).toEqual([])
  await app.dispose()
})

const operatorOf = (role: string): TestOperator => {
  const found = operators.get(role)
  if (found === undefined) throw new Error(`no operator is ${role}`)
  return found
}

/** Calls that use nothing up come first, signing out last. */
const orderOf = ({ name, method }: OpsRoute): number => (name === 'opsLogout' ? 2 : method === 'GET' ? 0 : 1)

async function linesOf(name: OpsCallName): Promise<Line[]> {
  if (!ofCases.includes(name)) return [await lineOf(name, name, (me) => namedBy(name, me))]
  const found: Line[] = []
  for (const kind of caseKinds) {
    const ref = { kind, id: things.cases[kind] }
    const image =
      name === 'opsCaseImage' ? { fileId: kind === 'kyc' ? things.identityPicture : absentId } : {}
    const reason = name === 'opsReject' ? { reason: caseReasons[kind] } : {}
    found.push(
      await lineOf(`${name} ${kind}`, name, (me) => heldBy(me, kind, { ...ref, ...image, ...reason })),
    )
  }
  return found
}

async function lineOf(route: string, name: OpsCallName, namedFor: (me: string) => Named): Promise<Line> {
  const cells: Record<string, Cell> = {}
  for (const actor of columns) {
    const asks = asksOf(name, actor)
    const cell: Record<string, CallResponse> = {}
    for (const [situation, naming] of Object.entries(namedFor(operators.get(actor)?.id ?? colleague.id)))
      cell[situation] = await asks({ ...opsInputs[name], ...(await naming()) })
    cells[actor] = cell
  }
  return { route, cells }
}

/** A request of this actor; a customer sends their token wherever one could be looked for. */
function asksOf(name: OpsCallName, actor: string): Asks {
  if (actor === 'nobody') return (input) => callOps(app, name, input, '')
  if (actor === 'customer') return (input) => callOps(app, name, input, `candor_console=${customer}`)
  return (input) => operatorOf(actor).call(name, input)
}

const notThere = (fields: object, field: string): Named => ({
  absent: async () => ({ ...fields, [field]: absentId }),
  malformed: async () => ({ ...fields, [field]: malformedId }),
})

function heldBy(me: string, kind: string, fields: { readonly id: string }): Named {
  const by = (who: string | null) => async () => {
    await hold(app, kind, fields.id, who)
    return fields
  }
  return { own: by(me), colleague: by(colleague.id), unclaimed: by(null), ...notThere(fields, 'id') }
}

function namedBy(name: OpsCallName, me: string): Named {
  if (ofConversations.includes(name)) {
    const fields = {
      id: things.customer,
      ...(name === 'opsSupportPicture' ? { fileId: things.supportPicture } : {}),
    }
    return heldBy(me, 'support', fields)
  }
  if (ofProposals.includes(name)) {
    const by = (who: string) => async () => ({ id: await proposalOf(app, who, things.customer) })
    return { own: by(me), colleague: by(colleague.id), ...notThere({}, 'id') }
  }
  if (ofPasskeys.includes(name)) {
    const by = (who: string) => async () => ({ id: await passkeyOf(app, who) })
    return { own: by(me), colleague: by(colleague.id), ...notThere({}, 'id') }
  }
  const row = opsNamed[name]
  if (row === undefined) return { absent: async () => ({}) }
  const there = async () => ({ [row.field]: things[row.thing] })
  return { there, ...notThere({}, row.field) }
}

/** Inputs for a service token, by situation: rows that nobody has claimed. */
async function inputsOf(name: OpsCallName): Promise<Record<string, object>> {
  const kinds = ofCases.includes(name) ? caseKinds : []
  const inputs: Record<string, object> = {}
  for (const kind of kinds)
    inputs[kind] = { ...opsInputs[name], kind, id: things.cases[kind], fileId: absentId }
  if (kinds.length > 0) return inputs
  for (const [situation, naming] of Object.entries(namedBy(name, colleague.id)))
    inputs[situation] = { ...opsInputs[name], ...(await naming()) }
  return inputs
}

const rolesOf = (name: string) => (opsCalls[name.split(' ')[0] as OpsCallName] as OpsCall).roles

test('every operators’ route that names a row is tried with one that is there', () => {
  const naming = opsRouteTable.filter(({ name }) => rowFieldsOf(opsCalls[name].input).length > 0)
  const covered = new Set<string>([
    ...ofCases,
    ...ofConversations,
    ...ofProposals,
    ...ofPasskeys,
    ...Object.keys(opsNamed),
  ])
  expect(naming.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([])
})

test('no cell of the operators’ API is answered with a fault', () => {
  expect(new Set(lines.map(({ route }) => route.split(' ')[0])).size).toBe(opsRouteTable.length)
  expect(lines.flatMap(faults)).toEqual([])
})

test('nobody and a customer are signed in as no operator, and a role that is not named is refused with 11005', () => {
  for (const { route, cells } of lines) {
    const roles = rolesOf(route)
    const codes = (actor: string) => Object.values(cells[actor] ?? {}).map(({ code }) => code)
    for (const actor of ['nobody', 'customer'])
      expect([route, actor, codes(actor).every((code) => code === 401)]).toEqual([
        route,
        actor,
        roles !== 'visitor',
      ])
    if (roles === 'visitor') continue
    for (const role of operatorRoles.filter((one) => !roles.includes(one)))
      expect([route, role, codes(role).every((code) => code === 11005)]).toEqual([route, role, true])
  }
})

test('without the claim a case or a conversation is neither decided, answered nor looked at in pictures', () => {
  const acting = lines.filter(({ route }) =>
    /^ops(Approve|Reject|Sent|CaseImage|SupportAnswer|SupportDone|SupportPicture)\b( |$)/.test(route),
  )
  expect(acting.length).toBe(5 * 4 + 3)
  for (const { route, cells } of acting)
    for (const role of operatorRoles)
      for (const situation of ['colleague', 'unclaimed'])
        expect([route, role, [11005, 11007].includes(cells[role]?.[situation]?.code ?? 0)]).toEqual([
          route,
          role,
          true,
        ])
})

test('who gives back a case or conversation that a colleague holds takes nothing from them', async () => {
  const held = [
    ...caseKinds.map((kind) => [kind, things.cases[kind]] as const),
    ['support', things.customer] as const,
  ]
  for (const [kind, id] of held) {
    // The table has signed out whom it asked as.
    const holder = operatorOf('admin').id
    await hold(app, kind, id, holder)
    const release = kind === 'support' ? ('opsSupportRelease' as const) : ('opsRelease' as const)
    expect((await colleague.call(release, { kind, id })).code).toBe(200)
    expect([kind, await holderOf(app, kind, id)]).toEqual([kind, holder])
  }
})

test('without the claim a case says nothing of who it is about, of their papers and of their cards', async () => {
  const line = lines.find(({ route }) => route === 'opsCase kyc')
  const cellText = (situation: string) => line?.cells.reviewer?.[situation]?.text ?? ''
  for (const word of things.identityWords) {
    expect(cellText('own')).toContain(word)
    for (const situation of ['colleague', 'unclaimed']) expect(cellText(situation)).not.toContain(word)
  }
})

test('the operators’ API answers as the reviewed table says', async () => {
  const sorted = [...lines].sort((a, b) => a.route.localeCompare(b.route))
  await expect(table(head, columns, sorted)).toMatchFileSnapshot('operators-matrix.txt')
})

const serviceHead = `
# What a service token is answered: the operators' API

One line a route that needs an operator, made by \`operators-matrix.test.ts\` from the route table over HTTP. \`with it\` is a token that has the
route's scope alone, or every scope where the route has none; \`with all others\` one that has every scope but that. 200: done. 11004: there is no
such thing. 11056: not with this token.
`

test('a service token makes the calls of its scopes alone, and a route without a scope is closed to every token', () => {
  expect(services.map(({ name }) => name)).toHaveLength(
    opsRouteTable.filter(({ roles }) => roles !== 'visitor').length,
  )
  const codes = (cell: Cell) => [...new Set(Object.values(cell).map(({ code }) => code))]
  for (const { name, scope, own, others } of services) {
    if (scope === null) expect([name, codes(own)]).toEqual([name, [11056]])
    else {
      expect([name, codes(own).filter((code) => code !== 200 && code !== 11004)]).toEqual([name, []])
      expect([name, codes(others)]).toEqual([name, [11056]])
    }
  }
})

test('service tokens are answered as the reviewed table says', async () => {
  await expect(serviceTable(serviceHead, services)).toMatchFileSnapshot('service-tokens-matrix.txt')
})
