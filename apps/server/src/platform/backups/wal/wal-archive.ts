import { hourMs, minuteMs } from '@candor/rules/time-units.ts'
import type { Database } from '../../database/database.ts'
import { lineOf, spoolOf } from '../../database/embedded/wal-spool.ts'
import { openBackupStore } from '../open-backup-store.ts'
import { WalShipper } from './wal-shipper.ts'

export interface WalArchiveOptions {
  readonly clusterDir: string
  readonly dataDir: string
  /** Address of the store. */
  readonly to: string
  readonly recipient: string | null
  readonly db: Database
}

/** A base backup is made this often: a restore goes through no more than a day of the log. */
export const baseEveryMs = 24 * hourMs
/** A segment that waits longer is late: the store cannot be reached, or is too slow. */
export const longestWaitMs = 5 * minuteMs

/** Opens the shipping of an embedded PostgreSQL's WAL; null: it has no archive. */
export function openWalShipper({ clusterDir, to, ...options }: WalArchiveOptions): WalShipper | null {
  const line = lineOf(clusterDir)
  if (line === null) return null
  return new WalShipper({ ...options, line, spool: spoolOf(clusterDir), store: openBackupStore(to) })
}
