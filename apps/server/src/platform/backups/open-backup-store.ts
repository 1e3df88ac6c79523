import type { BackupStore } from './backup-store.ts'
import { FolderBackups } from './folder-backups.ts'
import { S3Backups } from './s3-backups.ts'

/** Opens the store of BACKUP_TO: `https://key:secret@host/bucket/folder?region=…`, or a folder. */
export const openBackupStore = (address: string): BackupStore =>
  /^https?:\/\//.test(address) ? new S3Backups(address) : new FolderBackups(address)
