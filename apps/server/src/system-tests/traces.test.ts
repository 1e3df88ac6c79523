import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { programFile } from '../platform/program-file.ts'
import { killProcesses, startProcess } from '../testing/server-process.ts'
import { copyInstallation } from '../testing/test-installation.ts'
import { startCollector } from './collector-fixture.ts'

const dataDir = await copyInstallation('candor-traces-')
const collector = await startCollector()
const patience = { interval: 25 }

afterAll(async () => {
  await killProcesses()
  await collector.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const email = 'traced.person@candor.example'
const password = 'a phrase that nobody may read'
const token = 'token-that-is-none-7f3a'

test('I16.16: with a collector, calls are traced by route with their statements, and nothing of a request’s content; without it no call waits', async () => {
  const server = await startProcess(
    ['--data', dataDir, '--log-level', 'warn', '--trace-to', `${collector.url}/`],
    { OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_EXPORTER_OTLP_TIMEOUT: '200' },
  )
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/swx/customer/${path}?secret=in-the-address`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).then(async (response) => ((await response.json()) as { code: number }).code)

  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await post('login/sendCode', { email, purpose: 'register' }, { traceparent: parent })
  const outbox = readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith('.json'))
  const { code } = JSON.parse(readFileSync(join(dataDir, 'outbox', outbox.sort().at(-1) ?? ''), 'utf8'))
  const fields = { userName: 'traced', email, code, password }
  const registered = await fetch(`${server.url}/swx/customer/login/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  const session = ((await registered.json()) as { result: { token: string } }).result.token
  const key = randomUUID()
  const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
  await expect
    .poll(async () => post('order/buyContract', buy, { authorization: session, 'idempotency-key': key }))
    .toBe(20004)
  await post('order/previewContract', buy, { authorization: token })

  const named = (name: string) => collector.spans().filter((span) => span.name === name)
  const route = '/swx/customer/login/register'
  await expect.poll(() => named(`POST ${route}`).length, patience).toBe(1)
  await expect.poll(() => named('engine commit').length, patience).toBeGreaterThan(0)
  await expect
    .poll(() => named('POST /swx/customer/order/previewContract').length, patience)
    .toBeGreaterThan(0)
  const [call] = named(`POST ${route}`)
  const children = collector.spans().filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  expect(call?.attributes).toEqual([
    { key: 'http.request.method', value: { stringValue: 'POST' } },
    { key: 'http.route', value: { stringValue: route } },
    { key: 'http.response.status_code', value: { intValue: 200 } },
  ])
  expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'COMMIT']))
  expect(children.some(({ name }) => /^(?:SELECT|INSERT) \w+$/.test(name))).toBe(true)
  expect(new Set(children.map(({ traceId }) => traceId))).toEqual(new Set([call?.traceId]))
  const [commit] = named('engine commit')
  expect(commit?.parentSpanId ?? '').toBe('')
  const statements = collector.spans().filter(({ parentSpanId }) => parentSpanId === commit?.spanId)
  expect(statements.map(({ name }) => name)).toContain('SELECT orders_commit')

  const sent = collector.bodies.join('\n')
  const secrets = [
    email,
    'traced.person',
    password,
    session,
    token,
    'in-the-address',
    code,
    '0af7651916cd43dd',
  ]
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
  const attributes = new Set(collector.spans().flatMap((span) => span.attributes.map(({ key }) => key)))
  expect([...attributes].sort()).toEqual([
    'candor.commit.effects',
    'candor.commit.quotes',
    'db.query.summary',
    'db.system.name',
    'http.request.method',
    'http.response.status_code',
    'http.route',
  ])

  // A collector that takes a request and never answers it.
  const waiting = collector.hang()
  await expect.poll(waiting, patience).toBeGreaterThan(0)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await expect.poll(() => server.output(), patience).toContain('traces could not be sent')
  // One that is away.
  await collector.close()
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(server.output()).not.toContain(collector.url)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('I16.16: a server without traces never loads OpenTelemetry', () => {
  const folder = join(dirname(programFile('main')), 'shared')
  const files = [programFile('main'), ...readdirSync(folder).map((name) => join(folder, name))]
  const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const loaders = sources.filter(({ text }) => /^import .*from "@opentelemetry\//m.test(text))
  expect(loaders.length).toBeGreaterThan(0)
  for (const { file } of loaders) {
    const name = file.slice(folder.length + 1)
    expect(name).toMatch(/^otlp-tracing-/)
    expect(
      sources.filter(({ text }) => text.includes(`from "./${name}"`) || text.includes(`import "./${name}"`)),
    ).toEqual([])
  }
})
