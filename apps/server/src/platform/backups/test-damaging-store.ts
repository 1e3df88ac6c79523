import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BackupStore } from './backup-store.ts'

/** A store that changes one bit of what it is given. */
export const damagingStore = (real: BackupStore): BackupStore => ({
  shown: real.shown,
  put: async (name, content) => {
    const bytes = await buffer(Readable.from(content))
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1
    await real.put(name, Readable.from([bytes]))
  },
  read: (name) => real.read(name),
  list: (prefix) => real.list(prefix),
  remove: (name) => real.remove(name),
  removeDrafts: (prefix) => real.removeDrafts(prefix),
})
