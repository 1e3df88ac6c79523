import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { DatabaseServerError, sayFromLog, sayPlainly } from './database-server-error.ts'
import { type PostgresUser, spawnAs } from './postgres-user.ts'

/** Location of one PostgreSQL. */
export interface Cluster {
  /** PostgreSQL's own folder. */
  readonly dir: string
  /** The folder of its socket, open to its user alone. */
  readonly socketDir: string
  readonly logFile: string
  readonly user: PostgresUser
  readonly binaries: Binaries
}

/** Names the socket's file; nothing listens on the network. */
export const socketPort = 5432
export const superuser = 'postgres'

/**
 * Creates the cluster if there is none (UTF-8, C locale, checksums; synced to disk first when `durable`), and refuses one of
 * another version.
 */
export function prepareCluster(cluster: Cluster, durable: boolean): void {
  try {
    const version = readVersion(cluster)
    if (version === null) createCluster(cluster, durable)
    else if (version !== cluster.binaries.major)
      throw new DatabaseServerError(
        `The data in ${cluster.dir} was written by PostgreSQL ${version}, but this release runs ${cluster.binaries.major}: restore a backup into an empty folder, or run the release that wrote it.`,
      )
    writeAccessRules(cluster)
  } catch (error) {
    throw sayPlainly(error, cluster.dir)
  }
}

/** Makes `path` a folder that only the cluster's user may enter. */
export function makePrivateFolder(path: string, user: PostgresUser): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (user.lent) chownSync(path, user.uid, user.gid)
  chmodSync(path, 0o700)
}

function readVersion({ dir }: Cluster): string | null {
  const file = join(dir, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** Creates the cluster under another name and moves it into place when complete: a killed first start leaves nothing half-made. */
function createCluster(cluster: Cluster, durable: boolean): void {
  const { dir, user, binaries } = cluster
  const half = `${dir}.making`
  rmSync(half, { recursive: true, force: true })
  makePrivateFolder(half, user)
  const args = [
    '-D',
    half,
    '-U',
    superuser,
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    '--auth=reject',
    ...(durable ? [] : ['--no-sync']),
  ]
  const made = spawnSync(binaries.initdb, args, {
    ...spawnAs(user),
    cwd: half,
    encoding: 'utf8',
    env: quietEnv,
  })
  if (made.status !== 0) {
    rmSync(half, { recursive: true, force: true })
    throw sayFromLog(`${made.stdout}\n${made.stderr}\n${made.error?.message ?? ''}`, dir)
  }
  rmSync(dir, { recursive: true, force: true })
  renameSync(half, dir)
}

/** PostgreSQL gets nothing of our environment except the path of its libraries. */
export const quietEnv = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** Allows only our own user, whom the kernel identifies at the socket, so no password is stored. */
function writeAccessRules({ dir, user }: Cluster): void {
  const files = {
    'pg_hba.conf': 'local all all peer map=candor\n',
    'pg_ident.conf': `candor "${userInfo().username}" all\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(dir, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (user.lent) chownSync(path, user.uid, user.gid)
  }
}
