import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { prepareBinaries } from './binaries.ts'
import { type Cluster, makePrivateFolder, prepareCluster, socketPort } from './cluster.ts'
import { DatabaseServerError, sayPlainly } from './database-server-error.ts'
import { FolderInUse, type FolderLock, lockFolder } from './folder-lock.ts'
import { clustersOutside, isLeft, placeOutside } from './outside.ts'
import { canReach, choosePostgresUser, isPrivateFolder, type PostgresUser } from './postgres-user.ts'
import { type Settings, startPostmaster, stopOrphan, stopPostmaster } from './postmaster.ts'
import { type Recovery, recoverCluster } from './recover-cluster.ts'
import { archiveSettings, settleSpool } from './wal-spool.ts'

/** Log of the embedded server; pino's logger fits. */
export interface EngineLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface EmbeddedServer {
  readonly connection: Pick<pg.PoolConfig, 'host' | 'port'>
  /** PostgreSQL's own folder. */
  readonly clusterDir: string
  /** Pid of the PostgreSQL now running. */
  pid(): number | undefined
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: EngineLog
  /** Settings in addition to ours or instead of them; the tests' temporary cluster runs without fsync. */
  readonly settings?: Settings
  /** Longest wait for a data folder that another process holds; 5 s by default. */
  readonly lockPatienceMs?: number
  /** Begins or ends the copying of finished WAL segments into the spool; absent: as before. */
  readonly archives?: boolean
  /** Makes the cluster from a base backup and the segments after it, instead of a new one. */
  readonly recovery?: Recovery
}

const usualLockPatienceMs = 5_000
const lookAtLockEveryMs = 50

const repositoryDir = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../../..')
const socketPathLimitBytes = 100

/** A real PostgreSQL of our own on `dataDir`: started, watched, started again when it dies, stopped in order. */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir)
  const made = makeDataDir(dataDir)
  const lock = await takeLock(dataDir, options)
  try {
    const cluster = placeCluster(dataDir, made)
    for (const { folder, dataDir: gone } of cluster.user.lent ? clustersOutside().filter(isLeft) : [])
      options.log.warn(
        { folder, gone },
        'a database without its data folder was found: `candor clusters --remove-left` removes it',
      )
    if (await stopOrphan(cluster))
      options.log.warn({}, 'stopped the PostgreSQL that a killed server had left running')
    if (options.recovery !== undefined)
      await recoverCluster(cluster, options.recovery, options.settings ?? {})
    prepareCluster(cluster, options.settings?.fsync !== 'off')
    settleSpool(cluster, options.archives ?? null)
    const settings = { ...archiveSettings(cluster.dir), ...options.settings }
    const child = await startPostmaster(cluster, settings)
    return watch(cluster, child, lock, { ...options, settings })
  } catch (error) {
    lock.release()
    throw sayPlainly(error, dataDir)
  }
}

function makeDataDir(dataDir: string): boolean {
  try {
    const isNew = !existsSync(dataDir)
    makeFolders(dataDir)
    return isNew
  } catch (error) {
    throw sayPlainly(error, dataDir)
  }
}

/** One by one: Node's recursive form never returns where a file system refuses new folders (/proc). */
function makeFolders(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(path), { code: 'EEXIST' })
    return
  }
  makeFolders(dirname(path))
  mkdirSync(path, { mode: 0o755 })
}

/** Waits a moment for the holder of the folder: a stopping server needs it to close its database. */
async function takeLock(
  dataDir: string,
  { log, lockPatienceMs = usualLockPatienceMs }: EmbeddedOptions,
): Promise<FolderLock> {
  const until = performance.now() + lockPatienceMs
  for (let tries = 0; ; tries++) {
    try {
      return lockFolder(dataDir, new Date())
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() >= until) throw sayPlainly(error, dataDir)
      if (tries === 0)
        log.warn(
          { dataDir, pid: error.pid },
          `another process uses the data folder: waiting up to ${lockPatienceMs / 1000} s for it to end`,
        )
      await sleep(lookAtLockEveryMs)
    }
  }
}

/** In the data folder; where PostgreSQL's user cannot get there, in a place it can, with a note saying where. */
function placeCluster(dataDir: string, isNew: boolean): Cluster {
  const inside = join(dataDir, 'postgres')
  const user = choosePostgresUser(inside, repositoryDir)
  if (isNew && user.lent) chownSync(dataDir, user.uid, user.gid)
  openTheWay(dataDir, user)
  const dir = canReach(inside, user) ? inside : placeOutside(dataDir, shortHash(dataDir))
  const socketDir = placeSocket(dirname(dir), dataDir, user)
  return { dir, socketDir, logFile: `${dir}.log`, user, binaries: prepareBinaries(user) }
}

/** Gives PostgreSQL's group access through a data folder that only root can enter, without listing its content. */
function openTheWay(dataDir: string, user: PostgresUser): void {
  const { uid, mode } = statSync(dataDir)
  const isOursAlone = uid === 0 && (mode & 0o077) === 0
  if (!user.lent || !isOursAlone || !canReach(dataDir, user)) return
  chownSync(dataDir, uid, user.gid)
  chmodSync(dataDir, (mode & 0o777) | 0o010)
}

/** Socket paths have a length limit in the kernel; a long one goes to the temporary folder instead. */
function placeSocket(home: string, dataDir: string, user: PostgresUser): string {
  const inside = join(home, 'run')
  const short = Buffer.byteLength(`${inside}/.s.PGSQL.${socketPort}`) <= socketPathLimitBytes
  const dir = short ? inside : join(tmpdir(), `candor-${shortHash(dataDir)}`)
  makePrivateFolder(dir, user)
  if (!isPrivateFolder(dir, user))
    throw new DatabaseServerError(`The folder ${dir} for PostgreSQL’s socket belongs to another user.`)
  return dir
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

function watch(
  cluster: Cluster,
  first: ChildProcess,
  lock: FolderLock,
  options: EmbeddedOptions,
): EmbeddedServer {
  let child = first
  const stopping = new AbortController()
  const { signal: ends } = stopping
  let restarting: Promise<void> = Promise.resolve()
  const restart = async () => {
    for (let tries = 1; !ends.aborted; tries++) {
      try {
        child = await startPostmaster(cluster, options.settings ?? {})
        child.once('exit', onExit)
        options.log.info({ pid: child.pid }, 'PostgreSQL is running again')
        return
      } catch (error) {
        options.log.error({ err: error, tries }, 'PostgreSQL could not be restarted yet')
        await sleep(Math.min(100 * 2 ** tries, 5_000), undefined, { signal: ends }).catch(() => undefined)
      }
    }
  }
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
    if (ends.aborted) return
    options.log.warn({ code, signal }, 'PostgreSQL stopped unexpectedly; restarting it')
    restarting = restart()
  }
  child.once('exit', onExit)
  return {
    connection: { host: cluster.socketDir, port: socketPort },
    clusterDir: cluster.dir,
    pid: () => child.pid,
    stop: async () => {
      stopping.abort()
      await restarting
      await stopPostmaster(child)
      rmSync(cluster.socketDir, { recursive: true, force: true })
      lock.release()
    },
  }
}
