import { rotateInstallationKey } from '../platform/keys/rotate-key.ts'
import { withData } from './open-data.ts'
import { CommandError, say } from './say.ts'

/** Replaces the installation's key and re-encrypts everything with the new one, while no server runs. */
export async function rotateKeyCommand(dataDir: string): Promise<void> {
  await withData(dataDir, async ({ owner, dataDir: folder, isRunning }) => {
    if (isRunning)
      throw new CommandError(`A server runs on ${folder}: stop it, then rotate the key. Nothing was changed.`)
    await rotateInstallationKey(owner, folder)
    say(
      `The installation has a new key, in ${folder}/keys/files.key, and everything is encrypted with it. Give the file to every other process of the installation, then take a backup.`,
    )
  })
}
