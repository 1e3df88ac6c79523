import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { superuser } from './embedded/cluster.ts'
import { appRole, ownerRole, withClient } from './engine-room.ts'
import { templateDatabase } from './test-cluster.ts'

/** A database of a test's own, as the application's role sees it. */
export interface TestDatabase extends Database {
  /** As the owner of the tables: for proving that even the owner is refused. */
  readonly owner: pg.PoolConfig
  readonly app: pg.PoolConfig
  /** Closes and drops it. */
  dispose(): Promise<void>
}

interface FreshOptions {
  /** The pool's most connections; 10 unless said. */
  readonly max?: number
}

/** A migrated database without rows for this test alone; call `dispose` at its end. */
export function freshDatabase(options: FreshOptions = {}): Promise<TestDatabase> {
  return makeDatabase(`TEMPLATE ${templateDatabase} STRATEGY file_copy`, options)
}

/** A database without any table, as before the first migration. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('', {})
}

async function makeDatabase(like: string, options: FreshOptions): Promise<TestDatabase> {
  const { host, port } = inject('testCluster')
  const name = `test_${randomBytes(8).toString('hex')}`
  const as = (user: string, database: string): pg.PoolConfig => ({ host, port, user, database })
  const maintenance = as(superuser, 'postgres')
  await withClient(maintenance, (client) =>
    client.query(`CREATE DATABASE ${name} OWNER ${ownerRole} ${like}`),
  )
  const app = { ...as(appRole, name), max: options.max ?? 10 }
  const database = openDatabase(app)
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
