import type { Option } from '@candor/contract'
import { Amount, usdt } from '@candor/money'

export type ResultFilter = 'all' | 'won' | 'lost' | 'refunded'
export const resultFilters: readonly ResultFilter[] = ['all', 'won', 'lost', 'refunded']

export const withResult = (options: readonly Option[], result: ResultFilter): readonly Option[] =>
  result === 'all' ? options : options.filter((option) => option.result === result)

export interface OptionTotals {
  readonly count: number
  readonly won: number
  readonly lost: number
  readonly refunded: number
  /** All results together, a signed decimal text in USDT. */
  readonly profit: string
}

/** What the loaded options came to. */
export function optionTotals(options: readonly Option[]): OptionTotals {
  const of = (result: Option['result']) => options.filter((option) => option.result === result).length
  const profit = options.reduce(
    (sum, option) => sum.plus(usdt(option.result === null ? '0' : (option.profit ?? '0'))),
    Amount.zero('USDT'),
  )
  return {
    count: options.length,
    won: of('won'),
    lost: of('lost'),
    refunded: of('refunded'),
    profit: profit.toString(),
  }
}
