import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type pg from 'pg'
import { type DatabaseServer, withClient } from '../database-server.ts'
import { notedIn } from '../embedded/outside.ts'
import { refuseHalfRestored, restoringFile } from './restoring.ts'

/**
 * Opens the database of a data folder and restores into it, wholly or not at all: where `work` fails, everything that was not there before
 * is removed. A restore that is killed leaves a file by which later starts are refused.
 */
export async function restoreWholly<T>(
  { dataDir, isGiven }: { readonly dataDir: string; readonly isGiven: boolean },
  open: () => Promise<DatabaseServer>,
  work: (databaseServer: DatabaseServer) => Promise<T>,
): Promise<T> {
  refuseHalfRestored(dataDir)
  const before = existsSync(dataDir) ? pathsIn(dataDir) : null
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const marker = join(dataDir, restoringFile)
  writeFileSync(marker, 'A restore into this folder is under way or was interrupted.\n')
  try {
    const done = await fillOrEmpty(await open(), isGiven, work)
    rmSync(marker)
    return done
  } catch (error) {
    removeNew(dataDir, before)
    throw error
  }
}

async function fillOrEmpty<T>(
  databaseServer: DatabaseServer,
  isGiven: boolean,
  work: (databaseServer: DatabaseServer) => Promise<T>,
): Promise<T> {
  const { owner } = databaseServer
  try {
    const before = await objectsOf(owner)
    return await work(databaseServer).catch(async (error: unknown) => {
      if (isGiven) await dropNew(owner, before)
      throw error
    })
  } finally {
    await databaseServer.stop()
  }
}

/** Lists what is in a data folder, except within an embedded database. */
function pathsIn(dataDir: string): ReadonlySet<string> {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  const paths = entries.map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)))
  return new Set(paths.filter((path) => !path.startsWith('postgres/')))
}

function removeNew(dataDir: string, before: ReadonlySet<string> | null): void {
  const outside = notedIn(dataDir)
  if (outside !== null && before?.has('WHERE-IS-THE-DATABASE.txt') !== true)
    rmSync(dirname(outside), { recursive: true, force: true })
  if (before === null) {
    rmSync(dataDir, { recursive: true, force: true })
    return
  }
  for (const path of pathsIn(dataDir))
    if (!before.has(path)) rmSync(join(dataDir, path), { recursive: true, force: true })
}

type DatabaseObject = { readonly kind: 'TABLE' | 'SEQUENCE' | 'ROUTINE' | 'TYPE'; readonly name: string }

/** Lists tables, sequences, functions and types of a database, except those of extensions; names are quoted. */
async function objectsOf(owner: pg.PoolConfig): Promise<readonly DatabaseObject[]> {
  const { rows } = await withClient(owner, (client) =>
    client.query<DatabaseObject>(`
      WITH found AS (
        SELECT 'TABLE' AS kind, oid, oid::regclass::text AS name FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        UNION ALL
        SELECT 'SEQUENCE', oid, oid::regclass::text FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
        UNION ALL
        SELECT 'ROUTINE', oid, oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        UNION ALL
        SELECT 'TYPE', t.oid, t.oid::regtype::text FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
         WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('c', 'd', 'e')
           AND (c.oid IS NULL OR c.relkind = 'c'))
      SELECT kind, name FROM found WHERE NOT EXISTS (SELECT FROM pg_depend WHERE objid = found.oid AND deptype = 'e')`),
  )
  return rows
}

/** Views and triggers go with what they are about. */
async function dropNew(owner: pg.PoolConfig, before: readonly DatabaseObject[]): Promise<void> {
  const had = new Set(before.map(({ kind, name }) => `${kind} ${name}`))
  const made = (await objectsOf(owner)).filter(({ kind, name }) => !had.has(`${kind} ${name}`))
  await withClient(owner, async (client) => {
    await client.query('BEGIN')
    for (const { kind, name } of made) await client.query(`DROP ${kind} IF EXISTS ${name} CASCADE`)
    await client.query('COMMIT')
  })
}
