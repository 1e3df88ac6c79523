import { bestFirst } from '@candor/rules'
import { spendableOf } from './account-funds.ts'
import type { Adjustment } from './adjusting.ts'
import type { EngineParts } from './engine-parts.ts'
import type { Account, Position } from './position.ts'

/** A position in profit that owes for what an action takes of another one, in USDT's smallest unit. */
export interface Owing {
  readonly position: Position
  readonly minor: bigint
}

/** Groups adjustments by account, credits before debits, so that the operator never covers a loss that the same action pays for. */
export function inPostingOrder(adjustments: readonly Adjustment[]): Adjustment[] {
  return [...byAccount(adjustments).values()].flatMap((of) => [
    ...of.filter(({ moneyMinor }) => moneyMinor >= 0n),
    ...of.filter(({ moneyMinor }) => moneyMinor < 0n),
  ])
}

/**
 * Returns the debts that profitable positions take on for an action, by the adjustment that caused them (rulebook, Contracts: equity pays a
 * loss). An action closes only the positions it ends. For the rest of the account the most profitable positions owe the missing balance
 * until their own close.
 */
export function owingFor(
  { valuation }: EngineParts,
  adjustments: readonly Adjustment[],
): Map<Adjustment, Owing[]> {
  const owing = new Map<Adjustment, Owing[]>()
  for (const [account, of] of byAccount(adjustments)) {
    const lacking = lackingFor(account, of)
    if (lacking.size === 0) continue
    const worth = worthAfter(account, of, (position) => valuation.profitOf(position))
    for (const [adjustment, minor] of lacking) owing.set(adjustment, shareOut(worth, minor))
  }
  return owing
}

/** Returns the amount missing from the balance for each of an account's adjustments, posted one after the other. */
function lackingFor(account: Account, adjustments: readonly Adjustment[]): Map<Adjustment, bigint> {
  const lacking = new Map<Adjustment, bigint>()
  if (account.balanceMinor === null) return lacking
  let spendable = spendableOf(account, account.balanceMinor)
  for (const adjustment of adjustments) {
    spendable += adjustment.moneyMinor
    if (spendable < 0n) {
      lacking.set(adjustment, -spendable)
      spendable = 0n
    }
    if (ends(adjustment)) spendable -= least(adjustment.position.owedMinor, spendable)
  }
  return lacking
}

/** Returns the value of the positions that stay open, after the action and after their existing debts, as far as it is known. */
function worthAfter(
  account: Account,
  adjustments: readonly Adjustment[],
  profitOf: (position: Position) => bigint | null,
): Map<Position, bigint> {
  const adjusted = new Map(adjustments.map((one) => [one.position, one]))
  const worth = new Map<Position, bigint>()
  for (const position of account.positions.values()) {
    const one = adjusted.get(position)
    if (one !== undefined && ends(one)) continue
    const profit = one === undefined ? profitOf(position) : one.profitMinor
    if (profit !== null && profit > position.owedMinor) worth.set(position, profit - position.owedMinor)
  }
  return worth
}

/** From the most profitable on; what is taken of one is worth it no more. */
function shareOut(worth: Map<Position, bigint>, missingMinor: bigint): Owing[] {
  const owing: Owing[] = []
  let missing = missingMinor
  const winners = [...worth].map(([position, profitMinor]) => ({
    position,
    profitMinor,
    sequence: position.sequence,
  }))
  for (const { position, profitMinor } of bestFirst(winners)) {
    const minor = least(profitMinor, missing)
    if (minor <= 0n) continue
    owing.push({ position, minor })
    worth.set(position, profitMinor - minor)
    missing -= minor
  }
  return owing
}

function byAccount(adjustments: readonly Adjustment[]): Map<Account, Adjustment[]> {
  const accounts = new Map<Account, Adjustment[]>()
  for (const one of adjustments) {
    const { account } = one.position
    accounts.set(account, [...(accounts.get(account) ?? []), one])
  }
  return accounts
}

const ends = ({ change }: Adjustment): boolean => change.status === 'closed'

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
