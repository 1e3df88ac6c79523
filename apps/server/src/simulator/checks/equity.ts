import {
  add,
  bankers,
  decimal,
  div,
  type Fraction,
  fraction,
  half,
  mul,
  sub,
} from '../../trading/reference-model/fractions.ts'
import type { Statements } from '../surroundings/statements.ts'
import type { World } from '../world.ts'
import type { PaidDividend, StraightPrices } from './straight-prices.ts'

/** Balance and debts of one account, in USDT's smallest unit, computed independently of the product. */
export interface Worth {
  readonly owner: string
  readonly mode: 'demo' | 'real'
  readonly balance: bigint
  readonly heldOther: bigint
  readonly held: bigint
  /** Held for waiting orders. */
  readonly heldOrder: bigint
  readonly margin: bigint
  readonly unrealised: bigint
  /** Debts of positions for losses that the operator paid for the moment. */
  readonly owed: bigint
  /** The cost of opening at the ask and closing at the bid, and of prices that moved while requests were under way. */
  readonly spread: bigint
  readonly notional: bigint
  /** Every market it has positions in has a price; there is none right after a split. */
  readonly known: boolean
  /** Markets in which it has positions. */
  readonly codes: readonly string[]
  /** Epoch ms at which the oldest of the prices came that it is judged by. */
  readonly pricedSince: number
  /** The greatest loss of a position. */
  readonly worstLoss: bigint
}

/** Age of a market's last quote from which on it is an estimate (ADR-179). */
export const silentMs = 60_000

/**
 * True when every market of the account has quoted since the engine began. A quote of the very moment of a start may have come to the server
 * before it.
 */
export const hasQuotedSince = ({ market, openedAt }: World, { codes, mode, pricedSince }: Worth): boolean =>
  pricedSince >= openedAt &&
  codes.flatMap((code) => [code, convertedBy[code] ?? code]).every((code) => market.hasPrice(code, mode))

/** True when it has quoted lately too. Of a market that has not, the engine takes the worse of what it knows. */
export const isHeard = (world: World, worth: Worth): boolean =>
  hasQuotedSince(world, worth) && worth.pricedSince > world.now - silentMs

interface OpenRow {
  readonly owner: string
  readonly mode: 'demo' | 'real'
  readonly code: string
  readonly direction: 'buy' | 'sell'
  readonly lots: bigint
  readonly open_price: bigint
  readonly margin: bigint
  readonly owed: bigint
  readonly spread: string
}

const sizes: Readonly<Record<string, bigint>> = {
  XAUUSD: 100n,
  EURUSD: 100_000n,
  USDJPY: 100_000n,
  BTCUSDT: 1n,
  ETHUSDT: 1n,
  AAPL: 1n,
  DE30: 25n,
}
const lotScale = 1_000n * 1_000n * 100n
const priceScale = 10n ** 10n

/** Reads an amount of the wire, written with all its decimals, as a number of smallest units. */
export const decimalMinor = (text: string): bigint => BigInt(text.replace('.', ''))

/** Every account that holds money or positions. */
export async function worths(statements: Statements, prices: StraightPrices): Promise<Worth[]> {
  const accounts = await statements.look<{
    owner: string
    asset: string
    balance: bigint
    held: bigint
    other: bigint
    waiting: bigint
  }>(
    `SELECT owner, asset, balance, held, held - held_margin - held_order AS other, held_order AS waiting FROM ledger_accounts
      WHERE class = 'customer' AND asset IN ('DEMO', 'USDT') ORDER BY owner, asset`,
  )
  const open = await statements.look<OpenRow>(
    `SELECT user_id::text AS owner, mode, code, direction, lots, open_price, margin, owed, coalesce(terms ->> 'spreadAdded', '0') AS spread
       FROM orders_contracts WHERE status = 'open' ORDER BY sequence`,
  )
  for (const dividend of await paidDividends(statements)) prices.payDividend(dividend)
  return accounts.map(({ owner, asset, balance, held, other, waiting }) => {
    const mode = asset === 'DEMO' ? 'demo' : 'real'
    const own = open.filter((row) => row.owner === owner && row.mode === mode)
    const valued = own.map((row) => value(row, prices))
    const sum = (of: (one: (typeof valued)[number]) => bigint) =>
      valued.reduce((all, one) => all + of(one), 0n)
    return {
      owner,
      mode,
      balance,
      held,
      heldOther: other,
      heldOrder: waiting,
      margin: own.reduce((all, row) => all + row.margin, 0n),
      owed: own.reduce((all, row) => all + row.owed, 0n),
      unrealised: sum(({ profit }) => profit),
      spread: sum(({ spread }) => spread),
      notional: sum(({ notional }) => notional),
      known: own.every((row) => prices.newest(row.code, row.mode) !== null && inUsdt(row, prices) !== null),
      codes: own.map(({ code }) => code),
      pricedSince: Math.min(...own.map((row) => pricedAt(row, prices))),
      worstLoss: valued.reduce((worst, { profit }) => (-profit > worst ? -profit : worst), 0n),
    }
  })
}

interface Paid extends PaidDividend, Record<string, unknown> {}

/** Every dividend that was paid. Prices up to its moment contain it. */
const paidDividends = (statements: Statements): Promise<Paid[]> =>
  statements.look<Paid>(
    `SELECT id::text, code, at, facts ->> 'amount' AS amount FROM markets_actions
      WHERE kind = 'dividend' AND applied_at IS NOT NULL ORDER BY at, id`,
  )

function value(row: OpenRow, prices: StraightPrices): { profit: bigint; spread: bigint; notional: bigint } {
  const seen = prices.newest(row.code, row.mode) ?? prices.newest(row.code, 'demo')
  const size = sizes[row.code]
  const worth = inUsdt(row, prices)
  if (seen === null || size === undefined || worth === null) return { profit: 0n, spread: 0n, notional: 0n }
  const added = half(decimal(row.spread))
  const buys = row.direction === 'buy'
  const closing = buys ? sub(seen.bid, added) : add(seen.ask, added)
  const opened = fraction(row.open_price, priceScale)
  const amount = mul(fraction(row.lots, lotScale), fraction(size))
  const move = buys ? sub(closing, opened) : sub(opened, closing)
  const wide = sub(add(seen.ask, added), sub(seen.bid, added))
  return {
    profit: bankers(mul(mul(move, amount), worth)),
    spread: bankers(mul(mul(wide, amount), worth)),
    notional: bankers(mul(mul(opened, amount), worth)),
  }
}

/** Market whose quotes convert a quote currency to dollars, which count as USDT. */
const convertedBy: Readonly<Record<string, string>> = { DE30: 'EURUSD', USDJPY: 'USDJPY' }

/** One unit of the market's quote currency in USDT; null before the first quote that says it. */
function inUsdt({ code, mode }: OpenRow, prices: StraightPrices): Fraction | null {
  const by = convertedBy[code]
  if (by === undefined) return fraction(1n)
  const seen = prices.converting(by, mode)
  if (seen === null) return null
  const mid = half(add(seen.bid, seen.ask))
  return by === 'USDJPY' ? div(fraction(1n), mid) : mid
}

/** Epoch ms at which the older of the two quotes came that a position is valued by. */
function pricedAt({ code, mode }: OpenRow, prices: StraightPrices): number {
  const by = convertedBy[code]
  const own = prices.newest(code, mode)?.at ?? 0
  return by === undefined ? own : Math.min(own, prices.converting(by, mode)?.at ?? 0)
}
