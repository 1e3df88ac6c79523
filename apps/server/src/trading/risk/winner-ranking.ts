import { bestFirst, compareBestFirst } from '@candor/rules'
import type { Account, Position } from '../engine/position.ts'
import type { Valuation } from './valuation.ts'

/** A position in profit, which pays for a loss of its account. */
export interface Winner {
  readonly position: Position
  readonly sequence: bigint
  /** Value of its profit after its existing debts. */
  readonly profitMinor: bigint
}

interface Ranked {
  /** State that it was ranked by. */
  readonly revision: number
  changes: number
  /** The most profitable first. Those that closed since are still in it. */
  readonly winners: Winner[]
  /** Those before it have closed or owe all of their profit. */
  first: number
  /** Positions without a known value. */
  readonly unvalued: readonly Position[]
}

/**
 * Ranks the positions in profit of an account: once for all losses that are taken at the same prices, as by a stop-out or a close-all.
 */
export class WinnerRanking {
  private readonly valuation: Valuation
  private readonly ranked = new WeakMap<Account, Ranked>()

  constructor(valuation: Valuation) {
    this.valuation = valuation
  }

  /** Lists an account's winners except one position, the most profitable first. One that closes meanwhile has been listed before. */
  *of(account: Account, except: Position | null): Generator<Winner, undefined> {
    const ranked = this.rankedOf(account)
    for (let at = ranked.first; at < ranked.winners.length; at++) {
      const winner = ranked.winners[at] as Winner
      const isOver = winner.position.status !== 'open'
      if (isOver && at === ranked.first) ranked.first += 1
      if (!isOver && winner.position !== except) yield winner
    }
  }

  /** Checks whether the value of an open position, except one, is not known. */
  hasUnvalued(account: Account, except: Position | null): boolean {
    return this.rankedOf(account).unvalued.some(
      (position) => position !== except && position.status === 'open',
    )
  }

  /** Winners have taken on debts, the last of them perhaps only for a part of its profit: it takes its new place. */
  owe(account: Account, debts: readonly { readonly winner: Winner; readonly minor: bigint }[]): void {
    const ranked = this.ranked.get(account)
    if (ranked === undefined) return
    for (const { winner, minor } of debts) {
      ranked.winners.splice(ranked.winners.indexOf(winner, ranked.first), 1)
      const profitMinor = winner.profitMinor - minor
      if (profitMinor > 0n) insert(ranked.winners, { ...winner, profitMinor }, ranked.first)
    }
    ranked.changes = account.changes
  }

  private rankedOf(account: Account): Ranked {
    const known = this.ranked.get(account)
    const { revision } = this.valuation
    const { changes } = account
    if (known?.revision === revision && known.changes === changes) return known
    const unvalued: Position[] = []
    const winners: Winner[] = []
    for (const position of account.positions.values()) {
      const profit = this.valuation.profitOf(position)
      if (profit === null) unvalued.push(position)
      else if (profit > position.owedMinor)
        winners.push({ position, sequence: position.sequence, profitMinor: profit - position.owedMinor })
    }
    const ranked = { revision, changes, winners: bestFirst(winners), first: 0, unvalued }
    this.ranked.set(account, ranked)
    return ranked
  }
}

/** Inserts a winner at its place among those from `first` on. */
function insert(winners: Winner[], winner: Winner, first: number): void {
  let [low, high] = [first, winners.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareBestFirst(winners[middle] as Winner, winner) < 0) low = middle + 1
    else high = middle
  }
  winners.splice(low, 0, winner)
}
