import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import type { BackupSettings } from '../config/backup-settings.ts'
import { lastBackupMs } from '../database/backup/last-backup.ts'
import { type BackupFailure, readFailure } from './backup-failure.ts'

/** Two nights: one backup a day, one of which failed. */
const oldestByHandMs = 2 * dayMs
/** Backups of its own: one was left out, and a large one takes its time. */
const oldestMs = ({ everyMs }: BackupSettings) => 2 * everyMs + hourMs

export interface BackupStanding {
  /** Time of the newest backup, epoch ms; null: none was noted. */
  readonly lastMs: number | null
  readonly failure: BackupFailure | null
  /** There is none, or it is older than its rule permits. */
  readonly isLate: boolean
}

/** Reads how the backups of a data folder stand. `backups`: those that the server makes by itself; null: an operator makes them. */
export async function backupStanding(
  dataDir: string,
  backups: BackupSettings | null,
  now: number,
): Promise<BackupStanding> {
  const [lastMs, failure] = await Promise.all([lastBackupMs(dataDir), readFailure(dataDir)])
  const oldest = backups === null ? oldestByHandMs : oldestMs(backups)
  return { lastMs, failure, isLate: lastMs === null || now - lastMs > oldest }
}
