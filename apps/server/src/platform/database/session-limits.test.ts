import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { withClient } from './database-server.ts'
import { withoutIdleLimit } from './session-limits.ts'
import { freshDatabase, type TestDatabase } from './temporary/test-database.ts'

const source = join(import.meta.dirname, '../..')

let db: TestDatabase
/** As a server opens it, with less patience. */
let hasty: Database
beforeAll(async () => {
  db = await freshDatabase()
  hasty = openDatabase({ ...db.app, idle_in_transaction_session_timeout: 200 })
})
afterAll(async () => {
  await hasty.close()
  await db.dispose()
})

const lockLease = 'SELECT fence FROM orders_lease FOR UPDATE'

describe('I11.8: a transaction that was abandoned is ended by the database', () => {
  it('releases its locks, reports it to its holder, and the pool continues', async () => {
    const forgotten = await hasty.pool.connect()
    await forgotten.query('BEGIN')
    await forgotten.query(lockLease)
    // Waits for the lock, until the transaction that holds it is ended.
    await db.pool.query(lockLease)
    await expect(forgotten.query('SELECT 1')).rejects.toThrow()
    forgotten.release(true)
    for (let n = 0; n < 12; n++) await hasty.pool.query('SELECT 1')
    await expect(hasty.transaction(async () => 'done')).resolves.toBe('done')
  })

  it('a use case that waits for something else within its transaction fails alone, and leaves nothing', async () => {
    const fence = async () =>
      (await db.pool.query<{ fence: bigint }>('SELECT fence FROM orders_lease')).rows[0]?.fence
    const before = await fence()
    let hasBegun = false
    let isDone = false
    const raise = sql`UPDATE orders_lease SET fence = fence + 1`
    const stuck = hasty.transaction(async (tx) => {
      await raise.execute(tx)
      hasBegun = true
      while (!isDone) await sleep(20)
      await raise.execute(tx)
    })
    const failed = expect(stuck).rejects.toThrow()
    await expect.poll(() => hasBegun).toBe(true)
    await db.pool.query(lockLease)
    await expect
      .poll(async () => {
        const { rows } = await db.pool.query<{ n: bigint }>(
          "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
        )
        return rows[0]?.n
      })
      .toBe(0n)
    isDone = true
    await failed
    expect(await fence()).toBe(before)
    await expect(hasty.pool.query('SELECT 1')).resolves.toBeDefined()
  })

  it('each connection has the limit, the engine’s and a command’s too; a backup’s and a restore’s have none', async () => {
    const shown = 'SHOW idle_in_transaction_session_timeout'
    const limitOf = (rows: readonly Record<string, unknown>[]) => rows[0]?.idle_in_transaction_session_timeout
    expect(limitOf((await db.pool.query(shown)).rows)).toBe('30s')
    expect(limitOf((await db.enginePool.query(shown)).rows)).toBe('30s')
    expect(await withClient(db.owner, async (client) => limitOf((await client.query(shown)).rows))).toBe(
      '30s',
    )
    const free = withoutIdleLimit(db.owner)
    expect(await withClient(free, async (client) => limitOf((await client.query(shown)).rows))).toBe('0')
  })

  it('nothing opens a connection in another way', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('.cache'),
    )
    const opening = files.flatMap((file) =>
      readFileSync(join(source, file), 'utf8')
        .split('\n')
        .filter((line) => /new (pg\.(Client|Pool)|PatientPool)\(/.test(line))
        .map((line) => ({ file, line: line.trim() })),
    )
    expect(opening.length).toBeGreaterThan(3)
    expect(opening.filter(({ line }) => !line.includes('withIdleLimit('))).toEqual([])
    const exempt = files.filter((file) =>
      readFileSync(join(source, file), 'utf8').includes('withoutIdleLimit('),
    )
    expect(exempt.sort()).toEqual([
      'platform/database/backup/backup.ts',
      'platform/database/backup/restore.ts',
    ])
  })
})

describe('I11.8: no wait for a connection is without end', () => {
  it('a transaction that asks for a second connection of its pool is refused at once, however many are free', async () => {
    const refused = 'must not wait for a second connection'
    // With usual patience: on a slow machine, a hasty one ends this transaction while it waits for others.
    const patient = openDatabase(db.app)
    onTestFinished(() => patient.close())
    await patient.transaction(async () => {
      await expect(patient.query.selectFrom('accounts_users').select('id').execute()).rejects.toThrow(refused)
      await expect(patient.transaction(async () => 'nested')).rejects.toThrow(refused)
      await expect(patient.pool.query('SELECT 1')).rejects.toThrow(refused)
      // The engine's own are never held by a caller.
      await expect(patient.enginePool.query('SELECT 1')).resolves.toBeDefined()
      await expect(db.pool.query('SELECT 1')).resolves.toBeDefined()
    })
    await expect(patient.pool.query('SELECT 1')).resolves.toBeDefined()
  })

  it('it ends with an error after five seconds, where all are held and where nothing listens', async () => {
    const [narrow, nowhere] = [
      openDatabase({ ...db.app, max: 1 }),
      openDatabase({ ...db.app, host: '127.0.0.1', port: 1 }),
    ]
    const held = await narrow.pool.connect()
    onTestFinished(async () => {
      vi.useRealTimers()
      held.release()
      await Promise.all([narrow.close(), nowhere.close()])
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    let failures = 0
    for (const { pool } of [narrow, nowhere]) pool.query('SELECT 1').catch(() => (failures += 1))
    vi.advanceTimersByTime(4_900)
    // Long enough for what listens nowhere to be tried again.
    await sleep(100)
    expect(failures).toBe(0)
    vi.advanceTimersByTime(100)
    await expect.poll(() => failures).toBe(2)
  })
})
