import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { temporaryDataDir } from '../platform/database/temporary/temporary-data-dir.ts'
import { makeSandbox } from './servers/test-sandbox.ts'

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
      await makeSandbox(making)
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
