import type { MarketRisk, RiskDesk, RiskSums } from '@candor/contract'
import { classWords } from '../shell/choices/market-classes.ts'

const typeWords: Readonly<Record<string, string>> = classWords

/** A line of the risk tables: all markets, a class, or a market. */
export interface RiskLine {
  readonly key: string
  readonly name: string
  readonly isSum: boolean
  readonly sums: RiskSums
  /** Null for a sum of markets. */
  readonly market: MarketRisk | null
}

/** Lists all markets together, then each class with its markets, the largest gross value first. */
export function linesOf({ total, classes, markets }: RiskDesk): RiskLine[] {
  const sum = (key: string, name: string, sums: RiskSums): RiskLine => ({
    ...{ key, name, sums },
    isSum: true,
    market: null,
  })
  return [
    sum('all', 'All markets', total),
    ...classes.flatMap(({ type, ...sums }) => [
      sum(`class ${type}`, typeWords[type] ?? `Class ${type}`, sums),
      ...markets
        .filter((market) => market.type === type)
        .map((market) => ({ key: market.code, name: market.code, isSum: false, sums: market, market })),
    ]),
  ]
}

/** Writes a move as a signed percentage, `-0.05` as `−5%`. */
export function percentOfMove(move: string): string {
  const percent = Math.round(Number(move) * 10_000) / 100
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)}%`
}

/** Returns the share of the largest part in a whole, in whole percent; null where the whole is zero. */
export function shareOfWhole(part: string, whole: string): number | null {
  const all = Number(whole)
  return all === 0 ? null : Math.round((Number(part) / all) * 100)
}
