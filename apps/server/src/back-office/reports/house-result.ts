import type { HouseResult } from '@candor/contract'
import { type AssetCode, assetCodes, writeMinor, writeUsdt } from '@candor/money'
import {
  houseLineOf,
  houseLines,
  isOwnMoney,
  type MarketLine,
  marketLines,
  ownMoneyLines,
} from '@candor/rules/treasury/house-lines.ts'
import type { HouseSum } from '../../trading/statistics/house-result.ts'

/** Prices and classes that the sums are shown with. */
export interface HouseFigures {
  /** Class of a market; null: it is not known. */
  readonly typeOf: (code: string) => number | null
  /** Values an amount now in USDT's smallest unit; null: no price. */
  readonly valueInUsdt: (asset: AssetCode, minor: bigint) => bigint | null
  /** Epoch ms. */
  readonly at: number
}

type MarketRow = HouseResult['markets'][number]

/** Arranges the sums of the operator's own money by market, class and line. Amounts stay in their own asset. */
export function arrangeResult(sums: readonly HouseSum[], figures: HouseFigures): HouseResult {
  const lined = sums.map((sum) => ({ ...sum, line: houseLineOf(sum.kind) }))
  const ofMarkets = lined.filter(({ line }) => marketLines.some((one) => one === line))
  const grouped = <Key>(keyOf: (sum: HouseSum) => Key) =>
    assetCodes.flatMap((asset) => {
      const own = ofMarkets.filter((sum) => sum.asset === asset)
      return [...new Set(own.map(keyOf))].map((key) => ({
        key,
        ...marketRow(
          asset,
          own.filter((sum) => keyOf(sum) === key),
        ),
      }))
    })
  const typeOf = (code: string | null) => (code === null ? null : figures.typeOf(code))
  return {
    markets: grouped(({ code }) => code)
      .toSorted(bySize)
      .map(({ key: code, size: _, ...row }) => ({ code, type: typeOf(code), ...row })),
    classes: grouped(({ code }) => typeOf(code))
      .toSorted(bySize)
      .map(({ key: type, size: _, ...row }) => ({ type, ...row })),
    products: lineRows(houseLines, lined),
    ownMoney: lineRows(ownMoneyLines, lined),
    totals: assetCodes.flatMap((asset) => totalOf(asset, lined)),
    valued: valuedResult(lined, figures),
  }
}

type LinedSum = HouseSum & { readonly line: ReturnType<typeof houseLineOf> }

const sumOf = (sums: readonly HouseSum[]): bigint => sums.reduce((all, { minor }) => all + minor, 0n)

function marketRow(
  asset: AssetCode,
  sums: readonly LinedSum[],
): Omit<MarketRow, 'code' | 'type'> & { readonly size: bigint } {
  const amount = (line: MarketLine) => writeMinor(sumOf(sums.filter((sum) => sum.line === line)), asset)
  const total = sumOf(sums)
  return {
    asset,
    results: amount('results'),
    options: amount('options'),
    commissions: amount('commissions'),
    swaps: amount('swaps'),
    hedging: amount('hedging'),
    total: writeMinor(total, asset),
    size: total < 0n ? -total : total,
  }
}

const bySize = (a: { readonly size: bigint }, b: { readonly size: bigint }): number =>
  a.size === b.size ? 0 : a.size > b.size ? -1 : 1

function lineRows<Line extends LinedSum['line']>(lines: readonly Line[], sums: readonly LinedSum[]) {
  return lines.flatMap((line) =>
    assetCodes.flatMap((asset) => {
      const own = sums.filter((sum) => sum.line === line && sum.asset === asset)
      const count = own.reduce((all, sum) => all + sum.count, 0n)
      return own.length === 0
        ? []
        : [{ line, asset, count: Number(count), amount: writeMinor(sumOf(own), asset) }]
    }),
  )
}

function totalOf(asset: AssetCode, sums: readonly LinedSum[]): HouseResult['totals'] {
  const own = sums.filter((sum) => sum.asset === asset)
  if (own.length === 0) return []
  const ownMoney = sumOf(own.filter(({ line }) => isOwnMoney(line)))
  const change = sumOf(own)
  return [
    {
      asset,
      result: writeMinor(change - ownMoney, asset),
      ownMoney: writeMinor(ownMoney, asset),
      change: writeMinor(change, asset),
    },
  ]
}

/** Values the results of all coins together; null while one has no price. */
function valuedResult(sums: readonly LinedSum[], figures: HouseFigures): HouseResult['valued'] {
  const values = assetCodes.map((asset) =>
    signedValue(asset, sumOf(sums.filter((sum) => sum.asset === asset && !isOwnMoney(sum.line))), figures),
  )
  const known = values.filter((value) => value !== null)
  if (known.length < values.length) return null
  const all = known.reduce((total, value) => total + value, 0n)
  return { amount: writeUsdt(all), at: new Date(figures.at).toISOString() }
}

function signedValue(asset: AssetCode, minor: bigint, { valueInUsdt }: HouseFigures): bigint | null {
  if (asset === 'USDT' || minor === 0n) return minor
  const value = valueInUsdt(asset, minor < 0n ? -minor : minor)
  return value !== null && minor < 0n ? -value : value
}
