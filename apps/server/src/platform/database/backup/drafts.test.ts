import { pbkdf2 } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDataDir } from '../temporary/temporary-data-dir.ts'
import { emptyDatabase, type TestDatabase } from '../temporary/test-database.ts'
import { backup } from './backup.ts'

let folder: string
let db: TestDatabase
beforeAll(async () => {
  folder = temporaryDataDir('candor-drafts-')
  db = await emptyDatabase()
  mkdirSync(join(folder, 'data'))
})
afterAll(async () => {
  await db.dispose()
  rmSync(folder, { recursive: true, force: true })
})

test('I16.15: a backup that fails at once leaves neither a draft nor a file, and takes the earlier one’s draft with it', async () => {
  const files = join(folder, 'files')
  mkdirSync(files)
  writeFileSync(join(files, 'all.backup.part'), 'of a killed one')
  const data = { owner: db.owner, dataDir: join(folder, 'data') }
  // Files are created late: all threads that create them are busy.
  const busy = Array.from({ length: 8 }, () => promisify(pbkdf2)('', '', 300_000, 32, 'sha256'))
  await expect(backup(data, join(files, 'all.backup'), new Date())).rejects.toThrow('db_migrations')
  await Promise.all(busy)
  expect(readdirSync(files)).toEqual([])
})
