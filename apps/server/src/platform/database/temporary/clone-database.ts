import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type Database, openDatabase } from '../database.ts'
import { appRole, ownerRole, withClient } from '../database-server.ts'
import { superuser } from '../embedded/cluster.ts'
import { migrate } from '../migrate.ts'

/** A cluster that tests make databases on. */
export interface TestCluster {
  readonly host: string
  readonly port: number
}

/** A database of a test's own, as the application's role sees it. */
export interface TestDatabase extends Database {
  /** As the owner of the tables: for proving that even the owner is refused. */
  readonly owner: pg.PoolConfig
  readonly app: pg.PoolConfig
  /** Closes and drops it. */
  dispose(): Promise<void>
}

const templateDatabase = 'candor_template'

/** Makes the two roles and the migrated template that `cloneDatabase` copies. */
export async function makeTemplate(cluster: TestCluster): Promise<void> {
  await withClient({ ...cluster, user: superuser, database: 'postgres' }, async (client) => {
    await client.query(`CREATE ROLE ${appRole} LOGIN`)
    await client.query(`CREATE ROLE ${ownerRole} LOGIN CREATEDB`)
    await client.query(`CREATE DATABASE ${templateDatabase} OWNER ${ownerRole}`)
  })
  await migrate({ ...cluster, user: ownerRole, database: templateDatabase })
}

/** A new database: a copy of the migrated template, or without any table. `max` bounds its pool. */
export async function cloneDatabase(
  cluster: TestCluster,
  like: 'template' | 'nothing',
  max: number,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const as = (user: string, database: string): pg.PoolConfig => ({ ...cluster, user, database })
  const maintenance = as(superuser, 'postgres')
  const from = like === 'template' ? `TEMPLATE ${templateDatabase} STRATEGY file_copy` : ''
  await withClient(maintenance, (client) =>
    client.query(`CREATE DATABASE ${name} OWNER ${ownerRole} ${from}`),
  )
  const app = { ...as(appRole, name), max }
  // On a busy machine a test may wait longer for a connection than a server should.
  const database = openDatabase({ ...app, connectionTimeoutMillis: 60_000 })
  return {
    ...database,
    owner: as(ownerRole, name),
    app,
    dispose: async () => {
      await database.close()
      await withClient(maintenance, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}
