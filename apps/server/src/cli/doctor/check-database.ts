import type pg from 'pg'
import { appRole } from '../../platform/database/database-server.ts'
import { wrongRights } from '../../platform/database/probes/application-rights.ts'
import { refuseWrongKeys } from '../../platform/keys/settle-keys.ts'
import type { DoctorDatabase } from './doctor-database.ts'
import {
  type Check,
  type DoctorContext,
  type Finding,
  failure,
  inReal,
  ok,
  reasonOf,
  warning,
} from './finding.ts'

type Open = DoctorDatabase & { readonly is: 'open' }

/** Reads the rights of both roles, whether a commit survives a power cut, and whether the version fits. */
export const databaseCheck: Check = {
  name: 'database',
  title: 'Database',
  run: async (context) => {
    const { database } = context
    if (database.is === 'absent')
      return [
        warning(`There is no installation in ${context.dataDir} yet: run \`candor setup\`, or pass --data.`),
      ]
    if (database.is === 'unreachable') return [failure(database.reason)]
    return [
      await judgeVersion(database),
      ...(await judgeDurability(context, database.client)),
      ...judgeOwner(await roleOf(database.client, null), database),
      ...(await judgeApplication(database)),
      ...(await judgeKey(context, database.client)),
    ]
  },
}

async function judgeVersion({ client, outstanding, nature }: Open): Promise<Finding> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  )
  const server = `PostgreSQL ${rows[0]?.version.split(' ')[0]} responds`
  if (typeof outstanding === 'string') return failure(outstanding)
  if (nature === 'new') return warning(`${server}; the database is empty: the first start makes its tables.`)
  return outstanding.length === 0
    ? ok(`${server}, and its tables are of this version.`)
    : warning(
        `${server}; the next start of this version applies ${outstanding.join(', ')}. Run \`candor upgrade --check\` before.`,
      )
}

/** Settings of PostgreSQL without which a commit can be lost, or a page be torn, in a power cut. */
const durable = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
} as const

async function judgeDurability(context: DoctorContext, client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT name, setting AS value FROM pg_settings WHERE name = ANY ($1)
      UNION ALL
     SELECT split_part(setting, '=', 1), split_part(setting, '=', 2)
       FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole, unnest(s.setconfig) AS setting
      WHERE r.rolname = $2 AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND split_part(setting, '=', 1) = ANY ($1)`,
    [Object.keys(durable), appRole],
  )
  const wrong = rows.filter(
    ({ name, value }) => !(durable[name as keyof typeof durable] as readonly string[]).includes(value),
  )
  if (wrong.length === 0)
    return [ok('What was committed survives a power cut (fsync, full_page_writes, synchronous_commit).')]
  return wrong.map(({ name, value }) =>
    inReal(
      context,
      `${name} is ${value}: a power cut can lose committed money. Set it to on in postgresql.conf.`,
    ),
  )
}

interface Role {
  readonly name: string
  readonly rolsuper: boolean
  readonly rolbypassrls: boolean
  readonly rolcreaterole: boolean
  readonly rolcreatedb: boolean
  readonly rolreplication: boolean
  readonly ofOwner: boolean
  readonly tables: number
  readonly others: number
}

/** Reads a role; null: that of this session. Undefined: there is none of this name. */
async function roleOf(client: pg.Client, name: string | null): Promise<Role | undefined> {
  const { rows } = await client.query<Role>(
    `SELECT r.rolname AS name, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
            r.rolname <> current_user AND pg_has_role(r.oid, current_user::regrole, 'MEMBER') AS "ofOwner",
            (SELECT count(*)::int FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relowner = r.oid) AS tables,
            (SELECT count(*)::int FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relowner <> r.oid) AS others
       FROM pg_roles r WHERE r.rolname = coalesce($1, current_user)`,
    [name],
  )
  return rows[0]
}

function judgeOwner(owner: Role | undefined, { nature }: Open): Finding[] {
  if (owner === undefined) return []
  const { name, rolsuper, others } = owner
  if (rolsuper)
    return [
      warning(
        `The user of DATABASE_URL (${name}) is a superuser: whoever reads that address can read every database of this PostgreSQL. Give Candor an owner without it: CREATE ROLE candor LOGIN CREATEROLE.`,
      ),
    ]
  if (nature !== 'new' && others > 0)
    return [
      failure(
        `${name} does not own ${others} of the tables and cannot upgrade them: ALTER TABLE … OWNER TO ${name}.`,
      ),
    ]
  return [ok(`${name} owns the tables and is no superuser.`)]
}

async function judgeApplication({ client, outstanding, nature, isGiven }: Open): Promise<Finding[]> {
  const role = await roleOf(client, appRole)
  if (role === undefined)
    return [warning(`The role ${appRole} does not exist yet: the first start makes it.`)]
  const tooMuch = excessOf(role)
  if (tooMuch.length > 0)
    return [
      failure(
        `${appRole} may do more than the application needs (${tooMuch.join(', ')}), so that a hole in it opens the ledger: ALTER ROLE ${appRole} NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS, and make it owner and member of nothing.`,
      ),
    ]
  if (nature === 'new' || typeof outstanding === 'string' || outstanding.length > 0) return []
  const wrong = await wrongRights(client)
  if (wrong.length === 0)
    return [ok(`${appRole} may do what this version grants, and nothing else: it cannot change an entry.`)]
  const list = wrong.slice(0, 3).map(({ has, should }) => `it has “${has}”, and should have “${should}”`)
  return [
    failure(
      `${appRole} has other rights than this version grants: ${list.join('; ')}. Grant and revoke them as the owner${isGiven ? '' : ', or restore a backup'}.`,
    ),
  ]
}

function excessOf(role: Role): string[] {
  const powers = {
    superuser: role.rolsuper,
    'bypasses row security': role.rolbypassrls,
    'creates roles': role.rolcreaterole,
    'creates databases': role.rolcreatedb,
    replication: role.rolreplication,
    'member of the owner': role.ofOwner,
    'owner of tables': role.tables > 0,
  }
  return Object.entries(powers).flatMap(([power, has]) => (has ? [power] : []))
}

/** Checks whether the data folder's key opens what is sealed here. */
async function judgeKey({ dataDir }: DoctorContext, client: pg.Client): Promise<Finding[]> {
  return refuseWrongKeys(client, dataDir).then(
    () => [ok('The installation key of the data folder opens its secrets.')],
    (error: unknown) => [failure(reasonOf(error))],
  )
}
