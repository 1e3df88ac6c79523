import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replayFolder } from '../cli/replay.ts'
import { freshDatabase, type TestDatabase } from '../db/test-database.ts'
import {
  type Facts,
  inNewYork,
  readRows,
  recordedFolder,
  type Scripted,
  straightLine,
} from './straight-line.ts'

const always = () => true
const weekdaysOnly = (ms: number) => {
  const { day, minutes } = inNewYork(ms)
  if (day === 'Sat') return false
  if (day === 'Sun') return minutes >= 17 * 60
  return day !== 'Fri' || minutes < 17 * 60
}
const newYorkFloor = (ms: number) => {
  const { day, minutes } = inNewYork(ms)
  return day !== 'Sat' && day !== 'Sun' && minutes >= 570 && minutes < 960
}
/** 17:00 to 16:00 in Chicago: the break is 17:00 to 18:00 in New York. */
const chicago = (ms: number) => {
  const { day, minutes } = inNewYork(ms)
  if (day === 'Sat' || (day === 'Sun' && minutes < 18 * 60)) return false
  return !(minutes >= 17 * 60 && minutes < 18 * 60) && !(day === 'Fri' && minutes >= 17 * 60)
}
/** February: Berlin is UTC + 1. */
const berlinInWinter = (ms: number) => {
  const minutes = ((Math.floor(ms / 60_000) + 60) % 1440) as number
  return minutes >= 75 && minutes < 22 * 60
}
const forex = { size: 100_000n, type: 1, commission: '0', swap: '-0.00008', open: weekdaysOnly } as const
const stock = {
  tick: '0.01',
  size: 1n,
  currency: 'USD',
  type: 3,
  commission: '0.001',
  swap: '-0.0002',
  spread: '0',
  open: newYorkFloor,
} as const
const markets: Readonly<Record<string, Facts>> = {
  EURUSD: { ...forex, tick: '0.00001', currency: 'USD', spread: '0.00002' },
  USDJPY: { ...forex, tick: '0.001', currency: 'JPY', spread: '0.002' },
  BTCUSD: {
    tick: '0.01',
    size: 1n,
    currency: 'USD',
    type: 2,
    commission: '0.001',
    swap: '-0.0003',
    spread: '0',
    open: always,
  },
  AAPL: stock,
  SPY: stock,
  ES: {
    tick: '0.25',
    size: 50n,
    currency: 'USD',
    type: 4,
    commission: '0.0005',
    swap: '0',
    spread: '0',
    open: chicago,
  },
  DE30: {
    tick: '0.1',
    size: 25n,
    currency: 'EUR',
    type: 4,
    commission: '0.0005',
    swap: '0',
    spread: '0',
    open: berlinInWinter,
  },
}
const leverages: Readonly<Record<string, number>> = {
  EURUSD: 30,
  USDJPY: 30,
  BTCUSD: 2,
  AAPL: 5,
  SPY: 5,
  ES: 20,
  DE30: 20,
}

/** A generator of our own, so that the day is the same each time. */
const chanceFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Recorded yen are not in the data: a generated day that moves enough to stop people out, with a bad print every 97th row. */
function generatedDay(from: number, start: number, digits: number, seed: number): string {
  const chance = chanceFrom(seed)
  let price = start
  const lines = Array.from({ length: 2_400 }, (_, at) => {
    price *= 1 + (chance() - 0.5) * 0.004
    const bid = at % 97 === 96 ? price * 0.4 : price
    return `${from + at * 30_000},${bid.toFixed(digits)},${(bid + 2 / 10 ** digits).toFixed(digits)}`
  })
  return `time_ms,bid,ask\n${lines.join('\n')}\n`
}

const lotsOf: Readonly<Record<string, readonly string[]>> = {
  EURUSD: ['0.1', '1.37', '2'],
  USDJPY: ['0.5', '2.9', '1.03'],
  BTCUSD: ['0.033', '0.5', '1.207'],
  ES: ['0.11', '0.5', '1.3'],
  DE30: ['0.11', '0.5', '1.3'],
}
const digitsOf: Readonly<Record<string, number>> = { EURUSD: 5, USDJPY: 3 }
type Rows = ReturnType<typeof readRows>

/** 26 orders a market by seven customers, three fifths with exits, a third closed by hand within the hour. */
function script(rows: Rows, seed: number): Scripted[] {
  const chance = chanceFrom(seed)
  const codes = [...new Set(rows.map((row) => row.code))]
  const yen = rows.filter((row) => row.code === 'USDJPY')
  // Two who stake everything on the day’s first price, one each way: it moves enough to stop either out.
  const stakers = ['buy', 'sell'].map((direction) => ({
    at: yen[10]?.time ?? 0,
    as: `all-on-${direction}`,
    ref: `all-on-${direction}`,
    call: 'buyContract',
    body: { code: 'USDJPY', direction, lots: '2.9', leverage: 30, protected: false },
  }))
  const ordinary = codes.flatMap((code) => {
    const own = rows.filter((row) => row.code === code)
    return Array.from({ length: 26 }, (_, n) => scriptedOrder(own, code, n, chance)).flat()
  })
  return [...stakers, ...ordinary]
}

function scriptedOrder(own: Rows, code: string, n: number, chance: () => number): Scripted[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T
  const row = pick(own)
  const direction = chance() < 0.5 ? 'buy' : 'sell'
  const ref = `${code}-${n}`
  const as = `${code}-${n % 7}`
  const exits = chance() < 0.6 ? exitsAround(row, code, direction, 0.0015 + chance() * 0.006) : null
  const body = {
    code,
    direction,
    lots: pick(lotsOf[code] ?? ['1', '2', '3']),
    leverage: leverages[code],
    protected: exits !== null,
    ...exits,
  }
  const opening = { at: row.time, as, ref, call: 'buyContract', body }
  const closing = {
    at: Math.floor(row.time + 3_600_000 * chance()),
    as,
    ref: `${ref}-x`,
    call: 'closeContract',
    body: { id: `@${ref}` },
  }
  return n % 3 === 0 ? [opening, closing] : [opening]
}

function exitsAround(row: Rows[number], code: string, direction: string, share: number) {
  const mid = Number(row.bid.n) / Number(row.bid.d)
  const digits = digitsOf[code] ?? 2
  const [below, above] = [(mid * (1 - share)).toFixed(digits), (mid * (1 + share)).toFixed(digits)]
  return direction === 'buy' ? { stopLoss: below, takeProfit: above } : { stopLoss: above, takeProfit: below }
}

const recorded = recordedFolder()
const files = [
  'EURUSD.20140508',
  'BTCUSD.20180404',
  'AAPL.20140606',
  'SPY.20131007',
  'ES.20131007',
  'DE30.20190220',
]

describe('candor replay (issue 2, rulebook Replay)', () => {
  let db: TestDatabase
  const dir = mkdtempSync(join(tmpdir(), 'candor-day-'))

  beforeAll(async () => {
    db = await freshDatabase()
    writeFileSync(join(dir, 'USDJPY.20140508.csv.gz'), gzipSync(generatedDay(1_399_525_230_000, 101.7, 3, 7)))
    for (const name of files) {
      const file = join(dir, `${name}.csv.gz`)
      if (recorded !== null) symlinkSync(join(recorded, `${name}.csv.gz`), file)
      else {
        process.stderr.write(
          `shared/market-data is missing: ${name} is a small generated day, not a recorded one\n`,
        )
        writeFileSync(
          file,
          gzipSync(generatedDay(dayOf(name), startOf(name), name.startsWith('EURUSD') ? 5 : 2, 3)),
        )
      }
    }
  })
  afterAll(async () => {
    rmSync(dir, { recursive: true, force: true })
    await db.dispose()
  })

  it('agrees to the last digit with a straight-line recomputation: exits, stop-outs, swaps, yen, euro, ends', async () => {
    const rows = readRows(dir, Object.keys(markets))
    const calls = script(rows, 20_261_120)
    const orders = join(dir, 'orders.jsonl')
    writeFileSync(orders, calls.map((call) => JSON.stringify(call)).join('\n'))
    const printed: Record<string, unknown>[] = []
    await replayFolder(db, { dir, orders, rate: ['EUR=1.13'] }, (line) => printed.push({ ...line }))
    const expected = straightLine(rows, calls, markets, { EUR: '1.13' })

    const lines = printed.flatMap((line) => {
      const { event, ref, price, margin, reason, profit, code } = line
      if (event === 'fill') return [`${ref} fill ${price} ${margin}`]
      if (event === 'close') return [`${ref} ${reason} ${price} ${profit}`]
      return event === 'refused' ? [`${ref} refused ${code}`] : []
    })
    expect(lines.length).toBeGreaterThan(300)
    expect(lines).toEqual(expected.lines)
    const balances = Object.fromEntries(
      printed.filter(({ event }) => event === 'balance').map(({ as, balance }) => [as, balance]),
    )
    expect(balances).toEqual(expected.balances)
    for (const reason of ['stopLoss', 'takeProfit', 'stopOut', 'user', 'end'])
      expect(
        lines.some((line) => line.includes(` ${reason} `)),
        `no close by ${reason} in this day`,
      ).toBe(true)
    expect(printed.some(({ event }) => event === 'swap')).toBe(true)
    expect(readFileSync(orders, 'utf8')).toContain('USDJPY')
  }, 120_000)
})

const dayOf = (name: string): number =>
  Date.parse(`${name.slice(-8, -4)}-${name.slice(-4, -2)}-${name.slice(-2)}T14:00:00Z`)
const startOf = (name: string): number =>
  ({ EURUSD: 1.39, BTCUSD: 7000, AAPL: 649, SPY: 168, ES: 1670, DE30: 11_300 })[name.split('.')[0] ?? ''] ??
  100
