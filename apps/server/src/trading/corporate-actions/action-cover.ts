import { writeUsdt } from '@candor/money'
import { bestFirst } from '@candor/rules'
import type { EngineContext } from '../engine/engine-context.ts'
import type { Account, Position } from '../engine/position.ts'
import type { EventDetails } from '../receipts/event-details.ts'
import { spendableOf } from '../risk/funds/account-funds.ts'
import type { Adjustment } from './adjustment.ts'

/** A position in profit that owes for what an action takes of another one, in USDT's smallest unit. */
export interface SharedDebt {
  readonly position: Position
  readonly minor: bigint
  /** Value of its profit after its debts so far. */
  readonly worthMinor: bigint
  /** Figures of the loss that its receipt shows. */
  readonly cover: EventDetails
}

/** Amount that the balance lacks for an adjustment. */
interface Shortfall {
  readonly costMinor: bigint
  /** Balance that the loss may take, after the adjustments before it. */
  readonly spendableMinor: bigint
  /** Held for other purposes, or promised to outflows. */
  readonly heldMinor: bigint
}

/** An account's adjustments, credits before debits, so that the operator never covers a loss that the same action pays for. */
export const inPostingOrder = (adjustments: readonly Adjustment[]): Adjustment[] => [
  ...adjustments.filter((one) => costOf(one) <= 0n),
  ...adjustments.filter((one) => costOf(one) > 0n),
]

/**
 * Returns the debts that profitable positions take on for an action, by the adjustment that caused them (rulebook, Contracts: equity pays a
 * loss). An action closes only the positions it ends. For the rest of the account the most profitable positions owe the missing balance
 * until their own close. `adjustments` are all of one account, in posting order.
 * Throws if they do not suffice while the value of another position is not known: it might owe what the operator would pay, so the action
 * is put off (ADR-226).
 */
export function sharedDebtsFor(
  { valuation }: EngineContext,
  account: Account,
  adjustments: readonly Adjustment[],
): Map<Adjustment, readonly SharedDebt[]> {
  const debts = new Map<Adjustment, readonly SharedDebt[]>()
  const shortfalls = shortfallsFor(account, adjustments)
  if (shortfalls.size === 0) return debts
  const { worth, unvalued } = worthAfter(account, adjustments, (position) => valuation.profitOf(position))
  for (const [adjustment, shortfall] of shortfalls) {
    const { debts: shared, uncoveredMinor } = shareOut(worth, shortfall)
    const [unknown] = unvalued
    if (uncoveredMinor > 0n && unknown !== undefined)
      throw new Error(
        `the value of order ${unknown.id}, which may owe for a loss of its account, is not known`,
      )
    debts.set(adjustment, shared)
  }
  return debts
}

/** Returns the amount missing from the balance for each of an account's adjustments, posted one after the other. */
function shortfallsFor(account: Account, adjustments: readonly Adjustment[]): Map<Adjustment, Shortfall> {
  const shortfalls = new Map<Adjustment, Shortfall>()
  if (account.balanceMinor === null) return shortfalls
  const heldMinor = account.heldOtherMinor + account.reservedMinor
  let spendable = spendableOf(account, account.balanceMinor)
  for (const adjustment of adjustments) {
    const costMinor = costOf(adjustment)
    if (costMinor > spendable) {
      shortfalls.set(adjustment, { costMinor, spendableMinor: spendable, heldMinor })
      spendable = 0n
    } else spendable -= costMinor
  }
  return shortfalls
}

/** Values of the positions that stay open, after the action and after their existing debts. */
interface WorthAfter {
  /** Of those in profit. */
  readonly worth: Map<Position, bigint>
  /** Positions without a known value. */
  readonly unvalued: readonly Position[]
}

function worthAfter(
  account: Account,
  adjustments: readonly Adjustment[],
  profitOf: (position: Position) => bigint | null,
): WorthAfter {
  const adjusted = new Map(adjustments.map((one) => [one.position, one]))
  const worth = new Map<Position, bigint>()
  const unvalued: Position[] = []
  for (const position of account.positions.values()) {
    const one = adjusted.get(position)
    if (one !== undefined && ends(one)) continue
    const profit = one === undefined ? profitOf(position) : one.profitMinor
    if (profit === null) unvalued.push(position)
    else if (profit > position.owedMinor) worth.set(position, profit - position.owedMinor)
  }
  return { worth, unvalued }
}

/** From the most profitable on; what is taken of one is worth it no more. The operator pays what remains uncovered. */
function shareOut(
  worth: Map<Position, bigint>,
  shortfalls: Shortfall,
): { readonly debts: readonly SharedDebt[]; readonly uncoveredMinor: bigint } {
  const debts: SharedDebt[] = []
  const missingMinor = shortfalls.costMinor - shortfalls.spendableMinor
  let missing = missingMinor
  const winners = bestFirst(
    [...worth].map(([position, profitMinor]) => ({ position, profitMinor, sequence: position.sequence })),
  )
  for (const [index, { position, profitMinor }] of winners.entries()) {
    const minor = smaller(profitMinor, missing)
    if (minor <= 0n) continue
    const cover = coverOf(shortfalls, missingMinor - missing, winners[index + 1]?.profitMinor ?? null)
    debts.push({ position, minor, worthMinor: profitMinor, cover })
    worth.set(position, profitMinor - minor)
    missing -= minor
  }
  return { debts, uncoveredMinor: missing }
}

/** The balance is stated as what the loss may take of it and what it may not. */
const coverOf = (
  { costMinor, spendableMinor, heldMinor }: Shortfall,
  coveredMinor: bigint,
  nextMinor: bigint | null,
): EventDetails => ({
  cost: writeUsdt(costMinor),
  balance: writeUsdt(spendableMinor + heldMinor),
  held: writeUsdt(heldMinor),
  covered: writeUsdt(coveredMinor),
  nextProfit: nextMinor === null ? null : writeUsdt(nextMinor),
})

/** Returns what an adjustment takes of the balance, with the debt of a position that it ends; negative when it brings money. */
const costOf = (adjustment: Adjustment): bigint =>
  (ends(adjustment) ? adjustment.position.owedMinor : 0n) - adjustment.moneyMinor

const ends = ({ change }: Adjustment): boolean => change.status === 'closed'

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
