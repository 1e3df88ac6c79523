import { createWriteStream } from 'node:fs'
import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { openBackup } from '../../database/backup/encryption.ts'
import { DatabaseServerError } from '../../database/embedded/database-server-error.ts'
import type { PostgresUser } from '../../database/embedded/postgres-user.ts'
import { quoted } from '../../database/embedded/wal-spool.ts'
import type { BackupStore } from '../backup-store.ts'
import { storedIn } from '../store-backup.ts'
import { isWalFile, walName } from './wal-names.ts'

const lookEveryMs = 20
/** A hundred times as long as the patience with a store. */
const mostWaits = 36_000

/**
 * Asks for a segment by an empty file and waits for the segment, for word that there is none, or for a failure, which ends the recovery: an
 * archive that cannot be read must not pass for its end.
 */
export const restoreCommand = (folder: string): string => {
  const place = `${quoted(folder)}/%f`
  const isOpen = ['ready', 'none', 'failed'].map((end) => `[ ! -e ${place}.${end} ]`).join(' && ')
  return [
    `: > ${place}.wanted && n=0`,
    `while ${isOpen} && [ $n -lt ${mostWaits} ]; do sleep 0.05; n=$((n+1)); done`,
    `[ ! -e ${place}.none ] || exit 1`,
    `[ -e ${place}.ready ] || exit 255`,
    `mv ${place}.ready "%p"`,
  ].join('; ')
}

const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)

export interface SegmentSource {
  readonly store: BackupStore
  readonly line: string
  /** Private key of age; null: the archive is not encrypted. */
  readonly identity: string | null
}

/** Gives a recovering PostgreSQL the segments it asks for, decrypted, one after another. */
export class SegmentServer {
  /** Error for which a segment could not be given; null: nothing failed. */
  failure: unknown = null
  /** Segments that were given. */
  count = 0
  private readonly folder: string
  private readonly source: SegmentSource
  private readonly user: PostgresUser
  private readonly ends = new AbortController()
  private readonly serving: Promise<void>

  constructor(folder: string, source: SegmentSource, user: PostgresUser) {
    this.folder = folder
    this.source = source
    this.user = user
    // What ends it is the recovery's failure, which asks for it at its end.
    this.serving = this.serve().catch((error: unknown) => {
      this.failure ??= error
    })
  }

  async stop(): Promise<void> {
    this.ends.abort()
    await this.serving
    await rm(this.folder, { recursive: true, force: true })
  }

  private async serve(): Promise<void> {
    while (!this.ends.signal.aborted) {
      const wanted = (await readdir(this.folder)).filter((name) => name.endsWith('.wanted'))
      for (const name of wanted) await this.give(name.slice(0, -'.wanted'.length))
      await sleep(lookEveryMs, undefined, { signal: this.ends.signal }).catch(() => undefined)
    }
  }

  private async give(segment: string): Promise<void> {
    const place = join(this.folder, segment)
    try {
      await rm(`${place}.wanted`)
      const found = isWalFile(segment) && (await this.write(segment, `${place}.part`))
      if (found) await rename(`${place}.part`, `${place}.ready`)
      else {
        await this.refuseGap(segment)
        await writeFile(`${place}.none`, '')
      }
    } catch (error) {
      this.failure ??= error
      await writeFile(`${place}.failed`, '')
    }
  }

  /** A segment that is missing before others is a gap: what PostgreSQL would take for the end of the archive is not its end. */
  private async refuseGap(segment: string): Promise<void> {
    if (!isSegment(segment)) return
    const { store, line } = this.source
    const found = await store.list(walName(line, segment.slice(0, 8)))
    const later = found
      .map(({ name }) => name.slice(walName(line, '').length))
      .find((name) => isSegment(name) && name > segment)
    if (later !== undefined)
      throw new DatabaseServerError(
        `The archive in ${store.shown} has a gap: ${segment} is missing, and ${later} is there. Restore a moment before it.`,
      )
  }

  private async write(segment: string, file: string): Promise<boolean> {
    const { store, line, identity } = this.source
    const name = walName(line, segment)
    const stream = await store.read(name)
    if (stream === null) return false
    const bytes = { ...storedIn(store, name), open: async () => stream }
    const plain = await openBackup(bytes, identity)
    await pipeline(plain, createGunzip(), createWriteStream(file, { mode: 0o600 }))
    if (this.user.lent) await chown(file, this.user.uid, this.user.gid)
    this.count++
    return true
  }
}
