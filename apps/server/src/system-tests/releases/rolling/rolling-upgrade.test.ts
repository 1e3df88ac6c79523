import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readMigrations } from '../../../platform/database/migrate.ts'
import { temporaryDataDir } from '../../../platform/database/temporary/temporary-data-dir.ts'
import { emptyDatabase, type TestDatabase } from '../../../platform/database/temporary/test-database.ts'
import { programFile } from '../../../platform/program-file.ts'
import { killProcesses } from '../../../testing/server-process.ts'
import { lastReleaseTag } from '../test-release-record.ts'
import { buildProgramOf, hasRelease } from './test-program-of-release.ts'
import { upgradeInTurn } from './test-rolling-upgrade.ts'

const folder = temporaryDataDir('candor-rolling-')
let db: TestDatabase
afterAll(async () => {
  await killProcesses()
  await db.dispose()
  rmSync(folder, { recursive: true, force: true })
})

test('I16.14: two processes of the last release are upgraded in turn while customers trade and save: each keyed request has one effect, and none fails', async ({
  annotate,
}) => {
  const tag = lastReleaseTag()
  if (!hasRelease(tag))
    await annotate(`${tag} is not in this copy: two processes of this version are replaced`)
  const from = hasRelease(tag) ? buildProgramOf(tag, join(folder, 'release')) : programFile('main')
  db = await emptyDatabase()
  const { host = '', port, database } = db.owner
  const report = await upgradeInTurn({
    ...{ db, dataDir: join(folder, 'data'), from, to: programFile('main') },
    databaseUrl: `postgres://postgres@${encodeURIComponent(host)}:${port}/${database}`,
    processes: Array.from({ length: 2 }, () => 'api,live,feeds,engine,jobs'),
    customers: ['ana', 'ben', 'cleo'],
    requestsBetween: 12,
  })
  await annotate(JSON.stringify(report))
  expect(report).toMatchObject({ exitCodes: [0, 0], takeovers: 1, findings: [] })
  expect(report.migrations).toEqual(['0000-schema', ...readMigrations().map(({ name }) => name)])
})
