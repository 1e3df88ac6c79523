import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fromStoredBytes, type SealedBytes, toStoredBytes } from '../keys/sealing.ts'
import { isUuid } from '../uuid.ts'
import type { FileStore } from './file-store.ts'

/** Files in `<data>/files`, distributed by the end of their names; a file is complete or absent. */
export class FolderStore implements FileStore {
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async put(name: string, bytes: SealedBytes): Promise<void> {
    const file = this.fileOf(name)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(partOf(file), 'w', 0o600)
    try {
      await handle.writeFile(toStoredBytes(bytes))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partOf(file), file)
  }

  async get(name: string): Promise<SealedBytes | null> {
    try {
      return fromStoredBytes(await readFile(this.fileOf(name)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    const file = this.fileOf(name)
    await rm(file, { force: true })
    await rm(partOf(file), { force: true })
  }

  private fileOf(name: string): string {
    if (!isUuid(name)) throw new Error('a file’s name is one of our ids')
    return join(this.folder, name.slice(-2), name)
  }
}

/** Path of a file until it is complete; a server that was killed meanwhile leaves it behind. */
const partOf = (file: string) => `${file}.part`
