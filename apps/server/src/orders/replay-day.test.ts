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
    ...(n % 4 === 1 && { trailing: trailingFor(row, code, 0.002 + chance() * 0.004) }),
    ...(n % 5 > 1 && waiting(row, code, direction, n % 5 === 2 ? 'limit' : 'stop', chance)),
  }
  const opening = { at: row.time, as, ref, call: 'buyContract', body }
  const closing = {
    at: Math.floor(row.time + 3_600_000 * chance()),
    as,
    ref: `${ref}-x`,
    call: 'closeContract',
    body: { id: `@${ref}` },
  }
  return [opening, ...(n % 3 === 0 ? [closing] : []), ...laterCalls(opening, row, code, n, chance)]
}

/** Of every order some later call: an edit, a part, a reversal, a cancel or the closing of all. */
function laterCalls(opening: Scripted, row: Rows[number], code: string, n: number, chance: () => number) {
  const { as, ref } = opening
  const at = Math.floor(row.time + 1_800_000 * chance())
  const id = `@${ref}`
  const [price] = around(row, code, 0.0005 + chance() * 0.002)
  const made: Readonly<Record<number, Scripted>> = {
    0: { at, as, ref: `${ref}-e`, call: 'editContract', body: { id, price } },
    1: {
      at,
      as,
      ref: `${ref}-e`,
      call: 'editContract',
      body: { id, stopLoss: null, trailing: trailingFor(row, code, 0.003) },
    },
    2: { at, as, ref: `${ref}-p`, call: 'closeContract', body: { id, lots: partOf(opening.body.lots) } },
    3: { at, as, ref: `${ref}-r`, call: 'reverseContract', body: { id } },
    4: { at, as, ref: `${ref}-c`, call: 'cancelContract', body: { id } },
    5: { at, as, ref: `${ref}-a`, call: 'closeAllContracts', body: n % 2 === 0 ? {} : { code } },
  }
  const one = made[n % 8]
  return one === undefined ? [] : [one]
}

/** About half, in whole steps of any market here. */
const partOf = (lots: unknown): string => {
  const whole = Number(lots)
  return whole >= 2 ? '1' : whole >= 1 ? '0.5' : String(lots) === '0.033' ? '0.016' : '0.05'
}

const around = (row: Rows[number], code: string, share: number): [string, string] => {
  const mid = Number(row.bid.n) / Number(row.bid.d)
  const digits = digitsOf[code] ?? 2
  return [(mid * (1 - share)).toFixed(digits), (mid * (1 + share)).toFixed(digits)]
}

const trailingFor = (row: Rows[number], code: string, share: number): string =>
  ((Number(row.bid.n) / Number(row.bid.d)) * share).toFixed(digitsOf[code] ?? 2)

/** A level near the price, on its side of it more often than not, and for every other one a time to end at. */
function waiting(row: Rows[number], code: string, direction: string, kind: string, chance: () => number) {
  const below = (direction === 'buy') === (kind === 'limit')
  const [low, high] = around(row, code, 0.0003 + chance() * 0.002)
  const expiresAt = new Date(row.time + Math.floor(7_200_000 * chance())).toISOString()
  return {
    kind,
    price: below ? low : high,
    protected: false,
    ...(chance() < 0.5 && { expiresAt }),
  }
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

    const lines = printed.flatMap(comparable)
    expect(lines.length).toBeGreaterThan(300)
    expect(lines).toEqual(expected.lines)
    const balances = Object.fromEntries(
      printed.filter(({ event }) => event === 'balance').map(({ as, balance }) => [as, balance]),
    )
    expect(balances).toEqual(expected.balances)
    for (const reason of ['stopLoss', 'takeProfit', 'trailing', 'stopOut', 'user', 'end'])
      expect(
        lines.some((line) => line.includes(` ${reason} `)),
        `no close by ${reason} in this day`,
      ).toBe(true)
    for (const what of ['swap', 'place', 'cancel', 'expire', 'edit'])
      expect(printed.some(({ event }) => event === what)).toBe(true)
    for (const what of [/-\d+-r fill/, /refused 11046/, /refused 10011/, /refused 11004/])
      expect(
        lines.some((line) => what.test(line)),
        String(what),
      ).toBe(true)
    expect(printed.some(({ part }) => part === true)).toBe(true)
    expect(readFileSync(orders, 'utf8')).toContain('USDJPY')
  }, 120_000)
})

/** A printed line as the straight line writes it; nothing for what it does not write. */
function comparable(line: Readonly<Record<string, unknown>>): string[] {
  const { event, ref, price, margin, held, reason, profit, code } = line
  const written: Readonly<Record<string, string>> = {
    fill: `${ref} fill ${price} ${margin}`,
    place: `${ref} place ${held}`,
    cancel: `${ref} cancel`,
    expire: `${ref} expire`,
    close: `${ref} ${reason} ${price} ${profit}`,
    refused: `${ref} refused ${code}`,
  }
  const one = written[String(event)]
  return one === undefined ? [] : [one]
}

const dayOf = (name: string): number =>
  Date.parse(`${name.slice(-8, -4)}-${name.slice(-4, -2)}-${name.slice(-2)}T14:00:00Z`)
const startOf = (name: string): number =>
  ({ EURUSD: 1.39, BTCUSD: 7000, AAPL: 649, SPY: 168, ES: 1670, DE30: 11_300 })[name.split('.')[0] ?? ''] ??
  100
