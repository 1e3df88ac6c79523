import type { BackupStore } from '../../platform/backups/backup-store.ts'
import { listBases, type StoredBase } from '../../platform/backups/wal/wal-names.ts'
import { CommandError } from '../say.ts'

export interface RestoreTarget {
  /** As PostgreSQL reads it. */
  readonly text: string
  readonly ms: number
}

/** Reads a moment in UTC, down to microseconds; null for `latest`, the last state in the archive. */
export function readTarget(to: string): RestoreTarget | null {
  if (to === 'latest') return null
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(to) ? Date.parse(to) : Number.NaN
  if (Number.isNaN(ms))
    throw new CommandError(
      `--to must be a moment in UTC, such as 2026-12-01T14:30:00Z, or latest; it was “${to}”.`,
    )
  return { text: to.replace('T', ' ').replace('Z', '+00'), ms }
}

/** Finds the newest base backup that was complete at the moment: the fewest segments follow it. */
export async function baseFor(store: BackupStore, target: RestoreTarget | null): Promise<StoredBase> {
  const bases = await listBases(store)
  const found = target === null ? bases.at(-1) : bases.findLast(({ doneMs }) => doneMs <= target.ms)
  if (found !== undefined) return found
  const [first] = bases
  throw new CommandError(
    first === undefined
      ? `There is no base backup in ${store.shown}.`
      : `The archive in ${store.shown} begins at ${new Date(first.doneMs).toISOString()}.`,
  )
}
