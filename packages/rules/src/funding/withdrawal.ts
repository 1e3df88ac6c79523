import { type Amount, type AssetCode, exactRate, type Rate, roundHalfEven } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import type { ChainSight } from './credit.ts'
import { coinOfNetwork, type FundingNetwork } from './network.ts'

export const withdrawalStatuses = [
  'pending',
  'approved',
  'sent',
  'completed',
  'rejected',
  'cancelled',
  'failed',
] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

/** What may become of a withdrawal. `rejected`, `cancelled` and `failed` give everything back; the four ends are final. */
export const withdrawalMoves: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  pending: ['approved', 'rejected', 'cancelled'],
  approved: ['sent', 'failed'],
  // A transaction replaced by another before it was in a block has another hash.
  sent: ['sent', 'completed', 'failed'],
  completed: [],
  rejected: [],
  cancelled: [],
  failed: [],
}

export const withdrawalMethods = ['coin', 'bank'] as const
export type WithdrawalMethod = (typeof withdrawalMethods)[number]

/** What a withdrawal of one coin costs and the least that may be withdrawn. */
export interface WithdrawalTerms {
  readonly feeRate: Rate
  /** The fee is never less than this. */
  readonly feeLeast: Amount
  readonly least: Amount
}

export interface WithdrawalPlan {
  /** Held, the fee within it. */
  readonly amount: Amount
  readonly fee: Amount
  /** What is paid out. */
  readonly received: Amount
}

/**
 * What withdrawing `amount` costs and leaves: the fee is the larger of the rate and the flat amount, rounded half to even to the coin's
 * smallest unit, and is taken off the amount; nothing is ever asked for beside it. Refused with `amountInvalid`: an amount that is none, is below
 * the minimum, or leaves nothing. Source: rulebook, Deposits and withdrawals; trust T12.
 */
export function decideAmount(amount: Amount | null, terms: WithdrawalTerms): Decision<WithdrawalPlan> {
  const least = { minimum: terms.least.toString() }
  if (amount === null || amount.compare(terms.least) < 0) return refuse('amountInvalid', least)
  const share = amount.times(exactRate(terms.feeRate), roundHalfEven)
  const fee = share.compare(terms.feeLeast) < 0 ? terms.feeLeast : share
  const received = amount.minus(fee)
  return received.isPositive() ? accept({ amount, fee, received }) : refuse('amountInvalid', least)
}

export interface WithdrawalAsk {
  readonly method: WithdrawalMethod
  readonly coin: AssetCode
  readonly network: FundingNetwork | null
  readonly address: string | null
  readonly bankAccountId: string | null
}

/** Where a withdrawal goes: an address on a network, or a bank card. */
export type WithdrawalPlace =
  | { readonly method: 'coin'; readonly network: FundingNetwork; readonly address: string }
  | { readonly method: 'bank'; readonly bankAccountId: string }

/**
 * Reads where the money shall go, in the order of the fields: `invalidInput` a network that does not carry the coin, `payoutAddressMissing` no address of that
 * network (`read` gives its one writing, or null), or no card.
 */
export function decidePlace(
  ask: WithdrawalAsk,
  read: (network: FundingNetwork, address: string) => string | null,
): Decision<WithdrawalPlace> {
  if (ask.method === 'bank')
    return ask.bankAccountId === null
      ? refuse('payoutAddressMissing')
      : accept({ method: 'bank', bankAccountId: ask.bankAccountId })
  if (ask.network === null || coinOfNetwork(ask.network) !== ask.coin)
    return refuse('invalidInput', { issues: [{ path: 'network', code: 'wrong' }] })
  const address = ask.address === null ? null : read(ask.network, ask.address)
  return address === null
    ? refuse('payoutAddressMissing')
    : accept({ method: 'coin', network: ask.network, address })
}

export interface WithdrawalFacts {
  /** When the address was confirmed or the card bound, and from when it may be used, in epoch ms; null: not confirmed. */
  readonly place: { readonly confirmedAt: number; readonly usableAt: number } | null
  /** Since when without a break; `holdUntil`: when the legal hold that stops withdrawals now is reviewed, null without one. */
  readonly freeze: { readonly since: number; readonly holdUntil: number | null } | null
  /** All real money of the account by its worth in USDT's smallest unit; null: a coin without a price now. */
  readonly worthMinor: bigint | null
  /** Below it nothing can be withdrawn, in USDT's smallest unit. */
  readonly leastWorthMinor: bigint
  readonly now: number
}

/**
 * Decides a withdrawal whose fields are right: `accountFrozen` a legal hold, or a frozen account to a place confirmed after the freeze (trust T13);
 * `addressUnconfirmed` a place that is not confirmed or too new, with `usableAt`; `belowMinimumBalance` less than three units in all.
 */
export function decideWithdrawal(facts: WithdrawalFacts): Decision<null> {
  const { freeze, place, now } = facts
  if (freeze !== null && freeze.holdUntil !== null)
    return refuse('accountFrozen', {
      reason: 'legalHold',
      reviewAt: new Date(freeze.holdUntil).toISOString(),
    })
  if (freeze !== null && (place === null || place.confirmedAt > freeze.since))
    return refuse('accountFrozen', { reason: 'newPlace' })
  if (place === null) return refuse('addressUnconfirmed')
  if (place.usableAt > now)
    return refuse('addressUnconfirmed', { usableAt: new Date(place.usableAt).toISOString() })
  if (facts.worthMinor !== null && facts.worthMinor < facts.leastWorthMinor)
    return refuse('belowMinimumBalance')
  return accept(null)
}

/** How many reviewers must approve: two above the limit, and where the worth is not known (⚖, rulebook). */
export const reviewersNeeded = (valueMinor: bigint | null, twoAboveMinor: bigint): 1 | 2 =>
  valueMinor === null || valueMinor > twoAboveMinor ? 2 : 1

/** Whether the chain shows a withdrawal paid: the named transaction brought the address at least what is due, deep enough. */
export const isPaidOut = (
  sight: ChainSight | null,
  due: { readonly receivedMinor: bigint; readonly confirmationsNeeded: number },
): boolean =>
  sight !== null &&
  sight.state === 'mined' &&
  sight.paidMinor >= due.receivedMinor &&
  sight.confirmations >= due.confirmationsNeeded
