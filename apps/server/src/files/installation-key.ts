import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyBytes } from './sealing.ts'

/**
 * The key every person's key is sealed under: made at the first start, in the data folder and readable by its owner alone, never in the
 * database. `wx` lets exactly one of two starters make it; the other reads it.
 */
export function openInstallationKey(dataDir: string): Buffer {
  const folder = join(dataDir, 'keys')
  const file = join(folder, 'files.key')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length !== keyBytes) throw new Error(`${file} does not hold a key of ${keyBytes} bytes`)
  return key
}
