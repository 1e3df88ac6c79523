import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { Logger } from 'pino'
import { type BackupSettings, backupEnvironment } from '../config/backup-settings.ts'
import type { Config } from '../config.ts'
import { lastBackupMs } from '../database/backup/last-backup.ts'
import { programFile } from '../program-file.ts'
import { forgetFailure, noteFailure, readFailure } from './backup-failure.ts'
import { baseEveryMs } from './wal/wal-archive.ts'

export type SchedulerConfig = Pick<Config, 'dataDir' | 'databaseUrl'> & { readonly backups: BackupSettings }

/** A failed backup is made again after this. */
const retryAfterMs = 5 * minuteMs
/** Longest reason of a failure. */
const mostReason = 300

/** Makes backups when they are due, each in a process of its own with little priority, so that customers do not wait for them. */
export class BackupScheduler {
  private readonly config: SchedulerConfig
  private readonly log: Logger
  private child: ChildProcess | null = null
  private stopped = false

  constructor(config: SchedulerConfig, log: Logger) {
    this.config = config
    this.log = log
  }

  /** Makes a base backup of the embedded PostgreSQL, from which its log begins, if none of this line is a day old or younger. */
  async runBase(newestMs: () => Promise<number | null>): Promise<void> {
    if (this.stopped || (await this.isWaiting())) return
    const newest = await newestMs()
    if (newest === null || Date.now() - newest >= baseEveryMs) await this.runNoted(['backup', '--base'])
  }

  /** Makes a backup if one is due. Real time counts, also in a sandbox with a moved clock: a disk fails in real time. */
  async run(): Promise<void> {
    if (!this.stopped && (await this.isDue())) await this.runNoted(['backup', '--if-due'])
  }

  private async runNoted(command: readonly string[]): Promise<void> {
    const { dataDir } = this.config
    const failure = await this.runProgram([...command, '--data', dataDir])
    if (this.stopped) return
    if (failure === null) {
      await forgetFailure(dataDir)
      return
    }
    this.log.error({ err: new Error(failure) }, 'a backup failed')
    await noteFailure(dataDir, Date.now(), failure)
  }

  /** Waits after a failure. */
  private async isWaiting(): Promise<boolean> {
    const failure = await readFailure(this.config.dataDir)
    return failure !== null && Date.now() - failure.atMs < retryAfterMs
  }

  /** Ends a backup under way; it is made again after the next start. */
  stop(): void {
    this.stopped = true
    this.child?.kill('SIGTERM')
  }

  private async isDue(): Promise<boolean> {
    const { dataDir, backups } = this.config
    if (await this.isWaiting()) return false
    const last = await lastBackupMs(dataDir)
    return last === null || Date.now() - last >= backups.everyMs
  }

  /** Runs a command of `candor`; returns why it failed, null if it did its work. */
  private async runProgram(args: readonly string[]): Promise<string | null> {
    const child = spawn(process.execPath, [programFile('cli'), ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: this.environment(),
    })
    this.child = child
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-10 * mostReason)
    })
    const code = await new Promise<number | string>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'unknown'))
    })
    this.child = null
    if (code === 0) return null
    const sentence = output.trim().split('\n')[0] || `the program ended with ${code}`
    return sentence.slice(0, mostReason)
  }

  private environment(): NodeJS.ProcessEnv {
    const { databaseUrl, backups } = this.config
    const { DATABASE_URL: _url, CANDOR_DATA: _data, ...rest } = process.env
    const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
    return { ...rest, ...database, ...backupEnvironment(backups) }
  }
}
