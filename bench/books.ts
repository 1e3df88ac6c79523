import { spawnSync } from 'node:child_process'
import { createWriteStream, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { balancesBefore } from '../apps/server/src/ledger/books/book-balances.ts'
import { type BookFormat, bookFormats } from '../apps/server/src/ledger/books/book-formats.ts'
import { exportBooks } from '../apps/server/src/ledger/books/export-books.ts'
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { openDatabaseServer, withClient } from '../apps/server/src/platform/database/database-server.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { temporaryDataDir } from '../apps/server/src/platform/database/temporary/temporary-data-dir.ts'
import type { BenchResult } from './result.ts'

const entries = Number(process.env.BENCH_BOOKS_ENTRIES ?? '3000000')
/** Entries that the accounting programs read: a third of them. */
const exported = Math.floor(entries / 3)
const slowestSeconds = 5
const firstDay = Date.UTC(2026, 0, 1)
/** An entry a second. */
const end = (count: number) => new Date(firstDay + count * 1_000)

/** Real money of 997 customers, each of whom has entries of every kind: deposits, commissions, losses and profits. Balances after an entry are not exported. */
const fillText = `
  INSERT INTO ledger_accounts (class, owner, asset)
  SELECT 'customer', 'c' || n, 'USDT' FROM generate_series(0, 996) n
  UNION ALL SELECT unnest(ARRAY['world', 'fee-revenue', 'trading-capital']), 'house', 'USDT' ON CONFLICT DO NOTHING;
  ALTER TABLE ledger_entries DISABLE TRIGGER USER;
  INSERT INTO ledger_entries (posting, kind, debited, credited, asset, minor, debited_after, credited_after, customer, reference, created_at)
  SELECT 'bench:' || n, kind, CASE WHEN comes THEN h.id ELSE c.id END, CASE WHEN comes THEN c.id ELSE h.id END, 'USDT',
         CASE n % 4 WHEN 0 THEN 9000000000 WHEN 3 THEN 1 ELSE 1000000000 END + n::bigint * 7919 % 999999937, 0, 0, c.id, 'order ' || n, to_timestamp(${firstDay / 1000} + n)
    FROM generate_series(0, ${entries} - 1) n
    JOIN (VALUES (0, 'deposit', 'world', true), (1, 'contract-commission', 'fee-revenue', false),
                 (2, 'contract-loss', 'trading-capital', false), (3, 'contract-profit', 'trading-capital', true)) k (place, kind, house, comes)
      ON k.place = n % 4
    JOIN ledger_accounts c ON c.class = 'customer' AND c.asset = 'USDT' AND c.owner = 'c' || n % 997
    JOIN ledger_accounts h ON h.class = k.house AND h.owner = 'house' AND h.asset = 'USDT'
   ORDER BY n;
  ALTER TABLE ledger_entries ENABLE TRIGGER USER;
  UPDATE ledger_accounts a SET balance = m.minor, version = 1
    FROM (SELECT account, sum(minor) AS minor
            FROM (SELECT credited AS account, minor FROM ledger_entries UNION ALL SELECT debited, -minor FROM ledger_entries) e GROUP BY account) m
   WHERE m.account = a.id`

/** The programs that read each format; each checks the closing balances in the file, and ends with an error where one differs. */
const readers: Readonly<Record<BookFormat, readonly (readonly [string, readonly string[]])[]>> = {
  ledger: [
    ['hledger', ['balance', '-N', '--flat', '-f']],
    ['ledger', ['balance', '--flat', '--no-total', '-f']],
  ],
  beancount: [['bean-check', []]],
}

export async function run(): Promise<BenchResult[]> {
  const dataDir = temporaryDataDir('candor-bench-books-')
  const server = await openDatabaseServer({ dataDir, databaseUrl: null, log: console })
  try {
    await migrate(server.owner)
    await withClient(server.owner, async (client) => {
      await client.query(fillText)
      await client.query('VACUUM ANALYZE ledger_entries')
    })
    const db = openDatabase(server.app)
    try {
      const balance = await timeTrialBalance(db)
      const results = [balance]
      for (const format of bookFormats) results.push(...(await readBooks(db, dataDir, format)))
      return results
    } finally {
      await db.close()
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timeTrialBalance(db: Database): Promise<BenchResult> {
  const startedAt = performance.now()
  const balances = await balancesBefore(db.pool, end(exported), 'total')
  const seconds = (performance.now() - startedAt) / 1000
  const sum = balances.reduce((total, { minor }) => total + minor, 0n)
  return {
    name: `trial balance of ${entries} entries, of which two thirds came later`,
    ratio: null,
    goal: `≤ ${slowestSeconds} s, debits equal credits`,
    reached: seconds <= slowestSeconds && sum === 0n,
    details: [`${seconds.toFixed(2)} s, ${balances.length} balances, their sum ${sum}`],
  }
}

async function readBooks(db: Database, folder: string, format: BookFormat): Promise<BenchResult[]> {
  const file = join(folder, `books.${format}`)
  const startedAt = performance.now()
  const texts = async function* () {
    for await (const { text } of exportBooks(db, {
      format,
      from: null,
      to: end(exported),
      customers: 'total',
    }))
      yield text
  }
  await pipeline(Readable.from(texts()), createWriteStream(file))
  const exportLine = `${exported} entries exported in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${(statSync(file).size / 1e6).toFixed(0)} MB`
  return readers[format].map(([program, words]) => {
    const readAt = performance.now()
    const { status, error, stderr } = spawnSync(program, [...words, file], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
    const isMissing = error !== undefined
    const readLine = isMissing
      ? `${program} is not installed: not read`
      : `${program} read and checked them in ${((performance.now() - readAt) / 1000).toFixed(1)} s`
    return {
      name: `exported books in ${program}`,
      ratio: null,
      goal: 'every closing balance agrees to the last digit',
      reached: isMissing || status === 0,
      details: [exportLine, readLine, ...(status === 0 || isMissing ? [] : [stderr.slice(0, 500)])],
    }
  })
}
