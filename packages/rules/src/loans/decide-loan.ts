import { accept, type Decision, type Refused, refuse } from '../decision.ts'

/** What is lent to whom. Amounts in USDT's smallest unit. */
export interface LoanOffer {
  readonly terms: readonly number[]
  readonly leastMinor: bigint
  /** For a customer whose identity is approved. */
  readonly tier1MostMinor: bigint
  /** For one who has repaid a loan on time as well, or whom a reviewer raised. */
  readonly tier2MostMinor: bigint
}

export interface LoanStanding {
  readonly verified: boolean
  /** 2: a reviewer raised it. */
  readonly tier: number
  readonly repaidOnTime: boolean
  /** A loan of theirs is past its day. */
  readonly overdue: boolean
  /** Principal asked for or lent and not yet repaid. */
  readonly openMinor: bigint
}

export interface LoanLimit {
  /** 0: none before identity is approved. */
  readonly tier: 0 | 1 | 2
  readonly mostMinor: bigint
  /** What may still be asked for. */
  readonly leftMinor: bigint
}

/** How much a customer may owe in all, and how much of it is left. Source: rulebook, Loans. */
export function loanLimit(offer: LoanOffer, standing: LoanStanding): LoanLimit {
  const tier = tierOf(standing)
  const mostMinor = tier === 0 ? 0n : tier === 1 ? offer.tier1MostMinor : offer.tier2MostMinor
  const left = mostMinor - standing.openMinor
  return { tier, mostMinor, leftMinor: standing.overdue || left < 0n ? 0n : left }
}

/** What a customer may still ask for, by what the operator's capital has free: nothing where that does not cover the smallest loan. */
export function lendableMinor(offer: LoanOffer, leftMinor: bigint, capitalMinor: bigint): bigint {
  if (capitalMinor < offer.leastMinor) return 0n
  return leftMinor < capitalMinor ? leftMinor : capitalMinor
}

function tierOf({ verified, tier, repaidOnTime }: LoanStanding): 0 | 1 | 2 {
  if (!verified) return 0
  return tier >= 2 || repaidOnTime ? 2 : 1
}

export interface LoanAsk {
  readonly days: number
  /** Null: not an amount of USDT. */
  readonly amountMinor: bigint | null
}

const wrongAmount = (code: string): Refused => refuse('invalidInput', { issues: [{ path: 'amount', code }] })

/**
 * Whether this much for this long is lent at all: `invalidInput` at the amount (`least`, `most`), `loanTermNotOffered` for the days. The customer's own limit is
 * `decideLoan`'s to look at.
 */
export function decideLoanTerms(ask: LoanAsk, offer: LoanOffer): Decision<bigint> {
  const { amountMinor } = ask
  if (amountMinor === null) return wrongAmount('decimal')
  if (amountMinor < offer.leastMinor) return wrongAmount('least')
  if (amountMinor > offer.tier2MostMinor) return wrongAmount('most')
  if (!offer.terms.includes(ask.days)) return refuse('loanTermNotOffered', { days: offer.terms })
  return accept(amountMinor)
}

export interface LoanFacts {
  readonly offer: LoanOffer
  readonly standing: LoanStanding
  /** The hash named in the ask is that of the agreement as it reads now. */
  readonly agreementStands: boolean
  readonly signedName: string
  readonly frozen: boolean
}

/**
 * Decides an application, refusing in the order of the calls page: `identityRequired` identity, then the fields (amount within the customer's limit, `loanTermNotOffered`
 * days, agreement, name), `accountFrozen` frozen. The signature (`fileRejected`) is the files' to look at, the capital (`unavailable` `reserve`) the ledger's. Source: rulebook, Loans.
 */
export function decideLoan(ask: LoanAsk, facts: LoanFacts): Decision<bigint> {
  const { standing, offer } = facts
  if (!standing.verified) return refuse('identityRequired')
  if (standing.overdue) return wrongAmount('overdue')
  const decided = decideLoanTerms(ask, offer)
  if (!decided.ok) return decided
  if (decided.value > loanLimit(offer, standing).leftMinor) return wrongAmount('limit')
  const unsigned = unsignedField(facts)
  if (unsigned !== null) return refuse('invalidInput', { issues: [unsigned] })
  return facts.frozen ? refuse('accountFrozen') : decided
}

function unsignedField(facts: LoanFacts): { path: string; code: string } | null {
  if (!facts.agreementStands) return { path: 'agreementHash', code: 'changed' }
  return facts.signedName.trim() === '' ? { path: 'signedName', code: 'required' } : null
}

/** Where a loan may go from each state; the database enforces the same. */
export const loanMoves = {
  pending: ['repaying', 'rejected'],
  repaying: ['overdue', 'repaid'],
  overdue: ['repaid'],
  repaid: [],
  rejected: [],
} as const satisfies Readonly<Record<LoanState, readonly LoanState[]>>
export type LoanState = 'pending' | 'repaying' | 'overdue' | 'repaid' | 'rejected'

export interface RepayFacts {
  readonly status: LoanState
  /** What is owed now, with every day charged that is over. */
  readonly owedMinor: bigint
}

/**
 * How much is repaid: what was asked, or all that is owed where nothing was named. Refuses with `invalidInput` at the amount when it is no amount or more than
 * is owed, and with `notFound` what is not a running loan. Funds (`insufficientFunds`) are the ledger's to decide.
 */
export function decideRepayment(
  ask: { readonly amount: 'all' | bigint | null },
  facts: RepayFacts,
): Decision<bigint> {
  if (facts.status !== 'repaying' && facts.status !== 'overdue') return refuse('notFound')
  if (ask.amount === 'all') return accept(facts.owedMinor)
  if (ask.amount === null || ask.amount <= 0n) return wrongAmount('decimal')
  if (ask.amount > facts.owedMinor)
    return refuse('invalidInput', { issues: [{ path: 'amount', code: 'owed' }] })
  return accept(ask.amount)
}
