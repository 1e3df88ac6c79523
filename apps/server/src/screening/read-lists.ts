import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ServerContext } from '../module.ts'
import type { Database } from '../platform/database/database.ts'
import { ShortTurns } from '../platform/jobs/short-turns.ts'
import { newId } from '../platform/new-id.ts'
import { copyOf, entriesOf, type ListCopy, type ListedEntry, listFiles } from './list-files.ts'
import { indexKeysOf, tokensOf } from './name-tokens.ts'
import type { ListSource } from './screening-tables.ts'
import { UnreadableList } from './unreadable-list.ts'

interface ListReading {
  /** The operator's folder of lists; null: there is none. */
  readonly screeningDir: string | null
  /** Ends the reading at shutdown; a list that was not read to its end is read again from its start. */
  readonly signal: AbortSignal
}

const sources = Object.keys(listFiles) as ListSource[]
const entriesAtOnce = 200
const deletedAtOnce = 5_000

/**
 * Reads each list whose files changed, next to the current one, and replaces that once it is complete. Throws for a list it
 * cannot read.
 */
export async function readLists(
  context: ServerContext,
  { screeningDir, signal }: ListReading,
): Promise<void> {
  const { db } = context
  if (screeningDir === null || (await changedIn(db, screeningDir)).length === 0) return
  await alone(db, async () => {
    const failures: unknown[] = []
    // No cases: two lists of one folder
    for (const changed of await changedIn(db, screeningDir))
      await readList(context, changed, signal).catch((failure: unknown) => failures.push(failure))
    if (failures.length > 0) throw failures[0]
  })
}

interface Changed {
  readonly folder: string
  readonly source: ListSource
  readonly copy: ListCopy
}

async function changedIn(db: Database, folder: string): Promise<readonly Changed[]> {
  const found = await Promise.all(
    sources.map(async (source) => {
      const copy = await copyOf(folder, source)
      return copy === null || (await isKnown(db, source, copy)) ? null : { folder, source, copy }
    }),
  )
  return found.filter((changed) => changed !== null)
}

/** Reports whether this copy is the current list, or could not be read: it is tried again once the operator changes it. */
async function isKnown({ query }: Database, source: ListSource, { mark }: ListCopy): Promise<boolean> {
  const last = await query
    .selectFrom('screening_lists')
    .select('mark')
    .where('source', '=', source)
    .where((eb) => eb.or([eb('loaded_at', 'is not', null), eb('failed_at', 'is not', null)]))
    .orderBy('began_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.mark === mark
}

const lockName = 'screening_lists'

/** Runs `work` in one process at a time; the others leave it to that one. */
async function alone({ pool }: Database, work: () => Promise<void>): Promise<void> {
  const session = await pool.connect()
  try {
    const { rows } = await session.query<{ ours: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS ours',
      [lockName],
    )
    if (rows[0]?.ours === true) await work()
  } finally {
    // At once: PostgreSQL releases the lock of an ended connection only when it notices the end, and the next reader would be
    // refused.
    await session.query('SELECT pg_advisory_unlock_all()').catch(() => undefined)
    // Ending it releases the lock in any state.
    session.release(true)
  }
}

async function readList(
  { db, clock }: ServerContext,
  { folder, source, copy }: Changed,
  signal: AbortSignal,
): Promise<void> {
  const id = newId()
  const now = () => new Date(clock.now())
  await db.query
    .insertInto('screening_lists')
    .values({ id, source, mark: copy.mark, dated_at: copy.datedAt, began_at: now() })
    .execute()
  const set = db.query.updateTable('screening_lists').where('id', '=', id)
  const hash = createHash('sha256')
  try {
    const entries = await storeEntries(db, id, entriesOf(folder, source, hash), signal)
    if (signal.aborted) return
    if (entries === 0) throw new UnreadableList(`${listFiles[source].join(' and ')}: the list is empty`)
    await set.set({ loaded_at: now(), entries, sha256: hash.digest('hex') }).execute()
    await removeReplaced(db, source)
  } catch (failure) {
    if (!(failure instanceof UnreadableList)) throw failure
    await set.set({ failed_at: now(), failure: failure.message }).execute()
    await removeReplaced(db, source)
    throw failure
  }
}

/** Returns the number of entries. */
async function storeEntries(
  db: Database,
  list: string,
  entries: AsyncIterable<ListedEntry>,
  signal: AbortSignal,
): Promise<number> {
  let stored = 0
  let batch: ReturnType<typeof rowOf>[] = []
  const write = async () => {
    const { numAffectedRows = 0n } = await sql`
      INSERT INTO screening_entries (list, entry, facts, hash, keys)
      SELECT ${list}::uuid, r.entry, r.facts, r.hash, r.keys
        FROM jsonb_to_recordset(${JSON.stringify(batch)}) AS r (entry text, facts jsonb, hash text, keys text[])
      ON CONFLICT (list, entry) DO NOTHING`.execute(db.query)
    stored += Number(numAffectedRows)
    batch = []
  }
  const turns = new ShortTurns()
  // No cases: one file, entry after entry
  for await (const entry of entries) {
    batch.push(rowOf(entry))
    if (turns.isOver()) await turns.next()
    if (batch.length >= entriesAtOnce) await write()
    if (signal.aborted) return stored
  }
  if (batch.length > 0) await write()
  return stored
}

function rowOf({ entry, person }: ListedEntry) {
  const hash = createHash('sha256').update(JSON.stringify(person)).digest('hex')
  const keys = [...new Set(person.names.flatMap((name) => indexKeysOf(tokensOf(name))))]
  return { entry, facts: person, hash, keys }
}

/** Removes everything but the current list and a failure after it: lists that were replaced, and ones that a shutdown left half read. */
async function removeReplaced({ query }: Database, source: ListSource): Promise<void> {
  const lists = await query
    .selectFrom('screening_lists')
    .select(['id', 'loaded_at', 'failed_at'])
    .where('source', '=', source)
    .orderBy('began_at', 'desc')
    .execute()
  const current = lists.find(({ loaded_at }) => loaded_at !== null)
  // No cases: the few lists of one source
  for (const list of lists) {
    if (list !== current) await removeEntries(query, list.id)
    if (list !== current && (list !== lists[0] || list.failed_at === null))
      await query.deleteFrom('screening_lists').where('id', '=', list.id).execute()
  }
}

async function removeEntries(query: Database['query'], list: string): Promise<void> {
  const some = sql`
    DELETE FROM screening_entries WHERE list = ${list}::uuid
       AND entry IN (SELECT entry FROM screening_entries WHERE list = ${list}::uuid ORDER BY entry LIMIT ${deletedAtOnce})`
  // No cases: some rows after others of one list
  for (let left = true; left; ) {
    const { numAffectedRows = 0n } = await some.execute(query)
    left = numAffectedRows === BigInt(deletedAtOnce)
  }
}
