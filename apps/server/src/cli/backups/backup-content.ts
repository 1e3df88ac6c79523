import type { BackupCount } from '../../platform/database/backup/backup.ts'

/** Says what a backup contains. */
export const contentOf = (done: BackupCount): string =>
  `${done.rows} rows of ${done.tables} tables and ${filesOf(done)}`

export const filesOf = ({ files }: { readonly files: number }): string =>
  files === 1 ? '1 file' : `${files} files`
