import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../../../ledger/postgres-ledger.ts'
import { reconcile } from '../../../ledger/reconciliation/reconcile.ts'
import { customer, hold, ofHouse, openAndFund, posting, transfer } from '../../../ledger/test-accounts.ts'
import { ManualClock } from '../../clock.ts'
import { openDatabase } from '../database.ts'
import { withClient } from '../database-server.ts'
import { migrate } from '../migrate.ts'
import { temporaryDataDir } from '../temporary/temporary-data-dir.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../temporary/test-database.ts'
import {
  lastFormerSteps,
  makeFormerDatabase,
  numberedSteps,
  recordSteps,
} from '../temporary/test-former-steps.ts'
import { backup } from './backup.ts'
import { newKeyPair } from './encryption.ts'
import { placeOf } from './files.ts'
import { restore } from './restore.ts'

const at = new Date(Date.UTC(2026, 0, 5))
const clock = new ManualClock(at.getTime())
let folder: string
let dataDir: string
let db: TestDatabase
let folders = 0
/** A data folder that is not there yet. */
const emptyFolder = () => join(folder, `restored-${folders++}`)

beforeAll(async () => {
  folder = temporaryDataDir('candor-backup-')
  dataDir = join(folder, 'data')
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'keys', 'receipts.pem'), 'the key', { mode: 0o600 })
  db = await freshDatabase()
  const ledger = createLedger(db, clock)
  await openAndFund(ledger, ['ann', 'bob'], 5_000n)
  const odd = 'tab\tnew\nline \\ "quote" 日本'
  await ledger.post({ ...posting(odd, hold('h', customer('ann'), 70n)), reference: odd })
})
afterAll(async () => {
  await db.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const everything = async (config: TestDatabase['owner']) =>
  withClient(config, async (client) => {
    const tables = [
      'ledger_accounts',
      'ledger_entries',
      'ledger_postings',
      'ledger_holds',
      'ledger_permitted',
      'markets_actions',
    ]
    const all = []
    for (const table of tables)
      all.push((await client.query(`SELECT * FROM ${table} t ORDER BY t::text`)).rows)
    return all
  })

test('issue 2 "backup / restore": every row is restored into an empty database, adds up, and work can continue', async () => {
  const file = join(folder, 'one.backup')
  const made = await backup({ owner: db.owner, dataDir }, file, at)
  expect(made.rows).toBeGreaterThan(10)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const other = await emptyDatabase()
  try {
    expect(await restore({ owner: other.owner, dataDir: emptyFolder() }, file, reconcile)).toEqual({
      at: at.toISOString(),
      tables: made.tables,
      rows: made.rows,
      files: 1,
    })
    expect(await everything(other.owner)).toEqual(await everything(db.owner))
    const again = openDatabase(other.app)
    const ledger = createLedger(again, clock)
    const lose = posting('next', transfer('contract-loss', customer('ann'), ofHouse('trading-capital'), 5n))
    expect(await ledger.post(lose)).toEqual({ ok: true, repeated: false })
    expect(await reconcile(again)).toEqual([])
    await withClient(other.owner, (client) =>
      expect(client.query('DELETE FROM ledger_entries')).rejects.toThrow('append-only'),
    )
    await again.close()
  } finally {
    await other.dispose()
  }
})

test('a backup is one moment of a working ledger: it adds up despite concurrent postings', async () => {
  const file = join(folder, 'busy.backup')
  const ledger = createLedger(db, clock)
  let working = true
  const posting_ = Array.from({ length: 8 }, async (_, lane) => {
    for (let n = 0; working; n++)
      await ledger.post(
        posting(
          `busy-${lane}-${n}`,
          transfer('contract-loss', customer('bob'), ofHouse('trading-capital'), 1n),
        ),
      )
  })
  await backup({ owner: db.owner, dataDir }, file, at)
  working = false
  await Promise.all(posting_)
  const other = await emptyDatabase()
  try {
    await restore({ owner: other.owner, dataDir: emptyFolder() }, file, reconcile)
  } finally {
    await other.dispose()
  }
})

test('I12.10: an encrypted backup reveals nothing, opens only with its own key, and damage is detected', async () => {
  const file = join(folder, 'encrypted.backup')
  const [own, other] = [await newKeyPair(), await newKeyPair()]
  await backup({ owner: db.owner, dataDir }, file, at, own.recipient)
  const bytes = readFileSync(file)
  expect(bytes.toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
  const altered = join(folder, 'altered.encrypted')
  const cut = join(folder, 'cut.encrypted')
  writeFileSync(cut, bytes.subarray(0, bytes.length - 40))
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 0xff
  writeFileSync(altered, bytes)
  const target = await emptyDatabase()
  const restored = (from: string, identity: string | null) =>
    restore({ owner: target.owner, dataDir: emptyFolder() }, from, reconcile, identity)
  try {
    await expect(restored(file, null)).rejects.toThrow(
      'is encrypted: pass the file of its key with --identity',
    )
    await expect(restored(file, other.identity)).rejects.toThrow('is encrypted with another key')
    for (const broken of [cut, altered])
      await expect(restored(broken, own.identity), broken).rejects.toThrow('is not a complete backup')
    expect(await restored(file, own.identity)).toMatchObject({ at: at.toISOString() })
  } finally {
    await target.dispose()
  }
})

test('refuses a backup that is cut off, altered or not a backup, before anything is changed', async () => {
  const file = join(folder, 'whole.backup')
  await backup({ owner: db.owner, dataDir }, file, at)
  const whole = readFileSync(file)
  const altered = Buffer.from(whole)
  altered[Math.floor(whole.length / 2)] = (altered[Math.floor(whole.length / 2)] ?? 0) ^ 0xff
  const broken = { cut: whole.subarray(0, whole.length - 40), altered, other: Buffer.from('hello') }
  const other = await emptyDatabase()
  try {
    for (const [name, content] of Object.entries(broken)) {
      const path = join(folder, `${name}.backup`)
      writeFileSync(path, content)
      await expect(
        restore({ owner: other.owner, dataDir: emptyFolder() }, path, reconcile),
        name,
      ).rejects.toThrow('is not a complete backup')
    }
    const { rows } = await withClient(other.owner, (client) =>
      client.query("SELECT to_regclass('ledger_entries') AS found"),
    )
    expect(rows).toEqual([{ found: null }])
  } finally {
    await other.dispose()
  }
})

test('I13.5: a backup taken at the last former step is restored, as is one of the adopted database, and an older one is refused before anything is touched', async () => {
  const [source, other, third] = [await emptyDatabase(), await emptyDatabase(), await emptyDatabase()]
  try {
    const fill = async () => {
      await openAndFund(createLedger(source, clock), ['ann'], 700n)
      await source.pool.query(
        `INSERT INTO markets_actions (id, code, kind, at, facts, asked_by, asked_at, put_off_at)
         VALUES (gen_random_uuid(), 'AAPL', 'split', 3, '{"fresh": "2", "old": "1"}', 'ada', 1, 2)`,
      )
    }
    await makeFormerDatabase(source.owner, { steps: lastFormerSteps().slice(0, -2), fill })
    const older = join(folder, 'older.backup')
    await backup({ owner: source.owner, dataDir }, older, at)
    await expect(restore({ owner: other.owner, dataDir: emptyFolder() }, older, reconcile)).rejects.toThrow(
      'The backup is of an older version, at the step 0018-candle-packs: restore it with the last version that has the steps, up to 0020-work-mail',
    )
    await withClient(other.owner, async (client) => {
      const { rows } = await client.query("SELECT to_regclass('db_migrations') AS found")
      expect(rows).toEqual([{ found: null }])
    })
    await recordSteps(source.owner, [...numberedSteps(), ...lastFormerSteps()])
    const last = join(folder, 'last.backup')
    await backup({ owner: source.owner, dataDir }, last, at)
    await restore({ owner: other.owner, dataDir: emptyFolder() }, last, reconcile)
    expect(await migrate(other.owner)).toEqual([])
    await migrate(source.owner)
    // With the rows that migrations have added to both since.
    expect(await everything(other.owner)).toEqual(await everything(source.owner))
    const adopted = join(folder, 'adopted.backup')
    await backup({ owner: source.owner, dataDir }, adopted, at)
    await restore({ owner: third.owner, dataDir: emptyFolder() }, adopted, reconcile)
    expect(await everything(third.owner)).toEqual(await everything(source.owner))
    expect(await migrate(third.owner)).toEqual([])
    const ledger = createLedger(third, clock)
    expect(await ledger.post(posting('after', hold('after', customer('ann'), 70n)))).toMatchObject({
      ok: true,
    })
  } finally {
    for (const database of [source, other, third]) await database.dispose()
  }
})

test('a restore refuses a database that is not empty, and reports what does not add up', async () => {
  const file = join(folder, 'two.backup')
  await backup({ owner: db.owner, dataDir }, file, at)
  await expect(restore({ owner: db.owner, dataDir: emptyFolder() }, file, reconcile)).rejects.toThrow(
    'is not empty',
  )
  const other = await emptyDatabase()
  try {
    await expect(
      restore({ owner: other.owner, dataDir: emptyFolder() }, file, async () => ['ann has too much']),
    ).rejects.toThrow('does not add up: ann has too much')
  } finally {
    await other.dispose()
  }
})

test('issue 2 "backup / restore": files of the data folder are restored unchanged, with their permissions; the cluster, locks and earlier backups are not included', async () => {
  const source = join(folder, 'full')
  const big = randomBytes(2_500_000)
  const files: readonly (readonly [string, string | Buffer, number])[] = [
    ['keys/receipts.pem', 'the key', 0o600],
    ['outbox/1-register.json', '{"to":"ann"}', 0o640],
    ['uploads/deep/picture.bin', big, 0o644],
    ['empty.txt', '', 0o444],
  ]
  const left = ['postgres/PG_VERSION', 'run/x', 'candor.lock', 'connection.json', 'outbox/.2.draft']
  for (const path of [...files.map(([path]) => path), ...left])
    mkdirSync(dirname(join(source, path)), { recursive: true })
  for (const [path, content, mode] of files) {
    writeFileSync(join(source, path), content)
    chmodSync(join(source, path), mode)
  }
  for (const path of left) writeFileSync(join(source, path), 'x')
  chmodSync(join(source, 'keys'), 0o700)
  await backup({ owner: db.owner, dataDir: source }, join(source, 'earlier.backup'), at)
  const file = join(source, 'full.backup')
  expect((await backup({ owner: db.owner, dataDir: source }, file, at)).files).toBe(files.length)
  const other = await emptyDatabase()
  const target = emptyFolder()
  try {
    expect((await restore({ owner: other.owner, dataDir: target }, file, reconcile)).files).toBe(files.length)
  } finally {
    await other.dispose()
  }
  expect(readdirSync(target).sort()).toEqual(['empty.txt', 'keys', 'outbox', 'uploads'])
  expect(readdirSync(join(target, 'outbox'))).toEqual(['1-register.json'])
  expect(statSync(join(target, 'keys')).mode & 0o777).toBe(0o700)
  for (const [path, content, mode] of files) {
    expect(statSync(join(target, path)).mode & 0o777, path).toBe(mode)
    expect(readFileSync(join(target, path)).equals(Buffer.from(content)), path).toBe(true)
  }
})

test('a restore never writes over a key that is there, and nothing in an archive leads out of the data folder', async () => {
  const file = join(folder, 'key.backup')
  await backup({ owner: db.owner, dataDir }, file, at)
  const other = await emptyDatabase()
  try {
    await expect(restore({ owner: other.owner, dataDir }, file, reconcile)).rejects.toThrow(
      'already has keys/receipts.pem',
    )
    const { rows } = await withClient(other.owner, (client) =>
      client.query("SELECT to_regclass('ledger_entries') AS found"),
    )
    expect(rows).toEqual([{ found: null }])
  } finally {
    await other.dispose()
  }
  for (const path of ['../x', '/etc/x', 'a/../../x', 'candor.lock', 'postgres/PG_VERSION', ''])
    expect(() => placeOf(dataDir, path), path).toThrow('The backup is not valid')
})
