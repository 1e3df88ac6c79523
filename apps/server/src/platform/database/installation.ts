import type pg from 'pg'
import { findKeys, refuseWrongKeys, sealEverything } from '../keys/settle-keys.ts'
import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'
import { applyMigrations, oneStarterAtATime, pendingMigrations } from './migrate.ts'

/** Nature recorded in a database: `new` without one, `unmarked` when an older release made it. */
export type Nature = 'new' | 'unmarked' | 'sandbox' | 'real'

/** Default nature of a new installation. */
const newIsSandbox = true

/** The outcome of a start. */
export interface Installation {
  /** The migrations that were applied now. */
  readonly applied: readonly string[]
  readonly sandbox: boolean
  readonly installationKey: Buffer
}

/** Choice of the person who starts it, null without one, and the place of the installation's key. */
export interface InstallationRequest {
  readonly sandbox: boolean | null
  readonly dataDir: string
}

/**
 * Migrates the database to its newest version, seals its plain secrets and settles whether this installation is a sandbox: as it was
 * created. `sandbox` is the choice of the person who starts it, null without one. Refuses with a `StartError`, before anything is written,
 * a choice that contradicts the installation, to guess the nature of one from an older release, and a key that is missing or that of
 * another installation.
 */
export const openInstallation = (
  owner: pg.PoolConfig,
  { sandbox: requested, dataDir }: InstallationRequest,
): Promise<Installation> =>
  oneStarterAtATime(owner, async (client) => {
    const { nature, sandbox } = await judge(client, requested)
    const keys = await findKeys(client, dataDir, { mayMake: true })
    const applied = await applyMigrations(client)
    if (nature === 'new' || nature === 'unmarked')
      await client.query('INSERT INTO db_installation (sandbox) VALUES ($1)', [sandbox])
    await sealEverything(client, keys)
    return { applied, sandbox, installationKey: keys.inUse }
  })

/** Refuses what `openInstallation` would refuse, and writes nothing. */
export async function refuseInstallation(
  owner: pg.Client,
  { sandbox, dataDir }: InstallationRequest,
): Promise<void> {
  await judge(owner, sandbox)
  await refuseWrongKeys(owner, dataDir)
}

/** Refuses a database that this release cannot migrate, or that is not of the requested nature. */
async function judge(client: pg.Client, requested: boolean | null) {
  await pendingMigrations(client)
  const nature = await natureOf(client)
  return { nature, sandbox: settle(nature, requested) }
}

/** Does the same for a command, where anything is left to do. It settles nothing else and makes no key. */
export const updateInstallation = (owner: pg.PoolConfig, dataDir: string): Promise<void> =>
  oneStarterAtATime(owner, async (client) => {
    const pending = await pendingMigrations(client)
    if (pending.length === 0 && (await isSealed(client))) return
    const keys = await findKeys(client, dataDir, { mayMake: false })
    await applyMigrations(client)
    await sealEverything(client, keys)
  })

async function isSealed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM db_installation_key')
  return rows.length > 0
}

/** Returns whether the installation is a sandbox; false for one without a recorded nature. */
export async function isSandbox(db: Database): Promise<boolean> {
  const row = await db.query.selectFrom('db_installation').select('sandbox').executeTakeFirst()
  return row?.sandbox === true
}

/** Reads whether the database is that of a sandbox. Writes nothing. */
export async function natureOf(client: pg.Client): Promise<Nature> {
  if (await isThere(client, 'db_installation')) {
    const { rows } = await client.query<{ sandbox: boolean }>('SELECT sandbox FROM db_installation')
    if (rows[0] !== undefined) return rows[0].sandbox ? 'sandbox' : 'real'
  }
  return (await isThere(client, 'db_migrations')) ? 'unmarked' : 'new'
}

async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    table,
  ])
  return rows[0]?.there === true
}

function settle(nature: Nature, requested: boolean | null): boolean {
  if (nature === 'new') return requested ?? newIsSandbox
  if (nature === 'unmarked') {
    if (requested !== null) return requested
    throw new StartError(
      'This installation is not yet marked as a sandbox or as real: start it once with --sandbox if all its money is practice money, or with --no-sandbox if customers paid in real money. This cannot be changed later.',
    )
  }
  const sandbox = nature === 'sandbox'
  if (requested === null || requested === sandbox) return sandbox
  throw new StartError(
    sandbox
      ? 'This installation was created as a sandbox, with sample money, and cannot become real: omit --no-sandbox, or pass a new folder with --data for a real installation.'
      : 'This is a real installation and cannot become a sandbox: omit --sandbox, or pass a new folder with --data for a sandbox.',
  )
}
