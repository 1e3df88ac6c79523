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

/**
 * Permitted transitions of a withdrawal. `rejected`, `cancelled` and `failed` return the whole amount. These three and
 * `completed` are final.
 */
export const withdrawalMoves: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  pending: ['approved', 'rejected', 'cancelled'],
  approved: ['sent', 'failed'],
  // A transaction that is replaced before it is in a block gets another hash.
  sent: ['sent', 'completed', 'failed'],
  completed: [],
  rejected: [],
  cancelled: [],
  failed: [],
}

export const withdrawalMethods = ['coin', 'bank'] as const
export type WithdrawalMethod = (typeof withdrawalMethods)[number]

/** Fee and minimum for withdrawals of one coin. */
export interface WithdrawalTerms {
  readonly feeRate: Rate
  /** The fee is never less than this. */
  readonly feeLeast: Amount
  readonly least: Amount
}

export interface WithdrawalPlan {
  /** The amount held, fee included. */
  readonly amount: Amount
  readonly fee: Amount
  /** The amount paid out. */
  readonly received: Amount
}

/**
 * Computes the fee and payout of withdrawing `amount`. The fee is the larger of the rate and the flat amount, rounded half to
 * even to the coin's smallest unit. It is deducted from the amount; there is no further charge. Refuses with `amountInvalid` an
 * amount that cannot be read, is below the minimum, or leaves nothing. Source: rulebook, Deposits and withdrawals; trust T12.
 */
export function decideAmount(amount: Amount | null, terms: WithdrawalTerms): Decision<WithdrawalPlan> {
  const least = { minimum: terms.least.toString() }
  if (amount === null || amount.compare(terms.least) < 0) return refuse('amountInvalid', least)
  const share = amount.times(exactRate(terms.feeRate), roundHalfEven)
  const fee = share.compare(terms.feeLeast) < 0 ? terms.feeLeast : share
  const received = amount.minus(fee)
  return received.isPositive() ? accept({ amount, fee, received }) : refuse('amountInvalid', least)
}

export interface WithdrawalRequest {
  readonly method: WithdrawalMethod
  readonly coin: AssetCode
  readonly network: FundingNetwork | null
  readonly address: string | null
  readonly bankAccountId: string | null
}

/** Destination of a withdrawal: an address on a network, or a bank card. */
export type WithdrawalPlace =
  | { readonly method: 'coin'; readonly network: FundingNetwork; readonly address: string }
  | { readonly method: 'bank'; readonly bankAccountId: string }

/**
 * Reads the destination and refuses in the order of the fields: `invalidInput` for a network that does not carry the
 * coin; `payoutAddressMissing` for an address that is not valid on that network, or a missing card. `read` normalises
 * an address, or gives null.
 */
export function decidePlace(
  request: WithdrawalRequest,
  read: (network: FundingNetwork, address: string) => string | null,
): Decision<WithdrawalPlace> {
  if (request.method === 'bank')
    return request.bankAccountId === null
      ? refuse('payoutAddressMissing')
      : accept({ method: 'bank', bankAccountId: request.bankAccountId })
  if (request.network === null || coinOfNetwork(request.network) !== request.coin)
    return refuse('invalidInput', { issues: [{ path: 'network', code: 'wrong' }] })
  const address = request.address === null ? null : read(request.network, request.address)
  return address === null
    ? refuse('payoutAddressMissing')
    : accept({ method: 'coin', network: request.network, address })
}

export interface WithdrawalContext {
  /**
   * Times at which the address was confirmed or the card bound, and from which it may be used, in epoch ms; null: not
   * confirmed.
   */
  readonly place: { readonly confirmedAt: number; readonly usableAt: number } | null
  /**
   * `since`: start of the uninterrupted freeze. `holdUntil`: review date of the legal hold that stops withdrawals now,
   * null without one.
   */
  readonly freeze: { readonly since: number; readonly holdUntil: number | null } | null
  /** Value of all real money of the account in USDT's smallest unit; null: a coin has no price now. */
  readonly worthMinor: bigint | null
  /** Minimum account value for a withdrawal, in USDT's smallest unit. */
  readonly leastWorthMinor: bigint
  readonly now: number
}

/**
 * Decides a withdrawal with valid fields: `accountFrozen` for a legal hold, or for a frozen account paying to a
 * destination confirmed after the freeze (trust T13); `addressUnconfirmed` for a destination that is not confirmed or
 * too new, with `usableAt`; `belowMinimumBalance` for an account worth less than the minimum.
 */
export function decideWithdrawal(context: WithdrawalContext): Decision<null> {
  const { freeze, place, now } = context
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
  if (context.worthMinor !== null && context.worthMinor < context.leastWorthMinor)
    return refuse('belowMinimumBalance')
  return accept(null)
}

/** Number of reviewers who must approve: two above the limit, and where the value is not known (⚖, rulebook). */
export const reviewersNeeded = (valueMinor: bigint | null, twoAboveMinor: bigint): 1 | 2 =>
  valueMinor === null || valueMinor > twoAboveMinor ? 2 : 1

/**
 * Reports whether the chain shows a withdrawal as paid: the named transaction paid the address at least the amount due and has
 * enough confirmations.
 */
export const isPaidOut = (
  sight: ChainSight | null,
  due: { readonly receivedMinor: bigint; readonly confirmationsNeeded: number },
): boolean =>
  sight !== null &&
  sight.state === 'mined' &&
  sight.paidMinor >= due.receivedMinor &&
  sight.confirmations >= due.confirmationsNeeded
