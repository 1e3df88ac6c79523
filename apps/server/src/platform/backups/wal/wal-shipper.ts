import { createReadStream, existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { encryptTo } from '../../database/backup/encryption.ts'
import type { Database } from '../../database/database.ts'
import { type ArchiveOptions, shipChangedFiles } from './changed-files.ts'
import { isWalFile, listBases, walName } from './wal-names.ts'

export interface ShipperOptions extends ArchiveOptions {
  readonly db: Database
}

/** Files of the data folder are looked at this often. */
const filesEveryMs = 60_000

/** Sends finished WAL segments and changed files of the data folder to the store. */
export class WalShipper {
  private readonly options: ShipperOptions
  private filesAtMs = Number.NEGATIVE_INFINITY

  constructor(options: ShipperOptions) {
    this.options = options
  }

  /** Sends waiting segments and, once a minute, changed files. A segment is removed from the spool only once the store has it; one that is sent twice is the same. */
  async ship(): Promise<void> {
    await this.shipSegments()
    if (performance.now() - this.filesAtMs < filesEveryMs) return
    await shipChangedFiles(this.options)
    this.filesAtMs = performance.now()
  }

  /** Commits a transaction that changes nothing. A restore to a moment stops at the first commit after it: without one it would fail. */
  async beat(): Promise<void> {
    await sql`SELECT pg_current_xact_id()`.execute(this.options.db.query)
  }

  async shipSegments(): Promise<void> {
    const { spool, store, line } = this.options
    // No cases: segments in their order, none of which may be left out.
    for (const name of await waitingSegments(spool)) {
      await store.put(walName(line, name), this.packed(join(spool, name)))
      await rm(join(spool, name))
    }
  }

  /** Returns the time of this line's newest base backup, epoch ms; null: none yet. */
  async newestBaseMs(): Promise<number | null> {
    const { store, line } = this.options
    const newest = (await listBases(store, line)).at(-1)
    return newest?.begunMs ?? null
  }

  /** Milliseconds since the oldest segment began to wait; 0: none waits. */
  async waitingMs(): Promise<number> {
    const [oldest] = await waitingSegments(this.options.spool)
    if (oldest === undefined) return 0
    const file = await stat(join(this.options.spool, oldest)).catch(() => null)
    return file === null ? 0 : Math.max(0, Date.now() - file.ctimeMs)
  }

  private packed(file: string): AsyncIterable<Uint8Array> {
    const stream = createReadStream(file)
    const zipped = createGzip({ level: 4 })
    stream.on('error', (error) => zipped.destroy(error))
    stream.pipe(zipped)
    const { recipient } = this.options
    return recipient === null ? zipped : encryptTo(recipient)(zipped)
  }
}

/** Lists complete segments in a spool, in their order. */
async function waitingSegments(spool: string): Promise<string[]> {
  if (!existsSync(spool)) return []
  return (await readdir(spool)).filter(isWalFile).sort()
}
