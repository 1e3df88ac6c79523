import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Cluster, makePrivateFolder } from './cluster.ts'
import type { Settings } from './postmaster.ts'

/*
 * PostgreSQL copies every finished segment of its write-ahead log (WAL) into a spool beside the cluster, from which the server sends it to the
 * store of the backups. The spool exists while an installation archives, so that every program that opens the database archives.
 */

/** Names the line of segments without a gap that a spool belongs to. A restored installation begins another. */
const lineFile = 'line.txt'

/** A segment is finished after this even if it is not full: no more is lost with the disk. */
const archiveTimeoutSeconds = 60

export const spoolOf = (clusterDir: string): string => join(dirname(clusterDir), 'wal-spool')

/** Begins or continues the archive of a cluster, or ends it; null: as it is. */
export function settleSpool({ dir, user }: Pick<Cluster, 'dir' | 'user'>, archives: boolean | null): void {
  const spool = spoolOf(dir)
  if (archives === false) rmSync(spool, { recursive: true, force: true })
  if (archives !== true || existsSync(join(spool, lineFile))) return
  rmSync(spool, { recursive: true, force: true })
  makePrivateFolder(spool, user)
  const begun = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  writeFileSync(join(spool, lineFile), `${begun}-${randomBytes(4).toString('hex')}\n`, { mode: 0o600 })
}

/** Returns the line that the spool of a cluster belongs to; null: it does not archive. */
export function lineOf(clusterDir: string): string | null {
  const file = join(spoolOf(clusterDir), lineFile)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** Settings of a cluster that has a spool. A segment has its name in the spool once all of it is on the disk. */
export function archiveSettings(clusterDir: string): Settings {
  if (lineOf(clusterDir) === null) return {}
  const place = quoted(spoolOf(clusterDir))
  const draft = `${place}/%f.part`
  return {
    archive_mode: 'on',
    archive_timeout: String(archiveTimeoutSeconds),
    archive_command: `cp "%p" ${draft} && sync ${draft} && mv -f ${draft} ${place}/%f && sync ${place}`,
  }
}

/** For the shell, in a setting in which PostgreSQL replaces `%f`. */
export const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
