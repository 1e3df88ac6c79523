import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../../../ledger/postgres-ledger.ts'
import { openAndFund } from '../../../ledger/test-accounts.ts'
import { ManualClock } from '../../clock.ts'
import { openDatabaseServer, withClient } from '../database-server.ts'
import { temporaryDataDir } from '../temporary/temporary-data-dir.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../temporary/test-database.ts'
import { backup } from './backup.ts'
import { restoreWholly } from './half-restored.ts'
import { restore } from './restore.ts'

const at = new Date(Date.UTC(2026, 0, 5))
let folder: string
let file: string
let source: TestDatabase
let target: TestDatabase
beforeAll(async () => {
  folder = temporaryDataDir('candor-half-')
  file = join(folder, 'all.backup')
  source = await freshDatabase()
  target = await emptyDatabase()
  await openAndFund(createLedger(source, new ManualClock(at.getTime())), ['ann'], 5_000n)
  mkdirSync(join(folder, 'source'))
  writeFileSync(join(folder, 'source', 'note.txt'), 'hello')
  await backup({ owner: source.owner, dataDir: join(folder, 'source') }, file, at)
})
afterAll(async () => {
  await source.dispose()
  await target.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** Restores into the target, as into one of DATABASE_URL, with a check that finds this. */
const restoreInto = (dataDir: string, findings: readonly string[]) =>
  restoreWholly(
    { dataDir, isGiven: true },
    async () => ({ ...target, clusterDir: null, postgresPid: () => undefined, stop: async () => undefined }),
    ({ owner }) => restore({ owner, dataDir }, file, async () => findings),
  )

const objects = () =>
  withClient(target.owner, async (client) => {
    const { rows } = await client.query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace`,
    )
    return rows
  })

test('I16.15: a restore that does not prove itself leaves nothing in the folder and nothing in the database, and can be repeated', async () => {
  const dataDir = join(folder, 'restored')
  const before = await objects()
  await expect(restoreInto(dataDir, ['ann has too much'])).rejects.toThrow(
    'does not add up: ann has too much',
  )
  expect(existsSync(dataDir)).toBe(false)
  expect(await objects()).toEqual(before)
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'own.txt'), 'was here')
  await expect(restoreInto(dataDir, ['ann has too much'])).rejects.toThrow('does not add up')
  expect(readdirSync(dataDir)).toEqual(['own.txt'])
  expect(await restoreInto(dataDir, [])).toMatchObject({ files: 1 })
  expect(readdirSync(dataDir).sort()).toEqual(['note.txt', 'own.txt'])
})

test('I16.15: a data folder whose restore was killed is refused by every start, and by the next restore', async () => {
  const dataDir = join(folder, 'killed')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'restoring.txt'), '')
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const refused = /^A restore into .* was interrupted: delete the folder/
  await expect(openDatabaseServer({ dataDir, databaseUrl: null, log })).rejects.toThrow(refused)
  await expect(restoreInto(dataDir, [])).rejects.toThrow(refused)
  expect(readdirSync(dataDir)).toEqual(['restoring.txt'])
})
