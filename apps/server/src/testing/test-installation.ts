import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { allMarkets } from '@candor/rules'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { openDatabaseServer } from '../platform/database/database-server.ts'
import { openInstallation } from '../platform/database/installation.ts'
import { temporaryDataDir } from '../platform/database/temporary/temporary-data-dir.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Skips the simulated past of two years, which no test here uses and whose writing would be most of the work. */
export async function leaveOutPasts({ query }: Database): Promise<void> {
  const now = new Date()
  const rows = allMarkets.map(({ code }) => ({ code, ends_at: BigInt(now.getTime()), written_at: now }))
  await query.insertInto('markets_pasts').values(rows).execute()
}

/** A data folder with the database of a new sandbox, and without past prices: a copy of what one test of the run made. */
export async function copyInstallation(prefix: string): Promise<string> {
  const made = await madeOnce(inject('testInstallation'))
  const dataDir = temporaryDataDir(prefix)
  // Node's own copying does not preserve the owner, and PostgreSQL's folder may belong to another user.
  execFileSync('cp', ['-a', `${made}/.`, dataDir])
  return dataDir
}

/** Tests run in several processes: one makes it, the others wait, and try it themselves where that one failed. */
async function madeOnce(folder: string): Promise<string> {
  const making = `${folder}-making`
  while (!existsSync(folder)) {
    if (!isMine(making)) {
      await sleep(50)
      continue
    }
    try {
      await makeInstallation(making)
      renameSync(making, folder)
    } finally {
      rmSync(making, { recursive: true, force: true })
    }
  }
  return folder
}

function isMine(making: string): boolean {
  try {
    mkdirSync(making, { mode: 0o711 })
    return true
  } catch {
    return false
  }
}

async function makeInstallation(dataDir: string): Promise<void> {
  const databaseServer = await openDatabaseServer({ dataDir, databaseUrl: null, log: silent })
  await openInstallation(databaseServer.owner, { sandbox: true, dataDir })
  const db = openDatabase({ ...databaseServer.app, max: 1 })
  await leaveOutPasts(db)
  await db.close()
  await databaseServer.stop()
}
