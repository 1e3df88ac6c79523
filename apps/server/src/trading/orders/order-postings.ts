import type { HoldPurpose } from '../../ledger/hold-purpose.ts'
import type { Posting, Step } from '../../ledger/ledger.ts'
import type { Hold } from '../engine/position.ts'
import { chargeCommission, chargeCoveredCommission } from '../fees/charge-commission.ts'
import { type ContractAccounts, transfer } from './contract-accounts.ts'

/** Opens a market order: holds the margin and pays the commission, both from the available balance, or does neither. */
export function openPosting(
  orderId: string,
  accounts: ContractAccounts,
  marginMinor: bigint,
  commissionMinor: bigint,
): Posting {
  return {
    id: `${orderId}:open`,
    reference: orderId,
    steps: [hold(orderId, accounts, marginMinor, 'margin'), ...chargeCommission(accounts, commissionMinor)],
  }
}

/** Places a waiting order: holds margin and opening commission of a fill at its level, so that the fill cannot lack money. */
export const placePosting = (orderId: string, accounts: ContractAccounts, minor: bigint): Posting => ({
  id: `${orderId}:place`,
  reference: orderId,
  steps: [hold(orderId, accounts, minor, 'order')],
})

/** Holds the additional amount that a dearer level needs, in a hold of its own. */
export const topUpPosting = (orderId: string, accounts: ContractAccounts, more: Hold): Posting => ({
  id: `${more.id}:hold`,
  reference: orderId,
  steps: [hold(more.id, accounts, more.minor, 'order')],
})

/** Parts of the fill of an order that waited. */
export interface Fill {
  readonly released: readonly Step[]
  /** Holds that become its margin. */
  readonly margin: readonly Hold[]
  readonly commissionMinor: bigint
}

/**
 * Fills a waiting order: releases the held amount above its margin, turns the rest into margin and pays the commission. It never fails for
 * lack of the customer's money. Null when nothing moves.
 */
export const fillPosting = (
  orderId: string,
  accounts: ContractAccounts,
  { released, margin, commissionMinor }: Fill,
): Posting | null => {
  const becomeMargin = margin.map(({ id }): Step => ({ do: 'repurpose', holdId: id, purpose: 'margin' }))
  const steps = [...released, ...becomeMargin, ...chargeCoveredCommission(accounts, commissionMinor)]
  return steps.length === 0 ? null : { id: `${orderId}:open`, reference: orderId, steps }
}

/** Releases everything that a cancelled or expired order held. */
export const cancelPosting = (orderId: string, released: readonly Step[]): Posting => ({
  id: `${orderId}:cancel`,
  reference: orderId,
  steps: released,
})

/** Amounts that a position settles at its end: its result, its commission, and its debt to the operator. */
export interface Settlement {
  readonly profitMinor: bigint
  readonly commissionMinor: bigint
  readonly owedMinor: bigint
}

/**
 * Closes a position: releases the margin, then pays profit or loss, commission, and debt. A loss may use everything that is not held for
 * purposes other than trading; the operator pays the rest (rulebook: the customer's balance never falls below zero).
 */
export function closePosting(
  orderId: string,
  accounts: ContractAccounts,
  released: readonly Step[],
  { profitMinor, commissionMinor, owedMinor }: Settlement,
): Posting {
  const { customer, capital, shortfalls } = accounts
  const settled =
    profitMinor >= 0n
      ? transfer('contract-profit', { from: capital, to: customer }, profitMinor)
      : transfer('contract-loss', { from: customer, to: capital, coverFrom: shortfalls }, -profitMinor)
  return {
    id: `${orderId}:close`,
    reference: orderId,
    steps: [
      ...released,
      ...settled,
      ...chargeCoveredCommission(accounts, commissionMinor),
      ...repayment(accounts, owedMinor),
    ],
  }
}

/** Repays the debt to the operator of a position that ends. */
export const repayment = ({ customer, shortfalls }: ContractAccounts, owedMinor: bigint): Step[] =>
  transfer('contract-owed', { from: customer, to: shortfalls }, owedMinor)

/** Joins two postings into one under the first one's id: both happen or neither. */
export const together = (first: Posting, second: Posting): Posting => ({
  ...first,
  steps: [...first.steps, ...second.steps],
})

/** Releases `minor` of the holds, the newest first; null releases all. Returns the steps and the remaining holds. */
export function release(holds: readonly Hold[], minor: bigint | null): { steps: Step[]; left: Hold[] } {
  let due = minor ?? holds.reduce((sum, one) => sum + one.minor, 0n)
  const freed = [...holds].reverse().map((one) => {
    const part = least(due, one.minor)
    due -= part
    return { ...one, part }
  })
  return {
    steps: freed
      .filter(({ part }) => part > 0n)
      .map(({ id, part, minor: all }) => ({ do: 'release', holdId: id, minor: part === all ? null : part })),
    left: freed
      .filter((one) => one.part < one.minor)
      .map((one) => ({ id: one.id, minor: one.minor - one.part }))
      .reverse(),
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const hold = (holdId: string, { customer }: ContractAccounts, minor: bigint, purpose: HoldPurpose): Step => ({
  do: 'hold',
  holdId,
  account: customer,
  minor,
  purpose,
})

/** Charges one night's swap; the id contains the day, so each night is charged once. Null when it rounds to zero. */
export function swapPosting(
  orderId: string,
  accounts: ContractAccounts,
  date: string,
  swapMinor: bigint,
): Posting | null {
  const { customer, swaps, capital, shortfalls } = accounts
  const steps =
    swapMinor < 0n
      ? transfer('contract-swap', { from: customer, to: swaps, coverFrom: shortfalls }, -swapMinor)
      : transfer('contract-swap-credit', { from: capital, to: customer }, swapMinor)
  return steps.length === 0 ? null : { id: `${orderId}:swap:${date}`, reference: orderId, steps }
}

/**
 * Pays the cash of a market action from the operator's capital, or to it and then covered like a loss; then repays the debt of a position
 * that closes with it. Null when nothing moves.
 */
export function cashPosting(
  kind: 'contract-dividend' | 'contract-cash-in-lieu',
  named: { readonly id: string; readonly orderId: string },
  accounts: ContractAccounts,
  {
    released,
    minor,
    owedMinor,
  }: {
    readonly released: readonly Step[]
    readonly minor: bigint
    readonly owedMinor: bigint
  },
): Posting | null {
  const { customer, capital, shortfalls } = accounts
  const moved =
    minor < 0n
      ? transfer(kind, { from: customer, to: capital, coverFrom: shortfalls }, -minor)
      : transfer(kind, { from: capital, to: customer }, minor)
  const steps = [...released, ...moved, ...repayment(accounts, owedMinor)]
  return steps.length === 0 ? null : { id: named.id, reference: named.orderId, steps }
}
