import { type Command, Option } from 'commander'
import { lazily } from '../lazily.ts'

/** Adds the commands that make backups, and restore them. */
export function addBackupCommands(program: Command, withDataOption: (command: Command) => Command): void {
  withDataOption(program.command('backup'))
    .description(
      'writes database, keys, outbox and other files of the data folder into one file or into BACKUP_TO, encrypted to BACKUP_KEY, also while a server runs',
    )
    .option(
      '--to <file>',
      'the file to write; without it the backup is made in BACKUP_TO, read back, and old ones are removed',
    )
    .option(
      '--base',
      'copies the cluster of the running embedded PostgreSQL instead, from which its log begins',
    )
    .option('--if-due', 'only if the newest backup in BACKUP_TO is older than BACKUP_EVERY')
    .action(lazily(async () => (await import('./keep-backup.ts')).backupCommand))

  program
    .command('backups')
    .description('lists the backups in BACKUP_TO')
    // Accepted for consistency with other commands; the list is that of the store.
    .addOption(new Option('--data <folder>').hideHelp())
    .action(lazily(async () => (await import('./keep-backup.ts')).backupsCommand))

  program
    .command('backup-key')
    .description('creates the key pair that encrypts and decrypts backups, in the format of age')
    .requiredOption('--to <file>', 'the new file for the private key')
    .action(async (options: { to: string }) =>
      (await import('./keep-backup.ts')).backupKeyCommand(options.to),
    )

  withDataOption(program.command('restore'))
    .description(
      'fills an empty data folder from a backup and proves it: ledger, audit log, signed documents, receipts',
    )
    .option('--from <backup>', 'a file; with BACKUP_TO also a name that `candor backups` lists, or latest')
    .option(
      '--to <moment>',
      'restores a moment such as 2026-12-01T14:30:00Z, or latest, from the archived log (BACKUP_TO)',
    )
    .option('--identity <file>', 'the private key of an encrypted backup')
    .option(
      '--erased <file>',
      'the newest list of `candor erased`: customers erased since the backup are erased again',
    )
    .action(lazily(async () => (await import('./restore.ts')).restoreCommand))

  withDataOption(program.command('send-held'))
    .description('sends letters and notices that were waiting in a backup and that its restore held')
    .action(lazily(async () => (await import('./held-messages.ts')).sendHeldCommand))

  withDataOption(program.command('erased'))
    .description('writes the ids of erased customers into a file; store it apart from backups')
    .requiredOption('--to <file>', 'the file to write')
    .action(async (options: { data: string; to: string }) =>
      (await import('./keep-backup.ts')).erasedCommand(options.data, options.to),
    )
}
