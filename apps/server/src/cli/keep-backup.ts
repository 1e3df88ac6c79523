import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { listErased, writeErased } from '../accounts/closure/erased-list.ts'
import { backup } from '../platform/database/backup/backup.ts'
import { refuseNoRecipient, storedBackupKey } from '../platform/database/backup/backup-key.ts'
import { newKeyPair } from '../platform/database/backup/encryption.ts'
import { isSandbox } from '../platform/database/installation.ts'
import { type OpenData, withData } from './open-data.ts'
import { CommandError, say } from './say.ts'

/** Writes database and files of the data folder into one file, with a running server or without one. */
export async function backupCommand(dataDir: string, file: string): Promise<void> {
  const target = dirname(resolve(file))
  if (!existsSync(target)) throw new CommandError(`There is no folder ${target}.`)
  await withData(dataDir, async (data) => {
    const recipient = await recipientOf(data)
    const done = await backup(data, resolve(file), new Date(), recipient)
    const safety =
      recipient === null
        ? 'It is not encrypted, because BACKUP_KEY is not set, and it contains the signing key: keep it as safe as the data folder.'
        : `It is encrypted to ${recipient}.`
    say(`${done.rows} rows of ${done.tables} tables and ${filesOf(done)} are in ${done.file}. ${safety}`)
  })
}

/** Writes the list of erased customers, for a restore of an older backup. Store it apart from backups; a timer can run it. */
export async function erasedCommand(dataDir: string, file: string): Promise<void> {
  const erased = await withData(dataDir, ({ db }) => listErased(db))
  try {
    // Completely or not at all: an older list is better than half of a new one.
    writeFileSync(`${resolve(file)}.part`, writeErased(erased), { mode: 0o600 })
    renameSync(`${resolve(file)}.part`, resolve(file))
  } catch (error) {
    throw new CommandError(`The list cannot be written to ${resolve(file)}: ${(error as Error).message}.`)
  }
  say(`Erased customers whose ids are in ${resolve(file)}: ${erased.length}.`)
}

/** Returns the public key that encrypts backups, from BACKUP_KEY or the last start; null for a plain one, which only a sandbox makes. */
async function recipientOf({ db, dataDir }: OpenData): Promise<string | null> {
  const recipient = process.env.BACKUP_KEY || storedBackupKey(dataDir)
  if (recipient !== null) await refuseNoRecipient(recipient)
  else if (!(await isSandbox(db)))
    throw new CommandError(
      'A real installation makes only encrypted backups: create a key pair with `candor backup-key`, keep the private key elsewhere, and set BACKUP_KEY to the public key, here or at the next start.',
    )
  return recipient
}

/** Makes a pair of keys: writes the private one into a new file, as `age-keygen` does, and prints the public one. */
export async function backupKeyCommand(file: string): Promise<void> {
  const { recipient, identity } = await newKeyPair()
  try {
    writeFileSync(resolve(file), `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new CommandError(`The key cannot be written to ${resolve(file)}: ${(error as Error).message}.`)
  }
  say(
    `The private key is in ${resolve(file)}. Anyone who has it can read every backup; without it no backup can be read. Do not keep it on a machine of this installation.`,
  )
  say(`The public key, for BACKUP_KEY: ${recipient}`)
}

const filesOf = ({ files }: { readonly files: number }) => (files === 1 ? '1 file' : `${files} files`)
