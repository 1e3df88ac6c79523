import { leverages, type MarketTerms, marketTerms } from './market-terms.ts'
import type { Row } from './rows.ts'
import type { Scripted } from './script.ts'

/** A random generator of our own, so that a seed always produces the same orders. */
export const chanceFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
type Chance = () => number

/** A generated day that moves enough to stop people out, with a bad print every 97th row. */
export function generatedDay(from: number, start: number, digits: number, seed: number): string {
  const chance = chanceFrom(seed)
  let price = start
  const lines = Array.from({ length: 2_400 }, (_, at) => {
    price *= 1 + (chance() - 0.5) * 0.004
    const bid = at % 97 === 96 ? price * 0.4 : price
    return `${from + at * 30_000},${bid.toFixed(digits)},${(bid + 2 / 10 ** digits).toFixed(digits)}`
  })
  return `time_ms,bid,ask\n${lines.join('\n')}\n`
}

const small = ['1', '3', '7']
const lotsOf: Readonly<Record<string, readonly string[]>> = {
  EURUSD: ['0.1', '0.37', '2'],
  NZDUSD: ['0.1', '0.53', '1.5'],
  USDJPY: ['0.5', '2.9', '1.03'],
  BTCUSD: ['0.033', '0.5', '1.207'],
  ETHUSD: ['0.75', '3.125', '12.4'],
  LTCUSD: ['2.5', '11.001', '60'],
  BTCPERP: ['0.011', '0.05', '0.123'],
  SPY: ['4', '19', '101'],
  BAC: ['50', '333', '1200'],
  ES: ['0.11', '0.5', '1.3'],
  XAUUSD: ['0.11', '0.5', '1.3'],
  DE30: ['0.11', '0.25', '0.5'],
}
const digitsOf: Readonly<Record<string, number>> = { EURUSD: 5, NZDUSD: 5, USDJPY: 3, XAUUSD: 3 }

/** The rows of one market, and among them those that are not tradable. */
interface Market {
  readonly code: string
  readonly terms: MarketTerms
  readonly rows: readonly Row[]
  readonly bad: readonly Row[]
  readonly closed: readonly Row[]
}

const numberOf = ({ n, d }: Row['bid']): number => Number(n) / Number(d)
const midOf = (row: Row): number => (numberOf(row.bid) + numberOf(row.ask)) / 2

function marketOf(code: string, rows: readonly Row[]): Market {
  const terms = marketTerms[code]
  if (terms === undefined) throw new Error(`no terms of ${code}`)
  const mids = rows.map(midOf).sort((a, b) => a - b)
  const middle = mids[mids.length >> 1] ?? 0
  const isBad = (row: Row) =>
    numberOf(row.ask) - numberOf(row.bid) > 0.05 * midOf(row) || Math.abs(midOf(row) / middle - 1) > 0.2
  return { code, terms, rows, bad: rows.filter(isBad), closed: rows.filter(({ time }) => !terms.open(time)) }
}

export interface ScriptSize {
  /** Orders in all, over all markets. */
  readonly orders: number
  /** Orders a customer, about. */
  readonly each: number
  readonly seed: number
}

/**
 * Orders of every kind over the recorded rows: market, limit and stop, both ways, with exits, trailing stops, ends by
 * time, shown prices, some at bad prints and in closed hours; and of most a later call.
 */
export function scriptedOrders(rows: readonly Row[], { orders, each, seed }: ScriptSize): Scripted[] {
  const chance = chanceFrom(seed)
  const codes = [...new Set(rows.map(({ code }) => code))]
  const markets = codes.map((code) =>
    marketOf(
      code,
      rows.filter((row) => row.code === code),
    ),
  )
  const customers = Math.max(2, Math.ceil(orders / codes.length / each))
  const lines = Array.from({ length: orders }, (_, n) => {
    const market = markets[n % markets.length] as Market
    const at = Math.floor(n / markets.length)
    return ofOrder(market, at, customers, chance)
  })
  return lines.flat().sort((a, b) => a.at - b.at)
}

/** Orders of customers who stake everything on one price, in both directions and throughout the day; a large move stops them out. */
export function stakers(rows: readonly Row[], code: string, many: number): Scripted[] {
  const own = rows.filter((row) => row.code === code)
  return Array.from({ length: many }, (_, n) => {
    const direction = n % 2 === 0 ? 'buy' : 'sell'
    const row = own[10 + Math.floor((n >> 1) * ((own.length - 10) / many))]
    const name = `all-on-${direction}-${n}`
    const body = { code, direction, lots: '2.9', leverage: leverages[code], protected: false }
    return { at: row?.time ?? 0, as: name, ref: name, call: 'buyContract', body }
  })
}

const pick = <T>(list: readonly T[], chance: Chance): T => list[Math.floor(chance() * list.length)] as T

/** Picks a row, now and then one that is not tradable: the order then waits for the next good quote. */
function rowFor({ rows, bad, closed }: Market, n: number, chance: Chance): Row {
  if (n % 20 === 7 && bad.length > 0) return pick(bad, chance)
  return n % 20 === 13 && closed.length > 0 ? pick(closed, chance) : pick(rows, chance)
}

function ofOrder(market: Market, n: number, customers: number, chance: Chance): Scripted[] {
  const { code } = market
  const row = rowFor(market, n, chance)
  const ref = `${code}-${n}`
  // Markets of one day share their customers.
  const day = new Date(market.rows[0]?.time ?? 0).toISOString().slice(0, 10)
  const as = `${day}-${Math.floor(chance() * customers)}`
  const opening = { at: row.time, as, ref, call: 'buyContract', ...fieldsFor(market, row, n, chance) }
  const closing = {
    at: Math.floor(row.time + 3_600_000 * chance()),
    as,
    ref: `${ref}-x`,
    call: 'closeContract',
    body: { id: `@${ref}` },
  }
  return [opening, ...(n % 3 === 0 ? [closing] : []), ...laterCalls(opening, row, market, { n, chance })]
}

const kinds = ['market', 'market', 'limit', 'stop', 'stop'] as const

function fieldsFor(
  { code, terms }: Market,
  row: Row,
  n: number,
  chance: Chance,
): Pick<Scripted, 'body' | 'quoted'> {
  const direction = chance() < 0.5 ? 'buy' : 'sell'
  const exits = chance() < 0.6 ? exitsAround(row, code, direction, 0.0015 + chance() * 0.006) : null
  const kind = pick(kinds, chance)
  const body = {
    code,
    direction,
    lots: pick(lotsOf[code] ?? small, chance),
    leverage: Math.ceil((leverages[code] ?? 1) * Math.min(1, chance() * 2)),
    protected: exits !== null,
    ...exits,
    ...(n % 4 === 1 && { trailing: priceOf(midOf(row) * (0.002 + chance() * 0.004), code) }),
  }
  if (kind !== 'market') return { body: { ...body, ...waiting(row, code, { direction, kind }, chance) } }
  if (n % 3 !== 0) return { body }
  const maxSlippage = chance() < 0.7 ? '0' : terms.tick
  return { body: { ...body, maxSlippage }, quoted: shownPrice(row, direction, terms) }
}

/** Of every order some later call: an edit, a part, a reversal, a cancel or the closing of all. */
function laterCalls(
  opening: Scripted,
  row: Row,
  { code, terms }: Market,
  { n, chance }: { readonly n: number; readonly chance: Chance },
) {
  const { as, ref } = opening
  const at = Math.floor(row.time + 1_800_000 * chance())
  const id = `@${ref}`
  const price = priceOf(midOf(row) * (1 - 0.0005 - chance() * 0.002), code)
  const one = (suffix: string, call: string, body: Scripted['body']): Scripted => ({
    at,
    as,
    ref: `${ref}-${suffix}`,
    call,
    body,
  })
  const rows: Readonly<Record<number, Scripted>> = {
    0: one('e', 'editContract', { id, price }),
    1: one('e', 'editContract', { id, stopLoss: null, trailing: priceOf(midOf(row) * 0.003, code) }),
    2: one('p', 'closeContract', { id, lots: halfOf(String(opening.body.lots), terms) }),
    3: one('r', 'reverseContract', { id }),
    4: one('c', 'cancelContract', { id }),
    5: one('a', 'closeAllContracts', n % 2 === 0 ? {} : { code }),
    6: one('e', 'editContract', { id, takeProfit: priceOf(midOf(row) * (1 + 0.004 * chance()), code) }),
  }
  const later = rows[n % 8]
  return later === undefined ? [] : [later]
}

/** Half of it in whole steps, all of it where it is one step. */
function halfOf(lots: string, { type }: MarketTerms): string {
  const step = type === 3 ? 1 : type === 2 ? 0.001 : 0.01
  const half = Math.floor(Math.round(Number(lots) / step) / 2)
  return half === 0 ? lots : (half * step).toFixed(type === 3 ? 0 : 3)
}

const priceOf = (value: number, code: string): string => value.toFixed(digitsOf[code] ?? 2)

function shownPrice(row: Row, direction: string, { spread }: MarketTerms): string {
  const half = Number(spread) / 2
  return (direction === 'buy' ? numberOf(row.ask) + half : numberOf(row.bid) - half).toFixed(6)
}

const around = (row: Row, code: string, share: number): [string, string] => [
  priceOf(midOf(row) * (1 - share), code),
  priceOf(midOf(row) * (1 + share), code),
]

/** A level near the price, on its side of it more often than not, and for every other one a time to end at. */
function waiting(
  row: Row,
  code: string,
  { direction, kind }: { readonly direction: string; readonly kind: string },
  chance: Chance,
) {
  const below = (direction === 'buy') === (kind === 'limit')
  const [low, high] = around(row, code, 0.0003 + chance() * 0.002)
  const expiresAt = new Date(row.time + Math.floor(7_200_000 * chance())).toISOString()
  return { kind, price: below ? low : high, protected: false, ...(chance() < 0.5 && { expiresAt }) }
}

function exitsAround(row: Row, code: string, direction: string, share: number) {
  const [below, above] = around(row, code, share)
  return direction === 'buy' ? { stopLoss: below, takeProfit: above } : { stopLoss: above, takeProfit: below }
}
