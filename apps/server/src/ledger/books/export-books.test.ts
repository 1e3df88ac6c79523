import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AssetCode, assetScale } from '@candor/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import type { AccountClass, LedgerAsset } from '../account-class.ts'
import type { Ledger, Step } from '../ledger.ts'
import { createLedger } from '../postgres-ledger.ts'
import { customer, houseClasses, ofHouse, openAndFund, posting, transfer } from '../test-accounts.ts'
import { balancesBefore } from './book-balances.ts'
import { type BookFormat, bookFormats } from './book-formats.ts'
import { type BookChoice, exportBooks } from './export-books.ts'

const firstOf = (month: number) => new Date(Date.UTC(2026, month - 1, 1))
const clock = new ManualClock(Date.UTC(2026, 2, 30, 23, 59, 59, 999))
const folder = mkdtempSync(join(tmpdir(), 'candor-books-'))
let db: TestDatabase
let ledger: Ledger
let count = 0

const world = (asset: LedgerAsset = 'USDT') => ofHouse('world', asset)
const house = (name: AccountClass) => ofHouse(name, 'USDT')
const post = async (...steps: Step[]) => {
  const outcome = await ledger.post({ ...posting(`paid "${count++}"; \\ é`, ...steps), reference: 'order 7' })
  expect(outcome).toMatchObject({ ok: true })
}

beforeAll(async () => {
  db = await freshDatabase()
  ledger = createLedger(db, clock)
  await openAndFund(ledger, ['demo'], 5_000_000n)
  const owners = ['ann', 'bob']
  await ledger.open([
    ...houseClasses.map((name) => house(name)),
    ...owners.flatMap((owner) => (['USDT', 'BTC'] as const).map((asset) => customer(owner, asset))),
    world('BTC'),
  ])
  await post(transfer('operator-funding', world(), house('trading-capital'), 900_000_000_000_000n))
  await post(transfer('deposit', world(), customer('ann', 'USDT'), 1_234_567n))
  clock.set(Date.UTC(2026, 2, 31, 23, 59, 59, 999))
  await post(transfer('deposit', world('BTC'), customer('bob', 'BTC'), 1n))
  clock.set(Date.UTC(2026, 3, 1))
  await post(
    transfer('contract-profit', house('trading-capital'), customer('ann', 'USDT'), 3n),
    transfer('contract-commission', customer('ann', 'USDT'), house('fee-revenue'), 1_000_001n),
  )
  clock.set(Date.UTC(2026, 4, 2, 12))
  await post(transfer('deposit', world(), customer('bob', 'USDT'), 77_000_000n))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await db.dispose()
})

async function exported(choice: Partial<BookChoice> & { readonly format: BookFormat }): Promise<string> {
  let text = ''
  const whole = { from: null, to: new Date(clock.now()), customers: 'total' as const }
  for await (const piece of exportBooks(db, { ...whole, ...choice })) text += piece.text
  return text
}

/** Adds up the amounts of every account in a file, line by line, as minor units. Claims and zeros change nothing. */
function sumsIn(text: string): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const line of text.split('\n')) {
    const found = /^ {4}([A-Z][\w:-]+) {2}(-?)(\d+)\.(\d+) ([A-Z]+)/.exec(line)
    if (found === null) continue
    const [, account, sign, whole = '', decimals = '', asset = ''] = found
    expect(decimals).toHaveLength(assetScale[asset as AssetCode])
    const minor = BigInt(whole + decimals)
    sums[`${account} ${asset}`] = (sums[`${account} ${asset}`] ?? 0n) + (sign === '-' ? -minor : minor)
  }
  return sums
}

/** The balances that the ledger itself keeps, with the sign of the books. */
async function balancesOfLedger(): Promise<Record<string, bigint>> {
  const { rows } = await db.pool.query<{ class: string; asset: string; balance: bigint }>(
    `SELECT class, asset, sum(balance)::bigint AS balance FROM ledger_accounts WHERE asset <> 'DEMO' GROUP BY 1, 2`,
  )
  return Object.fromEntries(rows.map((row) => [`${row.class} ${row.asset}`, -row.balance]))
}

test.each(bookFormats)(
  'I16.9: the books as %s add up to what the ledger keeps, without demo money',
  async (format) => {
    const now = await balancesOfLedger()
    clock.advance(1)
    const text = await exported({ format })
    expect(sumsIn(text)).toEqual({
      'Assets:Custody USDT': now['world USDT'],
      'Assets:Custody BTC': now['world BTC'],
      'Equity:Trading-Capital USDT': now['trading-capital USDT'],
      'Income:Fees USDT': now['fee-revenue USDT'],
      'Liabilities:Customers USDT': now['customer USDT'],
      'Liabilities:Customers BTC': now['customer BTC'],
    })
    expect(text).not.toContain('DEMO')
  },
)

test.each(bookFormats)(
  'I16.9: a month as %s begins with the balances before it and ends before the next',
  async (format) => {
    const text = await exported({ format, from: firstOf(4), to: firstOf(5) })
    expect(text).toMatch(/^2026-04-01 (?:\* ")?opening balances/m)
    expect(text).toMatch(/^2026-04-01 (?:\* ")?contract-profit/m)
    expect(text).not.toMatch(/^2026-0[35]-\d\d .*deposit/m)
    expect(sumsIn(text)).toEqual({
      'Assets:Custody USDT': 900_000_001_234_567n,
      'Assets:Custody BTC': 1n,
      'Equity:Trading-Capital USDT': 3n - 900_000_000_000_000n,
      'Income:Fees USDT': -1_000_001n,
      'Liabilities:Customers USDT': -234_569n,
      'Liabilities:Customers BTC': -1n,
    })
    expect(text).toMatch(
      /(?:^2026-04-30 closing|^2026-05-01 balance Liabilities:Customers {2}-0\.234569 ~ 0 USDT$)/m,
    )
  },
)

test('I16.9: each customer is an account of their own where that is chosen', async () => {
  const sums = sumsIn(await exported({ format: 'beancount', to: firstOf(4), customers: 'each' }))
  expect(sums['Liabilities:Customers:C-ann USDT']).toBe(-1_234_567n)
  expect(sums['Liabilities:Customers:C-bob BTC']).toBe(-1n)
  expect(sums).not.toHaveProperty('Liabilities:Customers USDT')
})

test('I16.9: an empty time has its balances and nothing else, and before the first entry there is nothing', async () => {
  const empty = await exported({ format: 'ledger', from: firstOf(6), to: firstOf(7) })
  expect(empty.match(/^2026-.*$/gm)).toEqual(['2026-06-01 opening balances', '2026-06-30 closing balances'])
  const before = sumsIn(await exported({ format: 'ledger', to: firstOf(1) }))
  expect(Object.values(before).filter((sum) => sum !== 0n)).toEqual([])
})

test('I16.9: debits and credits of a trial balance are equal in each asset', async () => {
  const balances = await balancesBefore(db.pool, firstOf(7), 'total')
  for (const asset of ['USDT', 'BTC'])
    expect(balances.filter((one) => one.asset === asset).reduce((sum, { minor }) => sum + minor, 0n)).toBe(0n)
})

/** Runs an accounting program on a file and gives what it says of an account; the wrong books are refused. */
const programs = [
  ['hledger', 'ledger', (file: string) => ['-f', file, 'balance', '-N', '--flat', 'Customers']],
  ['ledger', 'ledger', (file: string) => ['-f', file, 'balance', '--flat', '--no-total', 'Customers']],
  ['bean-check', 'beancount', (file: string) => [file]],
] as const

describe.each(programs)('%s', (program, format, args) => {
  const isThere = spawnSync(program, ['--version']).error === undefined

  test('I16.9: reads the books and finds a wrong sum in them', async ({ skip }) => {
    skip(!isThere, `${program} is not installed`)
    const text = await exported({ format, from: firstOf(4), to: firstOf(7) })
    const file = join(folder, `books.${format}`)
    writeFileSync(file, text)
    const report = execFileSync(program, args(file), { encoding: 'utf8' })
    if (program !== 'bean-check') expect(report).toContain('-77.234569 USDT')
    writeFileSync(
      file,
      text.replace('1.000001 USDT', '1.000002 USDT').replace('-1.000001 USDT', '-1.000002 USDT'),
    )
    expect(spawnSync(program, args(file)).status).not.toBe(0)
  })
})
