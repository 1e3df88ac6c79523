/** What the chain shows of a claimed transaction, when it was last looked at. */
export interface ChainSight {
  /** `missing`: neither in a block nor waiting for one. `failed`: in a block, and undone by the chain itself. */
  readonly state: 'missing' | 'unconfirmed' | 'failed' | 'mined'
  /** Blocks it is deep, its own counted; 0 until it is in one. */
  readonly confirmations: number
  /** Paid to the customer's address, in the coin's smallest unit. */
  readonly paidMinor: bigint
}

export interface CreditFacts {
  /** Null: nobody has looked, or nobody can. */
  readonly sight: ChainSight | null
  /** The address is this customer's alone: who paid to it needs no proof. */
  readonly ownAddress: boolean
  readonly confirmationsNeeded: number
  readonly minimumMinor: bigint
  /** Identity has to be verified before this much is credited. */
  readonly identityMissing: boolean
}

/** What a pending deposit waits for. */
export const depositWaits = ['confirmations', 'identity', 'review'] as const
export type DepositWait = (typeof depositWaits)[number]
export type CreditDecision =
  | { readonly do: 'credit'; readonly minor: bigint }
  | { readonly do: 'wait'; readonly for: DepositWait }

const wait = (what: DepositWait): CreditDecision => ({ do: 'wait', for: what })

/**
 * Whether the chain alone credits a deposit, and how much: what arrived, not what was claimed. Anything that a person has to
 * understand first (a shared address, a failed or too small payment, nothing paid to us) waits for the reviewer; nothing is ever
 * rejected by itself. Source: rulebook, Deposits; decision 0095.
 */
export function decideCredit(facts: CreditFacts): CreditDecision {
  const { sight } = facts
  if (sight === null || !facts.ownAddress || sight.state === 'failed') return wait('review')
  // What a contract pays shows only once it is in a block.
  if (sight.state !== 'mined') return wait('confirmations')
  if (sight.paidMinor < facts.minimumMinor) return wait('review')
  if (sight.confirmations < facts.confirmationsNeeded) return wait('confirmations')
  return facts.identityMissing ? wait('identity') : { do: 'credit', minor: sight.paidMinor }
}

/** Whether a reviewer may approve: not what the chain says failed, or has not yet gone through. */
export const mayApprove = (sight: ChainSight | null, confirmationsNeeded: number): boolean =>
  sight === null || (sight.state === 'mined' && sight.confirmations >= confirmationsNeeded)
