import type { CharityBook } from '@candor/contract'
import { Amount } from '@candor/money'

interface Sum {
  readonly whole: string
  readonly parts: readonly [string, string]
  readonly adds: boolean
}

export interface Books {
  readonly sold: Sum
  readonly credited: Sum
}

const minor = (amount: string): bigint => Amount.parse('USDT', amount)?.minor ?? -1n

function sumOf(whole: string, ...parts: readonly [string, string]): Sum {
  return { whole, parts, adds: minor(whole) === minor(parts[0]) + minor(parts[1]) }
}

/** The two sums of trust T19, computed only from the server's figures. */
export const booksOf = ({
  sold,
  credited,
  fees,
  transferred,
  kept: balance,
}: CharityBook['totals']): Books => ({
  sold: sumOf(sold, credited, fees),
  credited: sumOf(credited, transferred, balance),
})
