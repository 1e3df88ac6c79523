import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupStore, StoredObject } from './backup-store.ts'

const draftEnd = '.part'

/** Backups in a folder, such as a mounted disk of another machine. Only their owner can read them. */
export class FolderBackups implements BackupStore {
  readonly shown: string

  constructor(folder: string) {
    this.shown = resolve(folder)
  }

  async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const file = join(this.shown, name)
    const draft = `${file}${draftEnd}`
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    try {
      // A stream would create the file by itself, perhaps after its removal below.
      await rm(draft, { force: true })
      const opened = await open(draft, 'wx', 0o600)
      await pipeline(Readable.from(content), opened.createWriteStream({ flush: true }))
      await rename(draft, file)
      await syncFolder(dirname(file))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async read(name: string): Promise<Readable | null> {
    const file = join(this.shown, name)
    return (await isThere(file)) ? createReadStream(file) : null
  }

  async list(prefix: string): Promise<readonly StoredObject[]> {
    const found = await this.entries(prefix)
    const names = found
      .filter((entry) => entry.isFile() && !entry.name.endsWith(draftEnd))
      .map(({ parentPath, name }) => this.nameOf(join(parentPath, name)))
      .filter((name) => name.startsWith(prefix))
      .sort()
    return Promise.all(
      names.map(async (name) => ({ name, bytes: (await stat(join(this.shown, name))).size })),
    )
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.shown, name), { force: true })
  }

  async removeDrafts(prefix: string): Promise<void> {
    const drafts = (await this.entries(prefix))
      .filter((entry) => entry.isFile() && entry.name.endsWith(draftEnd))
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => this.nameOf(path).startsWith(prefix))
    await Promise.all(drafts.map((path) => rm(path, { force: true })))
  }

  private nameOf(path: string): string {
    return relative(this.shown, path).split(sep).join('/')
  }

  /** Reads the folder that the prefix names; nobody waits for that of all segments. */
  private async entries(prefix: string): Promise<Dirent[]> {
    try {
      const folder = join(this.shown, prefix.slice(0, prefix.lastIndexOf('/') + 1))
      return await readdir(folder, { recursive: true, withFileTypes: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** A new name is on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
