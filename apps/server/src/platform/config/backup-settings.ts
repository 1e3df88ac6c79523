import { resolve } from 'node:path'
import { hourMs } from '@candor/rules/time-units.ts'
import { type Rotation, readRotation, usualRotation } from '../backups/rotation.ts'
import { ConfigError } from './flags.ts'
import { urlOf } from './url-setting.ts'

/** Backups that the server makes by itself. */
export interface BackupSettings {
  /** A folder, or the address of an S3-compatible store with its key. */
  readonly to: string
  readonly everyMs: number
  readonly rotation: Rotation
  /** Days of which every second can be restored, from the log of the embedded PostgreSQL. */
  readonly logDays: number
}

const mostHours = 168

/** Reads BACKUP_TO, BACKUP_EVERY and BACKUP_KEEP; null: the server makes no backups by itself. */
export function backupSettingsOf(env: NodeJS.ProcessEnv): BackupSettings | null {
  const to = env.BACKUP_TO || null
  if (to === null) return null
  return {
    to: placeOf(to, env),
    everyMs: everyOf(env.BACKUP_EVERY || '1h'),
    rotation: rotationOf(env),
    logDays: logDaysOf(env),
  }
}

function placeOf(to: string, env: NodeJS.ProcessEnv): string {
  if (!/^\w+:\/\//.test(to)) return resolve(to)
  urlOf(env, 'BACKUP_TO', /^https?:$/, 'https://key:secret@host/bucket/folder?region=eu-central-1')
  return to
}

function everyOf(text: string): number {
  const hours = Number(/^(\d{1,3})h$/.exec(text)?.[1] ?? 0)
  if (hours >= 1 && hours <= mostHours) return hours * hourMs
  throw new ConfigError(`BACKUP_EVERY must be from 1h to ${mostHours}h; it was “${text}”.`)
}

function rotationOf(env: NodeJS.ProcessEnv): Rotation {
  if (!env.BACKUP_KEEP) return usualRotation
  const rotation = readRotation(env.BACKUP_KEEP)
  if (rotation !== null) return rotation
  throw new ConfigError(
    `BACKUP_KEEP must name hours, days and weeks, such as 24h,14d,8w; it was “${env.BACKUP_KEEP}”.`,
  )
}

function logDaysOf(env: NodeJS.ProcessEnv): number {
  const text = env.BACKUP_LOG_DAYS || '7'
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days >= 1) return days
  throw new ConfigError(`BACKUP_LOG_DAYS must be a number of days, from 1 to 999; it was “${text}”.`)
}

/** Writes the settings as a program that the server starts reads them. */
export const backupEnvironment = ({
  to,
  everyMs,
  rotation,
  logDays,
}: BackupSettings): Record<string, string> => ({
  BACKUP_TO: to,
  BACKUP_EVERY: `${everyMs / hourMs}h`,
  BACKUP_KEEP: `${rotation.hours}h,${rotation.days}d,${rotation.weeks}w`,
  BACKUP_LOG_DAYS: String(logDays),
})
