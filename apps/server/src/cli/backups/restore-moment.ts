import type { BackupStore } from '../../platform/backups/backup-store.ts'
import { type RecoveryCount, recoveryOf } from '../../platform/backups/wal/recover-base.ts'
import type { StoredBase } from '../../platform/backups/wal/wal-names.ts'
import { restoreWholly } from '../../platform/database/backup/half-restored.ts'
import { refuseFindings } from '../../platform/database/backup/restore.ts'
import { type DatabaseServer, openDatabaseServer } from '../../platform/database/database-server.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { quiet } from '../open-data.ts'
import { say } from '../say.ts'
import { holdMessages } from './held-messages.ts'
import { durations, proofIn, sayProven } from './prove-restored.ts'
import type { RestoreTarget } from './restore-target.ts'

export interface MomentRequest {
  readonly folder: string
  readonly store: BackupStore
  readonly base: StoredBase
  readonly target: RestoreTarget | null
  readonly identity: string | null
  /** Erases again, and says so. */
  readonly afterwards: (databaseServer: Pick<DatabaseServer, 'app'>) => Promise<string>
}

/** Restores a base backup and the WAL after it up to a moment, into a new data folder, and proves the result. */
export async function restoreMoment(request: MomentRequest): Promise<void> {
  const { folder, base, target, afterwards } = request
  const from = performance.now()
  const count: RecoveryCount = { files: 0, segments: 0, reached: null }
  const recovery = recoveryOf({ ...request, dataDir: folder }, count)
  const open = () =>
    openDatabaseServer({ dataDir: folder, databaseUrl: null, log: quiet, restoring: true, recovery })
  await restoreWholly({ dataDir: folder, isGiven: false }, open, async (databaseServer) => {
    const { owner } = databaseServer
    const reached = count.reached ?? new Date(base.doneMs)
    await migrate(owner)
    const proof = proofIn(folder)
    await refuseFindings(owner, (db) => proof.check(db, reached))
    const state = target === null ? 'the last state in the archive' : `the state of ${target.text}`
    say(
      `${folder} has ${state}; its last transaction is of ${reached.toISOString()}. It was made from the base backup of ${new Date(base.doneMs).toISOString()}, ${count.segments} files of the log after it, and ${count.files} other files.`,
    )
    sayProven(proof.lines())
    say(await afterwards(databaseServer))
    say(await holdMessages(databaseServer))
    say(durations(performance.now() - from, proof.lines()))
  })
}
