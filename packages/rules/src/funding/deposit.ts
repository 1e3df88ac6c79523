import { Amount, type AssetCode, btc, eth, usdt } from '@candor/money'
import { accept, type Decision, refuse } from '../decision.ts'
import { coinOfNetwork, type FundingNetwork, normaliseHash } from './network.ts'

export type DepositStatus = 'pending' | 'approved' | 'rejected'

/**
 * Permitted transitions of a deposit. Approved and rejected are final; a rejected transaction may be submitted again as
 * a new deposit.
 */
export const depositMoves: Readonly<Record<DepositStatus, readonly DepositStatus[]>> = {
  pending: ['approved', 'rejected'],
  approved: [],
  rejected: [],
}

export interface DepositRequest {
  readonly coin: AssetCode
  readonly network: FundingNetwork
  readonly amount: string
  readonly hash: string | null
  readonly hashLast6: string | null
}

/** A deposit claim as stored; the amount in the coin's smallest unit. */
export interface DepositClaim {
  readonly amountMinor: bigint
  /** In normalised form; null: only its last six characters are known, and a proof is attached. */
  readonly hash: string | null
  readonly hashLast6: string
}

/** Largest amount of one deposit: its value in USDT fits the database whatever the coin's price may be. */
const largestDeposits: Readonly<Record<AssetCode, Amount>> = {
  USDT: usdt('999999999.999999'),
  BTC: btc('1000000'),
  ETH: eth('10000000'),
}

const wrong = (path: string) => refuse('invalidInput', { issues: [{ path, code: 'wrong' }] })

/**
 * Reads a claim and refuses in the order of its fields: `invalidInput` for a coin that does not run on the network;
 * `amountInvalid` for an amount that cannot be read, has more decimals than the coin, is below the minimum or above
 * `largestDeposits`;
 * `invalidInput` for a malformed hash. Source: rulebook, Deposits and withdrawals; specification §5.
 */
export function decideClaim(request: DepositRequest, minimumMinor: bigint): Decision<DepositClaim> {
  if (coinOfNetwork(request.network) !== request.coin) return wrong('network')
  const amount = Amount.parse(request.coin, request.amount)
  if (amount === null || amount.minor < minimumMinor) return refuse('amountInvalid')
  if (amount.minor > largestDeposits[request.coin].minor) return refuse('amountInvalid')
  if (request.hash === null) {
    const end = request.hashLast6?.trim().toLowerCase() ?? ''
    return /^[0-9a-f]{6}$/.test(end)
      ? accept({ amountMinor: amount.minor, hash: null, hashLast6: end })
      : wrong('hashLast6')
  }
  const hash = normaliseHash(request.network, request.hash)
  if (hash === null) return wrong('hash')
  return accept({ amountMinor: amount.minor, hash, hashLast6: hash.slice(-6) })
}

export interface DepositContext {
  /** This transaction was submitted before and was not rejected. */
  readonly seen: boolean
  readonly frozen: boolean
  readonly identity: DepositorIdentity
}

export interface DepositorIdentity {
  readonly verified: boolean
  /** Sum deposited and claimed before, in USDT's smallest unit. */
  readonly depositedMinor: bigint
  /** Value of this deposit in USDT's smallest unit; null: no price now, which counts as above the limit. */
  readonly valueMinor: bigint | null
  /** Total deposits from which a verified identity is required. */
  readonly neededFromMinor: bigint
}

/** Reports whether this deposit requires a verified identity first (rulebook, KYC: from 1 000 USDT deposited in all). */
export function needsIdentity({
  verified,
  depositedMinor,
  valueMinor,
  neededFromMinor,
}: DepositorIdentity): boolean {
  return !verified && (valueMinor === null || depositedMinor + valueMinor >= neededFromMinor)
}

/**
 * Decides a claim with valid fields: `transactionAlreadyUsed` for a transaction submitted before, `accountFrozen` for a
 * frozen account, `identityRequired` where identity comes first.
 */
export function decideDeposit(context: DepositContext): Decision<null> {
  if (context.seen) return refuse('transactionAlreadyUsed')
  if (context.frozen) return refuse('accountFrozen')
  if (needsIdentity(context.identity)) return refuse('identityRequired')
  return accept(null)
}
