import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type pg from 'pg'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../database/database-server.ts'
import { openInstallation, updateInstallation } from '../database/installation.ts'
import { migrate } from '../database/migrate.ts'
import { temporaryDataDir } from '../database/temporary/temporary-data-dir.ts'
import { emptyDatabase, type TestDatabase } from '../database/temporary/test-database.ts'
import { keyFileOf, readInstallationKeys } from './installation-key.ts'
import { rotateInstallationKey } from './rotate-key.ts'
import { aboutPersonKey, type SealedBytes, seal, unseal } from './sealing.ts'
import { type Sealed, type SealedColumn, Secrets, sealedColumns, sealedPrefix } from './secrets.ts'
import { openSecrets } from './settle-keys.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await emptyDatabase()
  dataDir = temporaryDataDir('candor-keys-')
})
afterAll(async () => {
  await database.dispose()
  rmSync(dataDir, { recursive: true, force: true })
})

const [userId, operatorId, otherId, person] = [newId(), newId(), newId(), randomBytes(32)]
/** The plain secrets that an older release left, one in each column but that of a second factor being changed: that is begun again. */
const plain = {
  'accounts_users.totp_secret': 'CUSTOMERSSECRET2',
  'accounts_undoings.target': 'SECRETBEFORE2222',
  'accounts_secrets.value': 'ab'.repeat(32),
  'operators_people.totp_secret': 'OPERATORSSECRET2',
  'operators_invitations.totp_secret': 'INVITEDSSECRET22',
}

/** Lets plain secrets in, as they were before the tables refused them: the rules then bind new rows alone. */
async function beforeSealing(client: pg.Client, write: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; rule: string }>(
    `SELECT conrelid::regclass AS table, conname AS name, pg_get_constraintdef(oid) AS rule
       FROM pg_constraint WHERE conname LIKE '%\\_sealed'`,
  )
  expect(rows).toHaveLength(Object.keys(sealedColumns).length)
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  await write()
  for (const { table, name, rule } of rows)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${rule} NOT VALID`)
}

/** An installation of an older release, with a secret in every column that holds some. */
async function makeOlder(client: pg.Client, installationKey: Buffer): Promise<void> {
  const write = (text: string, ...values: unknown[]) => client.query(text, values)
  await write('INSERT INTO db_installation (sandbox) VALUES (false)')
  await write(
    `INSERT INTO accounts_users (id, user_name, user_name_key, email, email_key, password_hash, language, totp_secret, totp_enabled, invite_code, created_at)
     VALUES ($1, 'ana', 'ana', 'a@b.example', 'a@b.example', '-', 'en', $2, true, 'AAAA', now())`,
    userId,
    plain['accounts_users.totp_secret'],
  )
  for (const [change, target] of [
    ['secondFactor', plain['accounts_undoings.target']],
    ['phone', '+49 30 1234'],
  ])
    await write(
      'INSERT INTO accounts_undoings (id, user_id, change, target, created_at, expires_at) VALUES ($1, $2, $3, $4, now(), now())',
      ...[newId(), userId, change, target],
    )
  await write(
    `INSERT INTO accounts_secrets (name, value) VALUES ('codes', $1)`,
    plain['accounts_secrets.value'],
  )
  await write(
    `INSERT INTO operators_people (id, email, email_key, role, password_hash, totp_secret, created_at)
     VALUES ($1, 'o@b.example', 'o@b.example', 'admin', '-', $2, now()), ($3, 'q@b.example', 'q@b.example', 'admin', '-', $2, now())`,
    ...[operatorId, plain['operators_people.totp_secret'], otherId],
  )
  await write(
    `INSERT INTO operators_invitations (id, email, email_key, role, proposed_by, approved_by, made_at, expires_at, totp_secret)
     VALUES ($1, 'p@b.example', 'p@b.example', 'risk', $2, $4, now(), now() + interval '1 day', $3)`,
    ...[newId(), operatorId, plain['operators_invitations.totp_secret'], otherId],
  )
  const wrapped = seal(installationKey, aboutPersonKey(userId), person)
  await write('INSERT INTO files_keys (user_id, wrapped, created_at) VALUES ($1, $2, now())', userId, wrapped)
}

/** Every secret as it lies in its column, with what names its row. */
async function storedSecrets(
  client: pg.Client,
): Promise<{ column: SealedColumn; row: string; value: Sealed<SealedColumn> }[]> {
  const found = []
  for (const column of Object.keys(sealedColumns) as SealedColumn[]) {
    const [table, name] = column.split('.')
    const { key, where } = sealedColumns[column]
    const { rows } = await client.query(
      `SELECT ${key} AS row, ${name} AS value FROM ${table} WHERE ${where} AND ${name} IS NOT NULL`,
    )
    for (const { row, value } of rows) found.push({ column, row, value })
  }
  return found
}

const open = (folder = dataDir) => openInstallation(database.owner, { sandbox: null, dataDir: folder })
const writeKeys = (...keys: Buffer[]) => {
  mkdirSync(dirname(keyFileOf(dataDir)), { recursive: true })
  writeFileSync(keyFileOf(dataDir), keys.map((key) => `${key.toString('base64')}\n`).join(''))
}
const missing = /^The key of this installation is missing: .*files\.key.*Nothing was changed\.$/
const another = /files\.key is not the key of this installation.*Nothing was changed\.$/

test('I12.10: a start seals what an older release left plain, only with its own key; a missing or another key is reported and nothing changes', async () => {
  const { owner } = database
  await migrate(owner)
  const key = randomBytes(32)
  await withClient(owner, async (client) => {
    await beforeSealing(client, () => makeOlder(client, key))
    await expect(open()).rejects.toThrow(missing)
    await expect(updateInstallation(owner, dataDir)).rejects.toThrow(missing)
    expect(existsSync(keyFileOf(dataDir))).toBe(false)
    writeKeys(randomBytes(32))
    await expect(open()).rejects.toThrow(another)
    expect((await client.query('SELECT FROM db_installation_key')).rowCount).toBe(0)
    expect((await storedSecrets(client)).map(({ value }) => value)).toContain(
      plain['operators_people.totp_secret'],
    )

    writeKeys(key)
    expect(await open()).toMatchObject({ sandbox: false, installationKey: key })
    const secrets = new Secrets(key)
    const sealed = await storedSecrets(client)
    const opened = Object.fromEntries(
      sealed.map(({ column, row, value }) => [column, secrets.open(column, row, value)]),
    )
    expect(opened).toEqual(plain)
    const texts = await client.query(`SELECT target FROM accounts_undoings WHERE change = 'phone'`)
    expect(texts.rows).toEqual([{ target: '+49 30 1234' }])
    expect((await open()).applied).toEqual([])
    expect(await storedSecrets(client)).toEqual(sealed)

    rmSync(keyFileOf(dataDir))
    await expect(open()).rejects.toThrow(missing)
    await expect(openSecrets(client, dataDir)).rejects.toThrow(missing)
    // A command that needs no secret needs no key.
    await updateInstallation(owner, dataDir)
    expect(existsSync(keyFileOf(dataDir))).toBe(false)
    const current = await rotates(client, key)
    writeKeys(key, current)
    await expect(rotateInstallationKey(owner, dataDir)).rejects.toThrow('Another process uses the database')
  })
  await completes(key)
})

/** An interrupted rotation left both keys in the file: it is completed with the key it began. */
async function completes(begun: Buffer): Promise<void> {
  await rotateInstallationKey(database.owner, dataDir)
  expect(readInstallationKeys(dataDir)).toEqual([begun])
  await rotateInstallationKey(database.owner, dataDir)
  const [rotated, ...others] = readInstallationKeys(dataDir) ?? []
  expect(others).toEqual([])
  expect(rotated).not.toEqual(begun)
  expect((await open()).installationKey).toEqual(rotated)
}

/** A new first line of the file is the key from the next start on; the old one is needed until then. */
async function rotates(client: pg.Client, key: Buffer): Promise<Buffer> {
  const next = randomBytes(32)
  writeKeys(next)
  await expect(open()).rejects.toThrow(another)
  writeKeys(next, key)
  expect((await open()).installationKey).toEqual(next)
  const secrets = new Secrets(next)
  for (const { column, row, value } of await storedSecrets(client))
    expect(Object.entries(plain)).toContainEqual([column, secrets.open(column, row, value)])
  const { rows } = await client.query<{ wrapped: SealedBytes }>('SELECT wrapped FROM files_keys')
  expect(unseal(next, aboutPersonKey(userId), (rows[0] as { wrapped: SealedBytes }).wrapped)).toEqual(person)
  writeKeys(next)
  expect((await open()).applied).toEqual([])
  writeKeys(key)
  await expect(open()).rejects.toThrow(another)
  return next
}

const totp = 'operators_people.totp_secret'
const sealedAs = (text: string) => text as unknown as Sealed<typeof totp>

test('I12.10: a sealed value opens only in its own row and column, unchanged, and with its own key', () => {
  const secrets = new Secrets(randomBytes(32))
  const sealed = secrets.seal(totp, operatorId, 'SECRET')
  expect(sealed).not.toContain('SECRET')
  expect(secrets.open(totp, operatorId, sealed)).toBe('SECRET')
  expect(() => secrets.open(totp, userId, sealed)).toThrow('cannot be opened')
  // @ts-expect-error: it was sealed for another column.
  expect(() => secrets.open('operators_people.totp_next', operatorId, sealed)).toThrow('cannot be opened')
  const bytes = Buffer.from(String(sealed).slice(sealedPrefix.length), 'base64')
  bytes[20] = (bytes[20] ?? 0) ^ 1
  const changed = sealedAs(`${sealedPrefix}${bytes.toString('base64')}`)
  expect(() => secrets.open(totp, operatorId, changed)).toThrow('cannot be opened')
  expect(() => new Secrets(randomBytes(32)).open(totp, operatorId, sealed)).toThrow()
  expect(() => secrets.open(totp, operatorId, sealedAs('SECRET'))).toThrow('not sealed')
})
