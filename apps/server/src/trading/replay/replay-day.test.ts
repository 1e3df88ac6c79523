import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { checkReceipts } from '../../system-tests/replay/check-receipts.ts'
import { compareReplay, layOut } from '../reference-model/compare.ts'
import { marketTerms } from '../reference-model/market-terms.ts'
import { readRows, recordedFolder } from '../reference-model/rows.ts'
import { generatedDay, scriptedOrders, stakers } from '../reference-model/scripted-orders.ts'

/** A day of each class, and the one with the known bad prints; the soak runs all of them. */
const files = [
  'EURUSD.20140508',
  'BTCUSD.20180404',
  'AAPL.20140606',
  'SPY.20131007',
  'IBM.20131007',
  'ES.20131007',
  'DE30.20190220',
]

describe('candor replay (issues 2 and 3, rulebook Replay); the long form is npm run soak:replay', () => {
  let db: TestDatabase
  const dir = mkdtempSync(join(tmpdir(), 'candor-day-'))

  beforeAll(async () => {
    db = await freshDatabase()
    const recorded = recordedFolder()
    layOut(dir, recorded ?? dir, recorded === null ? [] : files.map((name) => `${name}.csv.gz`))
    if (recorded !== null) return
    for (const [at, name] of files.entries()) {
      process.stderr.write(
        `shared/market-data is missing: ${name} is a small generated day, not a recorded one\n`,
      )
      const day = generatedDay(dayOf(name), startOf(name), name.startsWith('EURUSD') ? 5 : 2, 3 + at)
      writeFileSync(join(dir, `${name}.csv.gz`), gzipSync(day))
    }
  })
  afterAll(async () => {
    rmSync(dir, { recursive: true, force: true })
    await db.dispose()
  })

  it('agrees to the last digit with a straight-line recomputation of 500 orders of every kind', async () => {
    const rows = readRows(dir, Object.keys(marketTerms))
    const script = [
      ...stakers(rows, 'USDJPY', 10),
      ...scriptedOrders(rows, { orders: 500, each: 8, seed: 20_261_120 }),
    ]
    const { lines, balances, expected, printed } = await compareReplay(db, dir, rows, script)
    expect(lines.length).toBeGreaterThan(700)
    expect(lines).toEqual(expected.lines)
    expect(balances).toEqual(expected.balances)
    expect(await reconcile(db)).toEqual([])
    // Every receipt of the day, as a customer gets it (T6): one that was edited too.
    const { receipts, settlements, wrong } = await checkReceipts(db, dir, expected.traded)
    expect(wrong).toEqual([])
    expect(receipts).toBeGreaterThan(250)
    expect(settlements).toBeGreaterThan(200)
    for (const reason of ['stopLoss', 'takeProfit', 'trailing', 'stopOut', 'user', 'end'])
      expect(
        lines.some((line) => line.includes(` ${reason} `)),
        `no close by ${reason} in this day`,
      ).toBe(true)
    for (const what of ['swap', 'place', 'cancel', 'expire', 'edit'])
      expect(printed.some(({ event }) => event === what)).toBe(true)
    for (const what of [/-\d+-r fill/, /refused 11046/, /refused 10011/, /refused 11004/, /refused 11043/])
      expect(
        lines.some((line) => what.test(line)),
        String(what),
      ).toBe(true)
    expect(printed.some(({ part }) => part === true)).toBe(true)
  })
})

/** Begins before New York opens, as the recorded days do: an order of that time waits for the open, and its shown price is gone by then. */
const dayOf = (name: string): number =>
  Date.parse(`${name.slice(-8, -4)}-${name.slice(-4, -2)}-${name.slice(-2)}T08:00:00Z`)
const startOf = (name: string): number =>
  ({ EURUSD: 1.39, BTCUSD: 7000, AAPL: 649, SPY: 168, IBM: 182, ES: 1670, DE30: 11_300 })[
    name.split('.')[0] ?? ''
  ] ?? 100
