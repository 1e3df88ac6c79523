import { Amount, type AssetCode } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import { coinOfNetwork, type FundingNetwork, normaliseHash } from './network.ts'

export type DepositStatus = 'pending' | 'approved' | 'rejected'

/** What may become of a deposit. Both ends are final: a rejected transaction may be handed in again as a new one. */
export const depositMoves: Readonly<Record<DepositStatus, readonly DepositStatus[]>> = {
  pending: ['approved', 'rejected'],
  approved: [],
  rejected: [],
}

export interface DepositAsk {
  readonly coin: AssetCode
  readonly network: FundingNetwork
  readonly amount: string
  readonly hash: string | null
  readonly hashLast6: string | null
}

/** A deposit as it is written down; the amount in the coin's smallest unit. */
export interface DepositClaim {
  readonly amountMinor: bigint
  /** In its one form; null: only its end is known, and a proof lies beside it. */
  readonly hash: string | null
  readonly hashLast6: string
}

const wrong = (path: string) => refuse('invalidInput', { issues: [{ path, code: 'wrong' }] })

/**
 * Reads a claim, refusing in the order of its fields: `invalidInput` a coin that does not run on the network, `amountInvalid` an amount that is none, finer
 * than the coin or below the minimum, `invalidInput` a hash that is none. Source: rulebook, Deposits and withdrawals; specification §5.
 */
export function decideClaim(ask: DepositAsk, minimumMinor: bigint): Decision<DepositClaim> {
  if (coinOfNetwork(ask.network) !== ask.coin) return wrong('network')
  const amount = Amount.parse(ask.coin, ask.amount)
  if (amount === null || amount.minor < minimumMinor) return refuse('amountInvalid')
  if (ask.hash === null) {
    const end = ask.hashLast6?.trim().toLowerCase() ?? ''
    return /^[0-9a-f]{6}$/.test(end)
      ? accept({ amountMinor: amount.minor, hash: null, hashLast6: end })
      : wrong('hashLast6')
  }
  const hash = normaliseHash(ask.network, ask.hash)
  if (hash === null) return wrong('hash')
  return accept({ amountMinor: amount.minor, hash, hashLast6: hash.slice(-6) })
}

export interface DepositFacts {
  /** This transaction was handed in before and not rejected. */
  readonly seen: boolean
  readonly frozen: boolean
  readonly identity: IdentityFacts
}

export interface IdentityFacts {
  readonly verified: boolean
  /** Deposited and claimed before, in USDT's smallest unit. */
  readonly depositedMinor: bigint
  /** What this one is worth in USDT's smallest unit; null: no price now, and so it counts as too much. */
  readonly valueMinor: bigint | null
  /** Identity is needed from here on, in all. */
  readonly neededFromMinor: bigint
}

/** Whether this deposit asks for a verified identity first (rulebook, KYC: from 1 000 USDT deposited in all). */
export function needsIdentity({
  verified,
  depositedMinor,
  valueMinor,
  neededFromMinor,
}: IdentityFacts): boolean {
  return !verified && (valueMinor === null || depositedMinor + valueMinor >= neededFromMinor)
}

/** Decides a claim whose fields are right: `transactionAlreadyUsed` seen before, `accountFrozen` frozen, `identityRequired` identity first. */
export function decideDeposit(facts: DepositFacts): Decision<null> {
  if (facts.seen) return refuse('transactionAlreadyUsed')
  if (facts.frozen) return refuse('accountFrozen')
  if (needsIdentity(facts.identity)) return refuse('identityRequired')
  return accept(null)
}
