import { dirname, join } from 'node:path'
import { type Note, readArchive } from '../../database/backup/archive.ts'
import { FileIntake, placeBelow } from '../../database/backup/files.ts'
import { makePrivateFolder } from '../../database/embedded/cluster.ts'
import type { Recovery } from '../../database/embedded/recover-cluster.ts'
import type { BackupStore } from '../backup-store.ts'
import { storedIn } from '../store-backup.ts'
import { restoreCommand, SegmentServer } from './serve-segments.ts'
import { linesFolder, readStamp, type StoredBase } from './wal-names.ts'

export interface RecoveryRequest {
  readonly store: BackupStore
  readonly base: StoredBase
  readonly dataDir: string
  readonly identity: string | null
  /** The moment in PostgreSQL's form and in epoch ms; null: the last state in the archive. */
  readonly target: { readonly text: string; readonly ms: number } | null
}

export interface RecoveryCount {
  files: number
  segments: number
  /** Time of the last transaction in it. */
  reached: Date | null
}

/** Prepares a recovery from a base backup; `count` is filled while it runs. */
export function recoveryOf(request: RecoveryRequest, count: RecoveryCount): Recovery {
  const { store, base, identity, target } = request
  let server: SegmentServer | null = null
  return {
    fill: async (clusterDir) => {
      await fillBase(request, clusterDir, count)
      await fillChanged(request, count)
    },
    begin: async (clusterDir, user) => {
      const folder = join(dirname(clusterDir), 'wal-fetch')
      makePrivateFolder(folder, user)
      server = new SegmentServer(folder, { store, line: base.line, identity }, user)
      const settings = { restore_command: restoreCommand(folder) }
      return target === null ? settings : { ...settings, recovery_target_time: target.text }
    },
    reached: (at) => {
      count.reached = at
    },
    end: async () => {
      await server?.stop()
      count.segments = server?.count ?? 0
      if (server?.failure != null) throw server.failure
    },
  }
}

async function fillBase(
  { store, base, dataDir, identity }: RecoveryRequest,
  clusterDir: string,
  count: RecoveryCount,
): Promise<void> {
  const stored = storedIn(store, base.name)
  // PostgreSQL syncs the files of a cluster that was not shut down before it recovers it.
  let intake = new FileIntake(clusterDir, { placeOf: placeBelow, unsynced: true })
  for await (const frame of readArchive(stored, identity)) {
    if ('data' in frame) {
      await intake.data(frame.data)
      continue
    }
    if (frame.note.note === 'data-folder') {
      intake.finish()
      intake = new FileIntake(dataDir)
    }
    await take(intake, frame.note)
  }
  intake.finish()
  count.files += intake.files
}

/** Files that changed from the base backup on until just after the moment: what its rows name is among them. */
async function fillChanged(
  { store, base, dataDir, identity, target }: RecoveryRequest,
  count: RecoveryCount,
): Promise<void> {
  const objects = await store.list(`${linesFolder}${base.line}/files/`)
  const later = objects
    .map(({ name }) => ({ name, atMs: readStamp(/([^/]+)\.files$/.exec(name)?.[1] ?? '') }))
    .filter(({ atMs }) => atMs >= base.begunMs)
  const untilMs = target === null ? Number.POSITIVE_INFINITY : target.ms
  const after = later.findIndex(({ atMs }) => atMs > untilMs)
  for (const { name } of after < 0 ? later : later.slice(0, after + 1)) {
    const intake = new FileIntake(dataDir, { replaces: true })
    for await (const frame of readArchive(storedIn(store, name), identity)) {
      if ('data' in frame) await intake.data(frame.data)
      else await take(intake, frame.note)
    }
    intake.finish()
    count.files += intake.files
  }
}

async function take(intake: FileIntake, note: Note): Promise<void> {
  if (note.note === 'file') await intake.start(note)
  if (note.note === 'file-end') await intake.end(note)
}
