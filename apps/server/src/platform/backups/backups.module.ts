import { minuteMs } from '@candor/rules/time-units.ts'
import { defineModule } from '../../module.ts'
import type { Config } from '../config.ts'
import { readGauge } from '../http/observability/read-gauge.ts'
import { readFailure } from './backup-failure.ts'
import { BackupScheduler } from './backup-scheduler.ts'

/** Backups that the server makes by itself. */
export const backupsModule = defineModule({
  name: 'backups',
  open: ({ log }, { config }: { readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backups'> }) => {
    const { dataDir, backups } = config
    const scheduler = backups === null ? null : new BackupScheduler({ ...config, backups }, log)
    return {
      backOffice: { alerts: [{ page: null, roles: ['admin'], alerts: () => backupAlerts(dataDir) }] },
      measure: (registry) =>
        readGauge(registry, {
          name: 'candor_backup_failed',
          help: 'Whether the last scheduled backup failed: 1 or 0',
          read: async () => [{ value: (await readFailure(dataDir)) === null ? 0 : 1 }],
        }),
      jobs:
        scheduler === null
          ? []
          : [{ name: 'back-up', noCases: 'one backup', everyMs: minuteMs, run: () => scheduler.run() }],
      stop: () => scheduler?.stop(),
    }
  },
})

async function backupAlerts(dataDir: string) {
  const failure = await readFailure(dataDir)
  if (failure === null) return []
  const { reason, sinceMs } = failure
  return [{ tone: 'bad' as const, text: `Backups fail: ${reason}`, sinceMs }]
}
