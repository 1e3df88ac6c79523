import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fundHouse, openHouseAccounts } from '../../ledger/fund-sandbox.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { ManualClock } from '../../platform/clock.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { superuser } from '../../platform/database/embedded/cluster.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { programFile } from '../../platform/program-file.ts'
import { candorIn } from '../test-candor.ts'
import { writeRecording } from './test-recording.ts'

const script = fileURLToPath(new URL('../../../../../scripts/candor.mjs', import.meta.url))
const folder = temporaryDataDir('candor-replays-')
/** The folder where a replay puts what it needs, and nothing else does. */
const scratch = folderIn('scratch')
const empty = folderIn('empty')
const short = writeRecording(folderIn('short'))
const done = /"event":"fill".*\n.*"event":"close".*\n.*"event":"speed".*\n.*"as":"ana","balance":"9999\.\d+"/

function folderIn(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o711 })
  return path
}

let live: TestDatabase
beforeAll(async () => {
  live = await freshDatabase()
  const ledger = createLedger(live, new ManualClock(Date.UTC(2026, 10, 18)))
  await openHouseAccounts(ledger)
  await fundHouse(ledger, true)
})
afterAll(async () => {
  await live.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const { host, port } = inject('testCluster')
const urlAs = (user: string): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${live.owner.database}`

const asSuperuser = <T extends object>(sql: string, database = 'postgres'): Promise<readonly T[]> =>
  withClient({ host, port, user: superuser, database }, async (client) => (await client.query<T>(sql)).rows)

/** A digest of every row of every table. */
async function contentOf(database: string | undefined): Promise<unknown> {
  const tables = await asSuperuser<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    database,
  )
  const digests = tables.map(
    ({ name }) => `SELECT '${name}' AS name, md5(string_agg(t::text, ' ' ORDER BY t::text)) FROM ${name} t`,
  )
  // PostgreSQL reads the tables side by side, and in any order.
  return asSuperuser(`${digests.join(' UNION ALL ')} ORDER BY 1`, database)
}

const databasesLeft = () =>
  asSuperuser("SELECT datname FROM pg_database WHERE datname LIKE 'candor\\_replay\\_%'")

test('issue 11.12: candor replay runs from an empty folder, without an installation, and leaves nothing behind', async () => {
  const child = spawn(process.execPath, [script, 'replay', ...short], {
    cwd: empty,
    env: { ...process.env, DATABASE_URL: '', TMPDIR: scratch },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(await outcomeOf(child)).toEqual({ code: 0, out: expect.stringMatching(done) })
  expect([readdirSync(empty), readdirSync(scratch)]).toEqual([[], []])
})

test('issue 11.12: with DATABASE_URL it works on a database of its own there: the named one is untouched', async () => {
  const before = await contentOf(live.owner.database)
  const env = { DATABASE_URL: urlAs(superuser), TMPDIR: scratch }
  expect(await candorIn(empty, ['replay', ...short], env)).toEqual({
    code: 0,
    out: expect.stringMatching(done),
  })
  expect(await contentOf(live.owner.database)).toEqual(before)
  expect(await databasesLeft()).toEqual([])
  expect([readdirSync(empty), readdirSync(scratch)]).toEqual([[], []])
})

test('a user of DATABASE_URL who may not create a database is told so, and nothing is written', async () => {
  await asSuperuser('CREATE ROLE replay_nobody LOGIN')
  try {
    const env = { DATABASE_URL: urlAs('replay_nobody') }
    expect(await candorIn(empty, ['replay', ...short], env)).toEqual({
      code: 2,
      out: expect.stringMatching(/^The user of DATABASE_URL cannot create a database, .+\n$/),
    })
    expect(await databasesLeft()).toEqual([])
  } finally {
    await asSuperuser('DROP ROLE replay_nobody')
  }
})

test.each([
  ['SIGINT', 130, false],
  ['SIGTERM', 143, true],
] as const)('%s ends a replay at once (%i), and what it made is gone', async (signal, code, given) => {
  // Long enough that it is still running when it is told to end.
  const long = writeRecording(folderIn(`long-${signal}`), 500_000)
  const child = spawn(process.execPath, [programFile('cli'), 'replay', ...long], {
    cwd: empty,
    env: { ...process.env, DATABASE_URL: given ? urlAs(superuser) : '', TMPDIR: scratch },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = outcomeOf(child)
  await Promise.race([once(child.stdout, 'data'), ended])
  child.kill(signal)
  expect(await ended).toEqual({ code, out: expect.not.stringContaining('"event":"speed"') })
  expect([readdirSync(empty), readdirSync(scratch), await databasesLeft()]).toEqual([[], [], []])
})

async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; out: string }> {
  let out = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  const [code] = await once(child, 'close')
  return { code, out }
}
