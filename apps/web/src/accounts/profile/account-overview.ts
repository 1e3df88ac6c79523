import type { AccountSummary, WorthHistory } from '@candor/contract'
import { Amount } from '@candor/money'
import { dayMs } from '@candor/rules/time-units.ts'

const read = (text: string): Amount<'USDT'> => Amount.parse('USDT', text) ?? Amount.zero('USDT')

export interface DayChange {
  /** USDT, signed. */
  readonly amount: string
  /** Percent, for display only; null when nothing was in the account before. */
  readonly percent: number | null
}

/**
 * P&L of 24 hours, without money in and out: from the newest point at least that old, else from the first one. Null without a later point.
 */
export function dayChange(points: WorthHistory['points'], nowMs: number): DayChange | null {
  const last = points.at(-1)
  const before = points.findLast(({ at }) => Date.parse(at) <= nowMs - dayMs) ?? points[0]
  if (last === undefined || before === undefined || last === before) return null
  const amount = read(last.result).minus(read(before.result)).toString()
  const base = Number(before.worth)
  return { amount, percent: base > 0 ? (Number(amount) / base) * 100 : null }
}

export interface EquityParts {
  readonly available: string
  /** The margin of open orders, as the margin level counts it. */
  readonly margin: string
  /** Other held amounts: for waiting orders, pending withdrawals, bids and option stakes. */
  readonly setAside: string
}

/** Parts of the account in USDT: free, held as margin, held for anything else. They add up to the balance or, with a loss, to equity. */
export function equityParts(summary: AccountSummary): EquityParts {
  const usdt = summary.balances.find(({ asset }) => asset === 'USDT')
  const held = read(usdt?.held ?? '0')
  const margin = read(summary.marginUsed)
  const asMargin = margin.compare(held) > 0 ? held : margin
  return {
    available: summary.free,
    margin: asMargin.toString(),
    setAside: held.minus(asMargin).toString(),
  }
}

export type Attention = 'marginCall' | 'empty'

/** Finds warnings about an account: a margin call, a real account without funds. */
export function attentionOf(
  summary: Pick<AccountSummary, 'mode' | 'balances' | 'marginLevel' | 'callLevel'>,
): readonly Attention[] {
  const found: Attention[] = []
  const { marginLevel, callLevel } = summary
  if (marginLevel !== null && Number(marginLevel) <= Number(callLevel)) found.push('marginCall')
  const owns = summary.balances.some(({ available, held }) => /[1-9]/.test(available + held))
  if (summary.mode === 'real' && !owns) found.push('empty')
  return found
}
