import fastify from 'fastify'
import { expect, test } from 'vitest'
import { addProbes, type Readiness } from './probes.ts'

const working: Readiness = {
  pingDatabase: () => Promise.resolve(),
  feedAgeMs: () => 900,
  engine: () => true,
  roles: () => ({ api: 'serves' }),
  health: { degraded: async () => [], diskFull: async () => false },
}

async function call(path: string, readiness: Readiness) {
  const app = fastify()
  addProbes(app, readiness)
  const { statusCode, body } = await app.inject(path)
  return { statusCode, ...JSON.parse(body) }
}

const ready = {
  statusCode: 200,
  ready: true,
  degraded: [],
  database: true,
  disk: true,
  feed: true,
  engine: true,
  feedAgeMs: 900,
}

test('issue 2 "/healthz": a process that cannot do its part is still alive', async () => {
  const broken = { ...working, pingDatabase: () => Promise.reject(new Error('gone')) }
  expect(await call('/healthz', broken)).toEqual({ statusCode: 200, status: 'alive' })
})

test('issue 2 "/readyz": 200 with the age of the feed, 503 with what is missing', async () => {
  expect(await call('/readyz', working)).toMatchObject(ready)
  const down = { ...ready, statusCode: 503, ready: false }
  const noDatabase = { ...working, pingDatabase: () => Promise.reject(new Error('gone')) }
  expect(await call('/readyz', noDatabase)).toMatchObject({ ...down, database: false })
  expect(await call('/readyz', { ...working, feedAgeMs: () => null })).toMatchObject({
    ...down,
    feed: false,
    feedAgeMs: null,
  })
  expect(await call('/readyz', { ...working, engine: () => false })).toMatchObject({ ...down, engine: false })
})

test('a process that needs neither prices nor an engine is ready without them', async () => {
  expect(await call('/readyz', { ...working, feedAgeMs: null, engine: null })).toMatchObject({
    ...ready,
    feedAgeMs: null,
  })
})

test('I16.16: a full disk is red; old prices, failing mail, a jumped clock and an old backup are said, and customers stay', async () => {
  const full = { ...working.health, diskFull: async () => true }
  expect(await call('/readyz', { ...working, health: full })).toMatchObject({
    statusCode: 503,
    ready: false,
    disk: false,
  })
  const parts = ['prices', 'mail', 'clock', 'backup'] as const
  const health = { ...working.health, degraded: async () => parts }
  expect(await call('/readyz', { ...working, health, feedAgeMs: () => 500_000 })).toMatchObject({
    ...ready,
    degraded: parts,
    feedAgeMs: 500_000,
  })
})

test('I16.16: a database that never responds is said within a second', async () => {
  const waits = { ...working, pingDatabase: () => new Promise<void>(() => undefined) }
  expect(await call('/readyz', waits)).toMatchObject({ statusCode: 503, database: false })
})
