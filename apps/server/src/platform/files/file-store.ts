import type { SealedBytes } from '../keys/sealing.ts'

/** Store of sealed bytes: a folder, or an S3-compatible store. Names are ids that we generate. */
export interface FileStore {
  put(name: string, bytes: SealedBytes): Promise<void>
  /** Null when there is none of this name. */
  get(name: string): Promise<SealedBytes | null>
  /** Removing what is not there is done. */
  remove(name: string): Promise<void>
}
