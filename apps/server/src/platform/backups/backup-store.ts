import type { Readable } from 'node:stream'

export interface StoredObject {
  readonly name: string
  readonly bytes: number
}

/** Place that backups are written to: a folder, or an S3-compatible store. Names have `/` between their parts. */
export interface BackupStore {
  /** Its address for people, without a secret. */
  readonly shown: string
  /** Writes an object, which has its name once it is complete, and replaces one of the same name. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Returns the bytes of an object; null where there is none. */
  read(name: string): Promise<Readable | null>
  /** Lists complete objects whose names begin with `prefix`, by name. */
  list(prefix: string): Promise<readonly StoredObject[]>
  remove(name: string): Promise<void>
  /** Removes what interrupted writes of objects whose names begin with `prefix` left. Nothing may be writing them. */
  removeDrafts(prefix: string): Promise<void>
}
