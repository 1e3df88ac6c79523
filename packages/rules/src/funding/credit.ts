/** State of a claimed transaction on its chain, as of the last check. */
export interface ChainSight {
  /** `missing`: neither in a block nor waiting for one. `failed`: in a block, but reverted by the chain. */
  readonly state: 'missing' | 'unconfirmed' | 'failed' | 'mined'
  /** Number of blocks from its own to the newest, its own counted; 0 until it is in a block. */
  readonly confirmations: number
  /** Paid to the customer's address, in the coin's smallest unit. */
  readonly paidMinor: bigint
}

export interface CreditContext {
  /** Null: the chain was not checked, or cannot be. */
  readonly sight: ChainSight | null
  /** Only this customer uses the address, so a payment to it needs no further proof of the payer. */
  readonly ownAddress: boolean
  readonly confirmationsNeeded: number
  readonly minimumMinor: bigint
  /** The customer has to verify their identity before this amount is credited. */
  readonly identityMissing: boolean
}

/** Reasons why a pending deposit is not credited yet. */
export const depositWaits = ['confirmations', 'identity', 'review'] as const
export type DepositWait = (typeof depositWaits)[number]
export type CreditDecision =
  | { readonly do: 'credit'; readonly minor: bigint }
  | { readonly do: 'wait'; readonly for: DepositWait }

const wait = (what: DepositWait): CreditDecision => ({ do: 'wait', for: what })

/**
 * Decides from the chain alone if and how much of a deposit is credited: the amount that arrived, not the amount
 * claimed. Anything a person has to understand first (a shared address, a failed or too small payment, no payment to
 * us) waits for the reviewer. Nothing is rejected automatically. Source: rulebook, Deposits; ADR-095.
 */
export function decideCredit(context: CreditContext): CreditDecision {
  const { sight } = context
  if (sight === null || !context.ownAddress || sight.state === 'failed') return wait('review')
  // The amount a smart contract pays is known only once the transaction is in a block.
  if (sight.state !== 'mined') return wait('confirmations')
  if (sight.paidMinor < context.minimumMinor) return wait('review')
  if (sight.confirmations < context.confirmationsNeeded) return wait('confirmations')
  return context.identityMissing ? wait('identity') : { do: 'credit', minor: sight.paidMinor }
}

/**
 * Reports whether a reviewer may approve a deposit: not while the chain shows it as failed, missing or not confirmed often
 * enough. A chain that was not checked leaves the decision to the reviewer.
 */
export const mayApprove = (sight: ChainSight | null, confirmationsNeeded: number): boolean =>
  sight === null || (sight.state === 'mined' && sight.confirmations >= confirmationsNeeded)
