import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BackupStore } from '../../platform/backups/backup-store.ts'
import { openBackupStore } from '../../platform/backups/open-backup-store.ts'
import { listBackups, storedIn } from '../../platform/backups/store-backup.ts'
import { type BackupSettings, backupSettingsOf } from '../../platform/config/backup-settings.ts'
import { type StoredBytes, storedFile } from '../../platform/database/backup/encryption.ts'
import { CommandError } from '../say.ts'

/** Opens the store of BACKUP_TO. */
export function storeOfEnvironment(): { readonly settings: BackupSettings; readonly store: BackupStore } {
  const settings = backupSettingsOf(process.env)
  if (settings === null)
    throw new CommandError('BACKUP_TO is not set: set it to the folder or store of the backups.')
  return { settings, store: openBackupStore(settings.to) }
}

/** Finds the backup that `--from` names: a file, else with BACKUP_TO a name in the store, or `latest`. */
export async function backupNamed(from: string): Promise<StoredBytes> {
  if (existsSync(resolve(from))) return storedFile(resolve(from))
  if (!process.env.BACKUP_TO) throw new CommandError(`There is no file ${resolve(from)}.`)
  const { store } = storeOfEnvironment()
  const backups = await listBackups(store)
  const found =
    from === 'latest'
      ? backups.at(-1)
      : backups.find(({ name }) => name === from || name.endsWith(`/${from}`))
  if (found === undefined)
    throw new CommandError(`There is neither a file ${resolve(from)} nor a backup ${from} in ${store.shown}.`)
  return storedIn(store, found.name)
}
