import { readFileSync } from 'node:fs'
import { calls, type OpsCallName, opsCalls } from '@candor/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { fieldsOf } from './input-issues.ts'
import { type Route, routeTable } from './route-table.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = (await app.signUp()).token
})
afterAll(() => app.dispose())

/** About a hundredth of the long form; `CANDOR_FUZZ_RUNS=100` makes it long. */
const runsPerRoute = Number(process.env.CANDOR_FUZZ_RUNS ?? 25)

const oddAmounts = [
  '-0',
  '0',
  '1e21',
  '0x10',
  'NaN',
  'Infinity',
  '１２',
  '1,5',
  ' 1',
  '1 ',
  '+1',
  '.5',
  '5.',
  '--1',
  '1e-7',
].concat([
  '9'.repeat(400),
  `0.${'0'.repeat(400)}1`,
  '999999999999999999',
  '-1',
  '٣',
  '1_000',
  '0b1',
  '00',
  '∞',
])
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...oddAmounts,
    null,
    true,
    {},
    [],
    '',
    '\u0000',
    "' OR 1=1 --",
    '__proto__',
    '-'.repeat(36),
    '\ud800',
    '../../etc/passwd',
    '🙂'.repeat(50),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
  fc.object({ maxDepth: 1 }),
)

/** Mostly what the schema asks for, so that requests get past it, and sometimes anything. */
function fieldValue(field: z.ZodType): fc.Arbitrary<unknown> {
  const shape = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as {
    enum?: unknown[]
    format?: string
    type?: string
  }
  const fitting =
    shape.enum !== undefined
      ? fc.constantFrom(...shape.enum)
      : shape.format === 'decimal'
        ? fc.constantFrom('0.01', '1', '1000', '0.000000001')
        : shape.type === 'boolean'
          ? fc.boolean()
          : fc.constantFrom<unknown>('BTCUSDT', 'EURUSD', '1', 2, 'x', '2026-01-01T00:00:00Z', 'a@b.example')
  return fc.oneof({ arbitrary: fitting, weight: 2 }, { arbitrary: odd, weight: 1 })
}

function inputOf(route: Route): fc.Arbitrary<unknown> {
  const schema: z.ZodType = calls[route.name].input
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  const known = fieldsOf(schema).map((name) => [name, fieldValue((shape[name] as z.ZodType) ?? z.string())])
  const record = fc.record(Object.fromEntries(known), { requiredKeys: [] })
  return fc.oneof({ arbitrary: record, weight: 6 }, { arbitrary: odd, weight: 1 })
}

/** They end the session that asks: somebody else's, not that of all the others. */
const ending: readonly string[] = ['logout', 'freeze']

/** Input that lists need besides a cursor, by call. */
const alongside: Readonly<Record<string, object>> = {
  opsFindCustomers: { q: 'x' },
  opsQueue: { kind: 'kyc', state: 'waiting' },
  opsProposals: { status: 'approved' },
  opsEntries: { reference: 'x' },
  opsWebhookDeliveries: { id: '0192f3c8-0000-7000-8000-000000000000' },
  opsTestMonitoringRule: {
    rule: {
      ...{ kind: 'amount', name: 'Large amount', on: true, severity: 'low', guidance: 'Ask.' },
      ...{ appliesTo: 'both', asset: 'USDT', atLeast: '1' },
    },
    days: 7,
  },
}
const hasCursor = ({ input }: { readonly input: z.ZodType }) => fieldsOf(input).includes('cursor')
const unknownCursor = { code: 11001, result: { issues: [{ path: 'cursor' }] } }

for (const { name } of routeTable.filter((route) => hasCursor(calls[route.name])))
  test(`${name}: a cursor that is none of its own is refused`, async () => {
    expect(await app.call(name, { cursor: '-' }, { token, mode: 'real' })).toMatchObject(unknownCursor)
  })

for (const name of (Object.keys(opsCalls) as OpsCallName[]).filter((one) => hasCursor(opsCalls[one])))
  test(`${name}: a cursor that is none of its own is refused`, async () => {
    const admin = await signInOperator(app, 'admin')
    expect(await admin.call(name, { ...alongside[name], cursor: '-' })).toMatchObject(unknownCursor)
  })

for (const route of routeTable) {
  test(`${route.name}: no input is answered with a server error`, async () => {
    const as = ending.includes(route.name) ? (await app.signUp()).token : token
    await fc.assert(
      fc.asyncProperty(
        inputOf(route),
        fc.constantFrom('demo' as const, 'real' as const),
        async (input, mode) => {
          const response = await app.call(route.name, input, { token: as, mode })
          expect(response.status, `${route.name} ${JSON.stringify(input)} → ${response.text}`).toBeLessThan(
            500,
          )
        },
      ),
      { numRuns: runsPerRoute },
    )
  })
}

const broken: readonly (readonly [string, string])[] = [
  ['no JSON', '{"a":'],
  ['a forbidden field', '{"__proto__":{"x":1}}'],
  ['a constructor', '{"constructor":{"prototype":{"x":1}}}'],
  ['a bare text', '"x"'],
  ['null', 'null'],
  ['a list', '[1]'],
  ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
]
for (const [what, body] of broken) {
  test(`a body that is ${what} is an input error (11001 or the field’s code), HTTP 200`, async () => {
    const response = await app.request('POST', '/swx/customer/login/register', body, {
      'content-type': 'application/json',
    })
    expect(response.status).toBe(200)
    expect([11001, 10001]).toContain(response.code)
  })
}

test('a body that is too large is refused before it is read', async () => {
  const body = JSON.stringify({ account: 'x'.repeat(300_000), password: 'x' })
  const response = await app.request('POST', '/swx/customer/login/login', body, {
    'content-type': 'application/json',
  })
  expect([response.status, response.code]).toEqual([413, 11001])
})

test('a POST without body or content type is one without fields', async () => {
  const response = await app.request('POST', '/swx/customer/user/getUserInfo', null, { authorization: token })
  expect(response.code).toBe(200)
})

test('an unknown route is HTTP 404 with 11004, at any address', async () => {
  for (const path of [
    '/swx/nothing',
    '/swx/customer/login/login',
    '/%zz',
    '/..%2f..%2fetc%2fpasswd',
    `/${'x'.repeat(3_000)}`,
  ]) {
    const response = await app.request('GET', path, null)
    expect([path.slice(0, 30), response.status, response.code]).toEqual([path.slice(0, 30), 404, 11004])
  }
})

test('the README lists exactly our metrics; refusals are counted by code', async () => {
  const metrics = await (await fetch(app.metricsUrl)).text()
  const metricNames = new Set([...metrics.matchAll(/^# TYPE (candor_\w+)/gm)].map(([, name]) => name))
  const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8')
  const listed = new Set([...readme.matchAll(/`(candor_\w+?)(?:\{[\w,]+\})?`/g)].map(([, name]) => name))
  expect([...listed].sort()).toEqual([...metricNames].sort())
  expect(metrics).toMatch(/candor_refusals_total\{code="11004"\} \d+/)
  expect(metrics).toMatch(/candor_ledger_newest_entry [1-9]/)
})

test('after all that the ledger is clean and the server alive', async () => {
  const probe = async (path: string) => (await fetch(`${app.url}${path}`)).json()
  expect(await probe('/healthz')).toEqual({ status: 'alive' })
  expect(await probe('/readyz')).toMatchObject({ ready: true, database: true, feed: true, engine: true })
  const { rows } = await app.db.pool.query(
    'SELECT asset FROM ledger_accounts GROUP BY asset HAVING sum(balance) <> 0',
  )
  expect(rows).toEqual([])
})

test('a text with the character that no text in the database can hold is refused at its field, for customers and operators', async () => {
  expect(await app.call('removeAlert', { id: 'a\u0000' }, { token })).toMatchObject({
    code: 11001,
    result: { issues: [{ path: 'id', code: 'invalid' }] },
  })
  const admin = await signInOperator(app, 'admin')
  const change = { key: 'loan.terms', value: ['a\u0000'], reason: 'any reason' }
  expect(await admin.call('opsChangeParameter', change)).toMatchObject({
    code: 11001,
    result: { issues: [{ path: 'value.0', code: 'invalid' }] },
  })
})
