import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, chownSync, copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '../../platform/database/database-server.ts'
import { prepareBinaries } from '../../platform/database/embedded/binaries.ts'
import {
  type Cluster,
  makePrivateFolder,
  prepareCluster,
  quietEnv,
  superuser,
} from '../../platform/database/embedded/cluster.ts'
import { choosePostgresUser, spawnAs } from '../../platform/database/embedded/postgres-user.ts'
import { stopPostmaster } from '../../platform/database/embedded/postmaster.ts'
import { guardPostmaster } from '../../platform/database/embedded/postmaster-guard.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import type { TestAuthority } from './certificates.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL of its own that accepts connections over TLS only, each by a certificate in the name of its role. */
export interface TlsPostgres {
  readonly port: number
  /** Its superuser, over the socket. */
  readonly superuser: pg.PoolConfig
  stop(): Promise<void>
}

const host = '127.0.0.1'

export async function startTlsPostgres(authority: TestAuthority): Promise<TlsPostgres> {
  const folder = temporaryDataDir('candor-tls-')
  const cluster = createCluster(folder)
  const serverCertificate = await authority.issue('localhost', ['localhost', host])
  const own = (file: string, name: string) => {
    const copy = join(cluster.dir, name)
    copyFileSync(file, copy)
    if (cluster.user.lent) chownSync(copy, cluster.user.uid, cluster.user.gid)
    return copy
  }
  const port = await freePort()
  const settings = {
    port: String(port),
    listen_addresses: host,
    unix_socket_directories: cluster.socketDir,
    fsync: 'off',
    ssl: 'on',
    ssl_cert_file: own(serverCertificate.certFile, 'server.crt'),
    ssl_key_file: own(serverCertificate.keyFile, 'server.key'),
    ssl_ca_file: own(authority.caFile, 'ca.crt'),
  }
  const connection = { host: cluster.socketDir, port, user: superuser, database: 'postgres' }
  const child = await start(cluster, settings, connection)
  return {
    port,
    superuser: connection,
    stop: async () => {
      await stopPostmaster(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createCluster(folder: string): Cluster {
  const dir = join(folder, 'postgres')
  const user = choosePostgresUser(dir, folder)
  const cluster = {
    dir,
    socketDir: join(folder, 'run'),
    logFile: join(folder, 'postgres.log'),
    user,
    binaries: prepareBinaries(user),
  }
  // The cluster is made under another name next to its own, by its user.
  if (user.lent) chownSync(folder, user.uid, user.gid)
  prepareCluster(cluster, false)
  makePrivateFolder(cluster.socketDir, user)
  appendFileSync(join(dir, 'pg_hba.conf'), `hostssl all all ${host}/32 cert\n`)
  return cluster
}

async function start(
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  connection: pg.PoolConfig,
): Promise<ChildProcess> {
  const { dir, user, binaries } = cluster
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', dir, ...args], {
    ...spawnAs(user),
    cwd: dir,
    env: quietEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  guardPostmaster(cluster, child)
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += String(chunk)
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL with TLS did not start: ${log}`)
    const isUp = await withClient(connection, async () => true).catch(() => false)
    if (isUp) return child
    await sleep(20)
  }
}
