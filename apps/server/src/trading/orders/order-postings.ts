import type { HoldPurpose } from '../../ledger/hold-purpose.ts'
import type { Posting, Step } from '../../ledger/ledger.ts'
import type { Hold } from '../engine/position.ts'
import { chargeCommission, chargeCoveredCommission } from '../fees/charge-commission.ts'
import { type ContractAccounts, transfer } from './contract-accounts.ts'

/** A market order opens: the margin is held and the commission paid, both from what is available; short of either, nothing happens. */
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

/** An order waits: margin and opening commission of a fill at its level are held, so that it can open whenever it is reached. */
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
 * An order that waited opens: what is held beyond its margin is free again, the rest becomes margin, and its commission is paid. It never
 * fails for want of the customer's money. Null when nothing moves.
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

/** It was cancelled or its time is over: all that was held is free again. */
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
 * Closing: the margin is free again, profit comes or loss goes, then the commission, then what is owed. A loss takes what is
 * not set aside for other than trading; what that lacks is the operator's (rulebook: the customer never goes below zero).
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

/** One after the other as one effect, named as the first: all of it or nothing. */
export const together = (first: Posting, second: Posting): Posting => ({
  ...first,
  steps: [...first.steps, ...second.steps],
})

/** Frees `minor` of what is held, the newest hold first; null frees all. Gives the steps and what stays held. */
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

/** One night's swap, named by its day: charged once ever. Null when it rounds to nothing. */
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
 * Posts the cash of a market action: paid from the operator's capital, or to it and then covered as a loss is; then the debt of a position
 * that ends with it. Null when nothing moves.
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
