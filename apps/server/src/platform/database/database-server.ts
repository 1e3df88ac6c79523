import { createHmac } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { ClientCertificate } from '../config/certificate-settings.ts'
import { StartError } from '../start-error.ts'
import { refuseHalfRestored } from './backup/restoring.ts'
import { superuser } from './embedded/cluster.ts'
import { DatabaseServerError } from './embedded/database-server-error.ts'
import { type EmbeddedServer, type EngineLog, startEmbeddedServer } from './embedded/embedded-server.ts'
import { holderOf } from './embedded/folder-lock.ts'
import type { Settings } from './embedded/postmaster.ts'
import type { Recovery } from './embedded/recover-cluster.ts'
import { withIdleLimit } from './session-limits.ts'

/** An open database server: the owner of its tables, and the application's role. */
export interface DatabaseServer {
  /** Runs migrations, backup and restore. */
  readonly owner: pg.PoolConfig
  /** Everything else: the role `candor_app`, which may do only what the migrations grant. */
  readonly app: pg.PoolConfig
  /** Folder of the embedded PostgreSQL; null when it is not ours. */
  readonly clusterDir: string | null
  /** Pid of the embedded PostgreSQL; undefined when it is not ours. */
  postgresPid(): number | undefined
  /** Ends the embedded PostgreSQL in order; close the pools first. */
  stop(): Promise<void>
}

export interface DatabaseServerOptions {
  readonly dataDir: string
  /** A given PostgreSQL of version 15 or newer; null starts our own. */
  readonly databaseUrl: string | null
  /** Certificate of the application's role on a given PostgreSQL; without one the role has a password. */
  readonly appCertificate?: ClientCertificate | null
  readonly log: EngineLog
  /** Rejects to refuse a given PostgreSQL, as its owner, before anything in it changes, its roles included. */
  readonly inspect?: (owner: pg.Client) => Promise<void>
  readonly settings?: Settings
  /** Longest wait for a data folder that another process holds; 5 s by default. */
  readonly lockPatienceMs?: number
  /** Opened by a restore, which fills it. */
  readonly restoring?: true
  /** Begins or ends the archive of the embedded PostgreSQL’s WAL; absent: as before. */
  readonly archives?: boolean
  /** Makes the embedded cluster from a base backup and the segments after it. */
  readonly recovery?: Recovery
}

export const ownerRole = 'candor_owner'
export const appRole = 'candor_app'
const databaseName = 'candor'
const oldestVersion = 150_000
/** Timeout for a host that does not respond. */
const patienceMs = 10_000
const connectionFile = (dataDir: string) => join(dataDir, 'connection.json')

/** Opens the database server: PostgreSQL embedded in `dataDir`, or the one `databaseUrl` names. */
export async function openDatabaseServer(options: DatabaseServerOptions): Promise<DatabaseServer> {
  if (options.restoring !== true) refuseHalfRestored(options.dataDir)
  return options.databaseUrl === null ? openEmbedded(options) : openGiven(options.databaseUrl, options)
}

/**
 * Returns the connection by which another process (the command line) reaches the database of a running server; null when none runs on
 * `dataDir`.
 */
export function connectionOfRunning(dataDir: string): Pick<DatabaseServer, 'owner' | 'app'> | null {
  if (holderOf(resolve(dataDir)) === null) return null
  try {
    return JSON.parse(readFileSync(connectionFile(dataDir), 'utf8')) as Pick<DatabaseServer, 'owner' | 'app'>
  } catch (cause) {
    throw new DatabaseServerError(
      `A server runs on ${dataDir}, but its connection file cannot be read by this user.`,
      { cause },
    )
  }
}

async function openEmbedded(options: DatabaseServerOptions): Promise<DatabaseServer> {
  const { dataDir } = options
  const server = await startEmbeddedServer(options)
  try {
    await withClient({ ...server.connection, user: superuser, database: 'postgres' }, makeRolesAndDatabase)
    const as = (user: string): pg.PoolConfig => ({ ...server.connection, user, database: databaseName })
    const databaseServer = { owner: as(ownerRole), app: as(appRole) }
    writeConnectionFile(dataDir, databaseServer)
    return {
      ...databaseServer,
      clusterDir: server.clusterDir,
      postgresPid: server.pid,
      stop: () => stopEmbedded(dataDir, server),
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function stopEmbedded(dataDir: string, server: EmbeddedServer): Promise<void> {
  rmSync(connectionFile(dataDir), { force: true })
  await server.stop()
}

/** Complete before it has its name, and for our own eyes only. */
function writeConnectionFile(dataDir: string, databaseServer: Pick<DatabaseServer, 'owner' | 'app'>): void {
  const draft = `${connectionFile(dataDir)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(databaseServer, null, 2), { mode: 0o600 })
  renameSync(draft, connectionFile(dataDir))
}

async function makeRolesAndDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles')
  const roles = new Set(rows.map((row) => row.rolname))
  if (!roles.has(appRole)) await client.query(`CREATE ROLE ${appRole} LOGIN`)
  if (!roles.has(ownerRole)) await client.query(`CREATE ROLE ${ownerRole} LOGIN CREATEDB`)
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
  if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName} OWNER ${ownerRole}`)
}

async function openGiven(
  databaseUrl: string,
  { appCertificate = null, inspect }: DatabaseServerOptions,
): Promise<DatabaseServer> {
  const app = await withGivenDatabase(databaseUrl, async (client) => {
    await inspect?.(client)
    return appCertificate === null
      ? prepareAppRole(client, databaseUrl)
      : prepareRoleWithCertificate(client, databaseUrl, appCertificate)
  })
  return {
    owner: ownerOf(databaseUrl),
    app,
    clusterDir: null,
    postgresPid: () => undefined,
    stop: async () => undefined,
  }
}

/** Settings for a connection to a given PostgreSQL as its owner. */
export const ownerOf = (databaseUrl: string): pg.PoolConfig => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: patienceMs,
})

/** Runs `work` as the owner of a given PostgreSQL, and changes none of its roles. Refuses one that is too old. */
export const withGivenDatabase = <T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withClient(ownerOf(databaseUrl), async (client) => {
    await refuseOldVersion(client)
    return work(client)
  }).catch((error: unknown) => {
    throw error instanceof DatabaseServerError || error instanceof StartError ? error : notReached(error)
  })

const notReached = (cause: unknown): DatabaseServerError =>
  new DatabaseServerError(`Cannot connect to the PostgreSQL in DATABASE_URL: ${reasonOf(cause as Error)}`, {
    cause,
  })

/** Shortens what OpenSSL says about a refused handshake to its reason, such as “tlsv1 alert unknown ca”. */
function reasonOf(error: Error & { readonly code?: string; readonly reason?: string }): string {
  const isTls = error.code?.startsWith('ERR_SSL_') === true && error.reason !== undefined
  return isTls ? `TLS was refused (${error.reason})` : error.message
}

/** Refuses a PostgreSQL older than the migrations need. */
export async function refuseOldVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  )
  const version = rows[0]?.version ?? 0
  if (version < oldestVersion)
    throw new DatabaseServerError(
      `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}: 15 or newer is required.`,
    )
}

/** Every process with the same DATABASE_URL derives the same password for the application's role: none is stored. */
async function prepareAppRole(client: pg.Client, databaseUrl: string): Promise<pg.PoolConfig> {
  const url = new URL(databaseUrl)
  if (url.password === '') return { connectionString: databaseUrl, options: `-c role=${appRole}` }
  const password = createHmac('sha256', decodeURIComponent(url.password)).update(appRole).digest('base64url')
  const config = { connectionString: asRole(url, password) }
  if (await letsIn(config)) return config
  await allowLogin(client, `PASSWORD '${password}'`)
  return config
}

/** The role has no password; both files are read again for each new connection. */
async function prepareRoleWithCertificate(
  client: pg.Client,
  databaseUrl: string,
  { certFile, keyFile }: ClientCertificate,
): Promise<pg.PoolConfig> {
  const url = new URL(databaseUrl)
  url.searchParams.set('sslcert', certFile)
  url.searchParams.set('sslkey', keyFile)
  const config = { connectionString: asRole(url, '') }
  const { rows } = await client.query<{ login: boolean }>(
    'SELECT rolcanlogin AS login FROM pg_roles WHERE rolname = $1',
    [appRole],
  )
  if (rows[0]?.login !== true) await allowLogin(client, 'PASSWORD NULL')
  await withClient(config, async () => undefined).catch((cause: Error) => {
    throw new DatabaseServerError(
      `The PostgreSQL in DATABASE_URL does not accept ${appRole} with the certificate in DATABASE_APP_CERT: ${reasonOf(cause)}`,
      { cause },
    )
  })
  return config
}

async function allowLogin(client: pg.Client, password: string): Promise<void> {
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [appRole])
    const verb = rowCount === 0 ? 'CREATE' : 'ALTER'
    await client.query(`${verb} ROLE ${appRole} LOGIN ${password}`)
  } catch (cause) {
    throw new DatabaseServerError(
      `The user of DATABASE_URL cannot create the role ${appRole}: give it CREATEROLE, or create the role once by hand.`,
      { cause },
    )
  }
}

function asRole(url: URL, password: string): string {
  const copy = new URL(url)
  copy.username = appRole
  copy.password = password
  return copy.toString()
}

const letsIn = (config: pg.PoolConfig): Promise<boolean> =>
  withClient(config, async () => true).catch(() => false)

/** One connection for `work`, closed afterwards. */
export async function withClient<T>(
  config: pg.PoolConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(withIdleLimit(config))
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    // Not awaited: after a TLS handshake that the server refused, the end is never reported.
    client.end().catch(() => undefined)
    throw error
  }
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
