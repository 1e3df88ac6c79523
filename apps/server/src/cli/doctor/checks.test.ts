import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { noteFailure } from '../../platform/backups/backup-failure.ts'
import { readConfig } from '../../platform/config.ts'
import { noteBackup } from '../../platform/database/backup/last-backup.ts'
import { superuser } from '../../platform/database/embedded/cluster.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { requestProof, serveInstallationProof } from '../../platform/http/observability/installation-proof.ts'
import { clockCheck } from './check-clock.ts'
import { databaseCheck } from './check-database.ts'
import { backupsCheck } from './check-house.ts'
import { keysCheck } from './check-machine.ts'
import { publicUrlCheck } from './check-network.ts'
import { chainsCheck, pricesCheck } from './check-sources.ts'
import type { Check, DoctorContext } from './finding.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'candor-checks-'))
const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase({ max: 1 })
  client = new pg.Client(database.owner)
  await client.connect()
  closing.push(async () => {
    await client.end()
    await database.dispose()
  })
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** Runs a check of a real installation in this environment; each finding as a line. */
async function examine(check: Check, env: NodeJS.ProcessEnv = {}, changed: Partial<DoctorContext> = {}) {
  const findings = await check.run({
    config: readConfig(['--data', dataDir], env, dataDir),
    env,
    settings: { file: join(dataDir, 'candor.env'), dataDir, isNamed: false },
    dataDir,
    database: { is: 'absent' },
    isReal: true,
    isRunning: true,
    now: Date.now(),
    signal: AbortSignal.timeout(4_500),
    ...changed,
  })
  return findings.map(({ level, sentence }) => `${level} ${sentence}`)
}

async function serve(handler: RequestListener): Promise<string> {
  const server: Server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const open = () =>
  ({
    database: { is: 'open', client, owner: database.owner, isGiven: true, nature: 'real', outstanding: [] },
  }) as const

test('I16.13: the doctor reads that commits survive no power cut, and what the application’s role may do beyond this version’s grants', async () => {
  const found = await examine(databaseCheck, {}, open())
  expect(found).toContainEqual(
    expect.stringMatching(/^failure fsync is off: a power cut can lose committed money/),
  )
  expect(found).toContainEqual(expect.stringMatching(/^failure synchronous_commit is off/))
  expect(found).toContainEqual(expect.stringMatching(/^ok candor_app may do what this version grants/))
  await client.query(
    'GRANT DELETE ON ledger_entries TO candor_app; REVOKE SELECT ON accounts_users FROM candor_app',
  )
  const more = await examine(databaseCheck, {}, open())
  await client.query(
    'REVOKE DELETE ON ledger_entries FROM candor_app; GRANT SELECT ON accounts_users TO candor_app',
  )
  expect(more).toContainEqual(
    expect.stringMatching(
      /^failure candor_app has other rights than this version grants: it has “accounts_users: INSERT UPDATE”, and should have “accounts_users: SELECT INSERT UPDATE”; it has “ledger_entries: SELECT DELETE”, and should have “ledger_entries: SELECT”/,
    ),
  )
})

test('I16.13: a role that owns tables, or an owner that is superuser or does not own them, is said', async () => {
  await client.query('BEGIN')
  const boss = new pg.Client({ ...database.owner, user: superuser })
  await boss.connect()
  const asBoss = { ...open().database, client: boss }
  const found = await examine(databaseCheck, {}, { database: asBoss })
  expect(found).toContainEqual(
    expect.stringMatching(/^warning The user of DATABASE_URL \(\w+\) is a superuser/),
  )
  await boss.query('BEGIN; ALTER TABLE content_feeds OWNER TO candor_app')
  const owning = await examine(databaseCheck, {}, { database: asBoss })
  await boss.query('ROLLBACK')
  expect(owning).toContainEqual(
    expect.stringMatching(/^failure candor_app may do more .*\(owner of tables\)/),
  )
  await boss.end()
  await client.query('ROLLBACK')
  const [absent] = await examine(databaseCheck)
  expect(absent).toMatch(/^warning There is no installation in /)
  const [away] = await examine(databaseCheck, {}, { database: { is: 'unreachable', reason: 'it is away' } })
  expect(away).toBe('failure it is away')
})

test('I16.13: the clock is compared with the time of an answer, and by how much it is wrong is said', async () => {
  const at = (ms: number) =>
    serve(
      (_request, response) => void response.setHeader('date', new Date(Date.now() + ms).toUTCString()).end(),
    )
  const compare = async (ms: number) =>
    (await examine(clockCheck, { ESPLORA_URL: await at(ms), CANDOR_FEED: 'simulated' }))[0]
  expect(await compare(0)).toMatch(/^ok This clock is right, compared with the time of 127\.0\.0\.1:\d+\.$/)
  expect(await compare(-8_000)).toMatch(/^warning This clock is [78]\.\d s ahead/)
  expect(await compare(3_600_000)).toMatch(/^failure This clock is 3\d{3}\.\d s behind/)
  expect(await examine(clockCheck)).toEqual([
    expect.stringMatching(/^warning Nothing is set that this clock/),
  ])
})

test('I16.13: a node that answers is ok, one on another chain or without an answer a failure, one that is behind a warning; no address with its key is shown', async () => {
  let chain = '0x1'
  let secondsAgo = 12
  const node = await serve((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const timestamp = `0x${Math.floor(Date.now() / 1_000 - secondsAgo).toString(16)}`
      response.end(JSON.stringify({ result: body.includes('eth_chainId') ? chain : { timestamp } }))
    })
  })
  const run = (env: NodeJS.ProcessEnv) => examine(chainsCheck, env)
  const env = { EVM_RPC_URL: `${node}/v2/a-secret-key` }
  expect(await run(env)).toEqual([
    expect.stringMatching(
      /^ok The Ethereum node at 127\.0\.0\.1:\d+ answers; its newest block is 0 min old\.$/,
    ),
  ])
  secondsAgo = 3_600
  expect(await run(env)).toEqual([expect.stringMatching(/^warning .* 60 min old: it is behind/)])
  chain = '0x5'
  expect(await run(env)).toEqual([expect.stringMatching(/^failure .* is on chain 5 and not on the main one/)])
  const esplora = { ESPLORA_URL: 'http://127.0.0.1:9/a-secret-key' }
  const [bitcoin] = await run(esplora)
  expect(bitcoin).toMatch(/^failure The Bitcoin node at 127\.0\.0\.1:9 does not answer as one: /)
  expect([bitcoin, ...(await run(env))].join()).not.toContain('a-secret-key')
})

test('I16.13: a source of prices that takes a connection is ok, another a failure', async () => {
  const server = await serve((_request, response) => void response.end())
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(sockets, 'listening')
  closing.push(() => sockets.close())
  const live = (url: string) => examine(pricesCheck, { CANDOR_FEED: 'live', CANDOR_CRYPTO_URL: url })
  expect(await live(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`)).toEqual([
    expect.stringMatching(/^ok kraken \(127/),
  ])
  expect(await live(server.replace('http', 'ws'))).toEqual([
    expect.stringMatching(/^failure kraken \(127\S+ cannot be reached/),
  ])
  expect(await examine(pricesCheck, { CANDOR_FEED: 'live', CANDOR_CRYPTO_EXCHANGE: 'off' })).toEqual([
    expect.stringMatching(/^failure No source of live prices is set/),
  ])
})

test('I16.13: keys that others can read, an old backup, a failed one and a store that cannot be read are failures', async () => {
  mkdirSync(join(dataDir, 'keys'), { mode: 0o700 })
  const key = join(dataDir, 'keys', 'files.key')
  writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 })
  expect(await examine(keysCheck)).toEqual([expect.stringMatching(/^ok The keys in /)])
  chmodSync(key, 0o644)
  expect(await examine(keysCheck)).toEqual([
    expect.stringContaining(`failure Other users of this machine can read ${key}`),
  ])
  chmodSync(key, 0o600)

  const env = { BACKUP_TO: join(tmpdir(), 'no-such-folder-of-backups'), BACKUP_KEY: '' }
  expect(await examine(backupsCheck)).toEqual([expect.stringMatching(/^warning No backup was made yet/)])
  await noteBackup(dataDir, new Date(Date.now() - 3_600_000))
  expect((await examine(backupsCheck, env))[0]).toBe('ok The newest backup is 60 min old.')
  await noteBackup(dataDir, new Date(Date.now() - 5 * 3_600_000))
  expect((await examine(backupsCheck, env))[0]).toMatch(/^failure The newest backup is 5 h old/)
  await noteFailure(dataDir, Date.now(), 'the store is full')
  expect((await examine(backupsCheck, env))[0]).toBe('failure Backups fail since 0 min: the store is full')
})

test('I16.13: the public address shows whether this installation answers there and how its proxy forwards; nobody without the key learns it', async () => {
  const key = Buffer.alloc(32, 7)
  const app = fastify({ trustProxy: '10.0.0.1' })
  serveInstallationProof(app, key)
  await app.listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => app.close())
  const own = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const proxy = await serve((request, response) => {
    void fetch(`${own}${request.url}`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
      .then((handler) => handler.text())
      .then((text) => response.end(text))
  })
  const run = async (url: string) => (await examine(publicUrlCheck, { PUBLIC_URL: url })).slice(1)
  expect(await run(own)).toEqual([
    expect.stringMatching(/^ok This installation answers at /),
    expect.stringMatching(/^warning No proxy is in front/),
  ])
  expect((await run(proxy))[1]).toMatch(
    /^failure The proxy at 127\.0\.0\.1 states the visitor’s address, which is ignored.*CANDOR_TRUST_PROXY=127\.0\.0\.1/,
  )
  const other = await serve((_request, response) => void response.end('{}'))
  expect(await run(other)).toEqual([
    expect.stringMatching(/^failure Another program, or another installation, answers/),
  ])
  expect(await run('http://127.0.0.1:9')).toEqual([expect.stringMatching(/^failure Nothing answers at /)])
  expect(await examine(publicUrlCheck, { PUBLIC_URL: 'https://candor.invalid' })).toEqual([
    expect.stringMatching(/^failure candor\.invalid is not known to the DNS/),
  ])
  expect(await requestProof(own, Buffer.alloc(32, 8), AbortSignal.timeout(4_000))).toBeNull()
  const path = '/.well-known/candor-installation'
  for (const query of ['', '?nonce=x&tag=y', `?nonce=${'0'.repeat(32)}&tag=${'0'.repeat(64)}`])
    expect((await fetch(`${own}${path}${query}`)).status).toBe(404)
})
