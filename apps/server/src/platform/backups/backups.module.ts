import { minuteMs, secondMs } from '@candor/rules/time-units.ts'
import type { Registry } from 'prom-client'
import type { Foundation } from '../../foundation.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Config } from '../config.ts'
import { storedBackupKey } from '../database/backup/backup-key.ts'
import { readGauge } from '../http/observability/read-gauge.ts'
import type { Job } from '../jobs/timetable.ts'
import { StartError } from '../start-error.ts'
import { forgetFailure, noteFailure, readFailure } from './backup-failure.ts'
import { BackupScheduler } from './backup-scheduler.ts'
import { longestWaitMs, openWalShipper } from './wal/wal-archive.ts'
import type { WalShipper } from './wal/wal-shipper.ts'

export interface BackupsPorts {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backups' | 'backupKey'>
  readonly foundation: Pick<Foundation, 'clusterDir' | 'afterDatabase'>
}

const shipEveryMs = 5 * secondMs
/** The last segments are sent within this at a shutdown; what is left is sent after the next start. */
const lastSegmentsMs = 3 * secondMs

/** Backups that the server makes by itself, and the archive of its embedded PostgreSQL's log. */
export const backupsModule = defineModule({
  name: 'backups',
  open: (context: ServerContext, ports: BackupsPorts) => {
    const { dataDir, backups } = ports.config
    const scheduler = backups === null ? null : new BackupScheduler({ ...ports.config, backups }, context.log)
    const shipper = shipperOf(context, ports)
    if (shipper !== null) ports.foundation.afterDatabase(() => shipLast(shipper))
    return {
      backOffice: {
        alerts: [{ page: null, roles: ['admin'], alerts: () => backupAlerts(dataDir) }],
      },
      measure: (registry) => measureBackups(registry, dataDir, shipper),
      jobs: scheduler === null ? [] : jobsOf(scheduler, shipper, dataDir),
      stop: () => scheduler?.stop(),
    }
  },
})

function shipperOf({ db, sandbox }: ServerContext, { config, foundation }: BackupsPorts): WalShipper | null {
  const { backups, dataDir, backupKey } = config
  if (backups === null) return null
  const recipient = backupKey ?? storedBackupKey(dataDir)
  if (recipient === null && !sandbox)
    throw new StartError(
      'BACKUP_TO is set, but not BACKUP_KEY: a real installation makes only encrypted backups. Create a key pair with `candor backup-key`, and set the public key.',
    )
  const { clusterDir } = foundation
  return clusterDir === null ? null : openWalShipper({ clusterDir, dataDir, to: backups.to, recipient, db })
}

function jobsOf(scheduler: BackupScheduler, shipper: WalShipper | null, dataDir: string): Job[] {
  const own: Job = {
    name: 'back-up',
    noCases: 'one backup',
    everyMs: minuteMs,
    run: async () => {
      await scheduler.run()
      if (shipper !== null) await scheduler.runBase(() => shipper.newestBaseMs())
    },
  }
  if (shipper === null) return [own]
  return [
    own,
    {
      name: 'ship-log',
      noCases: 'segments in their order, none of which may be left out',
      everyMs: shipEveryMs,
      run: () => shipOrNote(shipper, dataDir),
    },
  ]
}

/** Sends the log. While it cannot be sent for long, backups count as failed. */
async function shipOrNote(shipper: WalShipper, dataDir: string): Promise<void> {
  await shipper.beat()
  const wasLate = (await shipper.waitingMs()) > longestWaitMs
  try {
    await shipper.ship()
  } catch (error) {
    if (wasLate)
      await noteFailure(dataDir, Date.now(), `the log cannot be stored: ${(error as Error).message}`)
    throw error
  }
  if (wasLate) await forgetFailure(dataDir)
}

async function shipLast(shipper: WalShipper): Promise<void> {
  const timer = AbortSignal.timeout(lastSegmentsMs)
  const late = new Promise<void>((resolve) => timer.addEventListener('abort', () => resolve()))
  await Promise.race([shipper.shipSegments().catch(() => undefined), late])
}

function measureBackups(registry: Registry, dataDir: string, shipper: WalShipper | null): void {
  readGauge(registry, {
    name: 'candor_backup_failed',
    help: 'Whether the last scheduled backup failed: 1 or 0',
    read: async () => [{ value: (await readFailure(dataDir)) === null ? 0 : 1 }],
  })
  readGauge(registry, {
    name: 'candor_log_waiting_seconds',
    help: 'How long the oldest finished part of PostgreSQL’s log waits to be stored; 0: none waits',
    read: async () => (shipper === null ? [] : [{ value: (await shipper.waitingMs()) / 1_000 }]),
  })
}

async function backupAlerts(dataDir: string) {
  const failure = await readFailure(dataDir)
  if (failure === null) return []
  return [{ tone: 'bad' as const, text: `Backups fail: ${failure.reason}`, sinceMs: failure.sinceMs }]
}
