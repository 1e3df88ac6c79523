import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { Registry } from 'prom-client'
import { backupStanding } from '../../backups/backup-standing.ts'
import type { BackupSettings } from '../../config/backup-settings.ts'
import { lastBackupMs } from '../../database/backup/last-backup.ts'
import { shareReading } from '../../share-reading.ts'
import { readGauge } from './read-gauge.ts'

/** Lists what can be wrong while a process still does its part. */
export const degradations = [
  'prices',
  'mail',
  'clock',
  'backup',
  'disk',
  'clockOffset',
  'execution',
  'hedging',
] as const
export type Degradation = (typeof degradations)[number]

export interface HealthOptions {
  readonly dataDir: string
  /** A sandbox needs no backups. */
  readonly sandbox: boolean
  /** Backups that the server makes by itself; null: an operator makes them. */
  readonly backups: BackupSettings | null
  /** Time of the oldest letter that the mail server did not accept, epoch ms; null: none waits. */
  readonly mailLateSince: () => Promise<number | null>
  /** Milliseconds since the last quote, null before the first; null as a whole where prices are not needed. */
  readonly feedAgeMs: (() => number | null) | null
  /** Checks whether the server's clock differs from a feed's: calls at the market then wait in vain or fill at old prices (ADR-249). */
  readonly clockDiffers: () => boolean
  /** Checks whether the report of how a day's orders were filled is late (trust T23). */
  readonly executionLate: () => Promise<boolean>
  /** Checks whether the venue that takes surplus positions cannot be reached. */
  readonly hedgingAway: () => Promise<boolean>
}

export interface Disk {
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** Prices are old after this. */
const longestFeedAgeMs = 2 * minuteMs
const longestMailMs = 15 * minuteMs
/** Between the system's clock and the time that passed since the start. */
const longestJumpMs = 5_000
/** Less than this is little, less than `fullBytes` nothing: PostgreSQL stops before its last page. */
export const littleBytes = 2_000_000_000
export const fullBytes = 50_000_000
const refreshEveryMs = 10_000
const longestReadMs = 500

/** Watches what makes a process degraded, at most every ten seconds: the probes are public. */
export class Health {
  private readonly options: HealthOptions
  private last: readonly Degradation[] = []
  private isFull = false
  private readAtMs = Number.NEGATIVE_INFINITY
  private readonly refreshShared = shareReading(() => this.read())
  private readonly startedAt = Date.now() - performance.now()

  constructor(options: HealthOptions) {
    this.options = options
  }

  /** Lists what is wrong. What cannot be read within half a second is as it was before. */
  async degraded(): Promise<readonly Degradation[]> {
    await this.refresh()
    return this.last
  }

  /** Tells whether nothing more can be written to the disk. */
  async diskFull(): Promise<boolean> {
    await this.refresh()
    return this.isFull
  }

  readonly disk = shareReading(async (): Promise<Disk> => {
    const { bavail, bsize, blocks } = await statfs(this.options.dataDir)
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  })

  private async refresh(): Promise<void> {
    if (performance.now() - this.readAtMs < refreshEveryMs) return
    const timer = new AbortController()
    const late = sleep(longestReadMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
    await Promise.race([this.refreshShared(), late])
    timer.abort()
  }

  private async read(): Promise<void> {
    const disk = await this.disk().catch(() => null)
    const isWrong: Readonly<Record<Degradation, () => boolean | Promise<boolean>>> = {
      prices: () => (this.options.feedAgeMs?.() ?? 0) > longestFeedAgeMs,
      mail: async () => {
        const since = await this.options.mailLateSince()
        return since !== null && Date.now() - since > longestMailMs
      },
      clock: () => Math.abs(Date.now() - performance.now() - this.startedAt) > longestJumpMs,
      backup: () => this.backupIsWrong(),
      disk: () => disk !== null && disk.freeBytes < littleBytes,
      clockOffset: () => this.options.clockDiffers(),
      execution: () => this.options.executionLate(),
      hedging: () => this.options.hedgingAway(),
    }
    const found = await Promise.all(
      degradations.map(async (part) => {
        try {
          return await isWrong[part]()
        } catch {
          return this.last.includes(part)
        }
      }),
    )
    this.last = degradations.filter((_, place) => found[place])
    this.isFull = disk !== null && disk.freeBytes < fullBytes
    this.readAtMs = performance.now()
  }

  private async backupIsWrong(): Promise<boolean> {
    const { sandbox, backups, dataDir } = this.options
    if (sandbox && backups === null) return false
    const { failure, isLate } = await backupStanding(dataDir, backups, Date.now())
    return failure !== null || isLate
  }
}

/** Registers what is wrong, the space of the disk and the age of the last backup as metrics. */
export function measureHealth(
  registry: Registry,
  health: Health,
  { dataDir }: { readonly dataDir: string },
): void {
  readGauge(registry, {
    name: 'candor_degraded',
    help: 'Whether this part is wrong while the process still does its work, as /readyz says: 1 or 0',
    labelNames: ['part'],
    read: async () => {
      const parts = await health.degraded()
      return degradations.map((part) => ({ labels: { part }, value: parts.includes(part) ? 1 : 0 }))
    },
  })
  readGauge(registry, {
    name: 'candor_disk_free_bytes',
    help: 'Space left for the data folder',
    read: async () => [{ value: (await health.disk()).freeBytes }],
  })
  readGauge(registry, {
    name: 'candor_disk_size_bytes',
    help: 'Size of the disk of the data folder',
    read: async () => [{ value: (await health.disk()).sizeBytes }],
  })
  readGauge(registry, {
    name: 'candor_backup_age_seconds',
    help: 'Time since the last backup of this data folder; no value without one',
    read: async () => {
      const at = await lastBackupMs(dataDir)
      return at === null ? [] : [{ value: (Date.now() - at) / 1000 }]
    },
  })
}
