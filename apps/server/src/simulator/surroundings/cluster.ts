import { rmSync } from 'node:fs'
import type pg from 'pg'
import { appRole, ownerRole, withClient } from '../../platform/database/database-server.ts'
import { superuser } from '../../platform/database/embedded/cluster.ts'
import { startEmbeddedServer } from '../../platform/database/embedded/embedded-server.ts'
import { makeTemplate, type TestCluster } from '../../platform/database/temporary/clone-database.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'

/** A PostgreSQL for the simulator, and the databases on it. */
export interface Cluster {
  /** A folder of the simulator's own: messages and files. */
  readonly dataDir: string
  /** The database that every seed begins with. */
  readonly base: string
  has(name: string): Promise<boolean>
  as(user: 'app' | 'owner' | 'superuser', database: string): pg.PoolConfig
  /** A new database like another. */
  clone(from: string, name: string): Promise<void>
  drop(name: string): Promise<void>
  stop(): Promise<void>
}

/** Nothing here outlives the run: nothing is made safe against a power cut. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  autovacuum: 'off',
  jit: 'off',
  deadlock_timeout: '200ms',
  wal_level: 'minimal',
  max_wal_senders: '0',
}
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const users = { app: appRole, owner: ownerRole, superuser } as const

/** A PostgreSQL with a migrated template, for simulators alone: anybody else's transactions would hold up the log's heads. */
export interface SimulatorPostgres extends TestCluster {
  stop(): Promise<void>
}

export async function startPostgres(dataDir: string): Promise<SimulatorPostgres> {
  const server = await startEmbeddedServer({ dataDir, log: silent, settings })
  const { host = '', port = 0 } = server.connection
  await makeTemplate({ host, port })
  return { host, port, stop: () => server.stop() }
}

/** Starts a PostgreSQL with a migrated template, or makes use of one that runs and has it; `shared` outlives this run. */
export async function startCluster(
  running: TestCluster | null,
  shared: { readonly database: string; readonly dataDir: string } | null,
): Promise<Cluster> {
  const dataDir = shared?.dataDir ?? temporaryDataDir('candor-simulator-')
  const base = shared?.database ?? `simulator_base_${process.pid}`
  const own = running === null ? await startPostgres(dataDir) : null
  const { host, port } = own ?? running ?? { host: '', port: 0 }
  const as: Cluster['as'] = (user, database) => ({ host, port, user: users[user], database })
  const maintain = (statement: string) =>
    withClient(as('superuser', 'postgres'), (client) => client.query(statement))
  const drop = async (name: string): Promise<void> => {
    await maintain(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return {
    dataDir,
    base,
    as,
    has: async (name) => {
      const text = 'SELECT FROM pg_database WHERE datname = $1'
      const found = await withClient(as('superuser', 'postgres'), (client) => client.query(text, [name]))
      return found.rows.length > 0
    },
    clone: async (from, name) => {
      await maintain(`CREATE DATABASE ${name} OWNER ${ownerRole} TEMPLATE ${from} STRATEGY wal_log`)
    },
    drop,
    stop: async () => {
      if (own !== null) await own.stop()
      if (shared !== null) return
      if (own === null) await drop(base)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const templateDatabase = 'candor_template'
