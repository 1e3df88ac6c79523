import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { keyFileOf, makeInstallationKey, markOf, readInstallationKeys } from './installation-key.ts'
import { aboutPersonKey, type SealedBytes, seal, unseal } from './sealing.ts'
import { type Sealed, type SealedColumn, Secrets, sealedColumns, sealedPrefix } from './secrets.ts'

/** The key that the database's secrets are sealed with, `inUse` once all of them are sealed with it. */
interface SettledKeys {
  readonly inUse: Buffer
  readonly sealedWith: Buffer
}

/**
 * Finds the keys of this installation before anything is written. Refuses with a `StartError` where the data folder has none, or that of
 * another installation; only where nothing was sealed yet, and `mayMake`, a new one is made.
 */
export async function findKeys(
  client: pg.Client,
  dataDir: string,
  { mayMake }: { readonly mayMake: boolean },
): Promise<SettledKeys> {
  const found = await matchingKeys(client, dataDir)
  if (found !== null) return found
  if (!mayMake) throw missing(dataDir, false)
  const [made] = makeInstallationKey(dataDir)
  return { inUse: made, sealedWith: made }
}

/** Refuses as `findKeys` does where it may make one, and makes none. */
export const refuseWrongKeys = async (client: pg.Client, dataDir: string): Promise<void> =>
  void (await matchingKeys(client, dataDir))

/** Returns the data folder's keys; null where there is none and nothing was sealed yet. */
async function matchingKeys(client: pg.Client, dataDir: string): Promise<SettledKeys | null> {
  const keys = readInstallationKeys(dataDir)
  const opens = await whatOpens(client)
  if (keys === null) {
    if (opens !== null) throw missing(dataDir, true)
    return null
  }
  const sealedWith = opens === null ? keys[0] : keys.find(opens)
  if (sealedWith === undefined)
    throw new StartError(
      `${keyFileOf(dataDir)} is not the key of this installation, so sealed data cannot be opened: put the right file back, from a backup or from another process of the installation. Nothing was changed.`,
    )
  return { inUse: keys[0], sealedWith }
}

const missing = (dataDir: string, sealed: boolean): StartError =>
  new StartError(
    sealed
      ? `The key of this installation is missing: there is no ${keyFileOf(dataDir)}. Put it back, from a backup or from another process of the installation; nothing else opens authenticator secrets, identity documents and card numbers. Nothing was changed.`
      : `There is no ${keyFileOf(dataDir)} yet: the server creates it at its first start. Pass the data folder with --data.`,
  )

/** Finds the key that this database's secrets are sealed with; null where nothing was sealed yet. */
async function whatOpens(client: pg.Client): Promise<((key: Buffer) => boolean) | null> {
  const [stored] = await rowsOf<{ mark: string }>(
    client,
    'db_installation_key',
    'SELECT mark FROM db_installation_key',
  )
  if (stored !== undefined) return (key) => markOf(key) === stored.mark
  // A release before this one sealed the keys of persons alone.
  const [person] = await rowsOf<PersonKey>(
    client,
    'files_keys',
    'SELECT user_id, wrapped FROM files_keys WHERE wrapped IS NOT NULL LIMIT 1',
  )
  return person === undefined ? null : (key) => opensPerson(key, person)
}

interface PersonKey {
  readonly user_id: string
  readonly wrapped: SealedBytes
}

function opensPerson(key: Buffer, { user_id, wrapped }: PersonKey): boolean {
  try {
    return unseal(key, aboutPersonKey(user_id), wrapped).length > 0
  } catch {
    return false
  }
}

async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  table: string,
  text: string,
): Promise<Row[]> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    table,
  ])
  return rows[0]?.there === true ? (await client.query<Row>(text)).rows : []
}

/** Seals every secret that is plain or sealed with a key before, and notes with which key: all of it or nothing. */
export async function sealEverything(client: pg.Client, keys: SettledKeys): Promise<void> {
  await client.query('BEGIN')
  try {
    const isRotation = !keys.inUse.equals(keys.sealedWith)
    for (const column of Object.keys(sealedColumns) as SealedColumn[]) await sealColumn(client, column, keys)
    if (isRotation) await sealPersonKeys(client, keys)
    await client.query(
      `INSERT INTO db_installation_key (mark) VALUES ($1)
       ON CONFLICT (only_row) DO UPDATE SET mark = excluded.mark, since = now() WHERE db_installation_key.mark <> excluded.mark`,
      [markOf(keys.inUse)],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function sealColumn(client: pg.Client, column: SealedColumn, keys: SettledKeys): Promise<void> {
  const [table, name] = column.split('.')
  const { key, where } = sealedColumns[column]
  const isRotation = !keys.inUse.equals(keys.sealedWith)
  const old = isRotation ? '' : `AND NOT starts_with(${name}, '${sealedPrefix}')`
  const { rows } = await client.query<{ row: string; value: string }>(
    `SELECT ${key} AS row, ${name} AS value FROM ${table} WHERE ${where} AND ${name} IS NOT NULL ${old} FOR NO KEY UPDATE`,
  )
  const [before, now] = [new Secrets(keys.sealedWith), new Secrets(keys.inUse)]
  for (const { row, value } of rows) {
    const plain = value.startsWith(sealedPrefix)
      ? before.open(column, row, value as unknown as Sealed<typeof column>)
      : value
    await client.query(`UPDATE ${table} SET ${name} = $2 WHERE ${key} = $1`, [
      row,
      now.seal(column, row, plain),
    ])
  }
}

async function sealPersonKeys(client: pg.Client, { inUse, sealedWith }: SettledKeys): Promise<void> {
  const { rows } = await client.query<PersonKey>(
    'SELECT user_id, wrapped FROM files_keys WHERE wrapped IS NOT NULL FOR NO KEY UPDATE',
  )
  for (const { user_id, wrapped } of rows) {
    const about = aboutPersonKey(user_id)
    const again = seal(inUse, about, unseal(sealedWith, about, wrapped))
    await client.query('UPDATE files_keys SET wrapped = $2 WHERE user_id = $1', [user_id, again])
  }
}

/**
 * For a command: returns the secrets of an installation whose tables have their newest form. Refuses as `findKeys` does, and
 * creates no key.
 */
export async function openSecrets(client: pg.Client, dataDir: string): Promise<Secrets> {
  return new Secrets((await findKeys(client, dataDir, { mayMake: false })).sealedWith)
}
