import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { keyBytes } from './sealing.ts'

/** The key in use, and those before it that something may still be sealed with. */
export type InstallationKeys = readonly [inUse: Buffer, ...before: Buffer[]]

export const keyFileOf = (dataDir: string): string => join(dataDir, 'keys', 'files.key')

/** The installation's keys: one a line in the data folder, the one in use first. Null where there is no file. */
export function readInstallationKeys(dataDir: string): InstallationKeys | null {
  const file = keyFileOf(dataDir)
  const text = textOf(file)
  if (text === null) return null
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => Buffer.from(line, 'base64'))
  const [inUse, ...before] = keys
  if (inUse === undefined || keys.some((key) => key.length !== keyBytes))
    throw new StartError(`${file} must contain a key of ${keyBytes} bytes in base64 on each line.`)
  return [inUse, ...before]
}

/**
 * Creates the installation's key if there is none: in the data folder, readable by its owner only, never in the database. With
 * `wx` exactly one of two starters creates it; the other reads it.
 */
export function makeInstallationKey(dataDir: string): InstallationKeys {
  const file = keyFileOf(dataDir)
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const keys = readInstallationKeys(dataDir)
  if (keys === null) throw new Error(`${file} was written but cannot be found`)
  return keys
}

/** Replaces the key file, synced to the disk, completely or not at all. */
export function writeInstallationKeys(dataDir: string, keys: InstallationKeys): void {
  const file = keyFileOf(dataDir)
  const part = `${file}.part`
  writeFileSync(part, keys.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600 })
  syncToDisk(part)
  renameSync(part, file)
  syncToDisk(join(dataDir, 'keys'))
}

function syncToDisk(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/** Identifies a key without revealing it: the database stores which key its secrets are sealed with. */
export const markOf = (key: Buffer): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'candor: mark of the installation key', 8)).toString('hex')

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
