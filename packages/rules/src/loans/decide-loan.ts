import { accept, type Decision, type Refused, refuse } from '../decision.ts'

/** Terms and limits of the loans on offer. Amounts in USDT's smallest unit. */
export interface LoanOffer {
  readonly terms: readonly number[]
  readonly leastMinor: bigint
  /** Limit for a customer whose identity is approved. */
  readonly tier1MostMinor: bigint
  /** Limit for a customer who has also repaid a loan on time, or whom a reviewer raised. */
  readonly tier2MostMinor: bigint
}

export interface LoanStanding {
  readonly verified: boolean
  /** 2: a reviewer raised the customer. */
  readonly tier: number
  readonly repaidOnTime: boolean
  /** The customer has a loan past its due date. */
  readonly overdue: boolean
  /** Principal requested or lent and not yet repaid. */
  readonly openMinor: bigint
}

export interface LoanLimit {
  /** 0: identity is not approved. */
  readonly tier: 0 | 1 | 2
  readonly mostMinor: bigint
  /** Amount the customer may still borrow. */
  readonly leftMinor: bigint
}

/** Works out the total a customer may owe, and how much of it is left. Source: rulebook, Loans. */
export function loanLimit(offer: LoanOffer, standing: LoanStanding): LoanLimit {
  const tier = tierOf(standing)
  const mostMinor = tier === 0 ? 0n : tier === 1 ? offer.tier1MostMinor : offer.tier2MostMinor
  const left = mostMinor - standing.openMinor
  return { tier, mostMinor, leftMinor: standing.overdue || left < 0n ? 0n : left }
}

/** Limits the amount left to the free capital of the operator: nothing when that does not cover the smallest loan. */
export function lendableMinor(offer: LoanOffer, leftMinor: bigint, capitalMinor: bigint): bigint {
  if (capitalMinor < offer.leastMinor) return 0n
  return leftMinor < capitalMinor ? leftMinor : capitalMinor
}

function tierOf({ verified, tier, repaidOnTime }: LoanStanding): 0 | 1 | 2 {
  if (!verified) return 0
  return tier >= 2 || repaidOnTime ? 2 : 1
}

export interface LoanRequest {
  readonly days: number
  /** Null: not an amount of USDT. */
  readonly amountMinor: bigint | null
}

const wrongAmount = (code: string): Refused => refuse('invalidInput', { issues: [{ path: 'amount', code }] })

/**
 * Checks an amount and a term against the offer: `invalidInput` at the amount (`least`, `most`), `loanTermNotOffered`
 * for the days. `decideLoan` checks the customer's own limit.
 */
export function decideLoanTerms(request: LoanRequest, offer: LoanOffer): Decision<bigint> {
  const { amountMinor } = request
  if (amountMinor === null) return wrongAmount('decimal')
  if (amountMinor < offer.leastMinor) return wrongAmount('least')
  if (amountMinor > offer.tier2MostMinor) return wrongAmount('most')
  if (!offer.terms.includes(request.days)) return refuse('loanTermNotOffered', { days: offer.terms })
  return accept(amountMinor)
}

export interface LoanContext {
  readonly offer: LoanOffer
  readonly standing: LoanStanding
  /** The hash in the request is that of the current agreement. */
  readonly agreementIsCurrent: boolean
  readonly signedName: string
  readonly frozen: boolean
}

/**
 * Decides an application and refuses in the order of the calls page: `identityRequired`; then the fields (an amount
 * within the customer's limit, `loanTermNotOffered` for the days, agreement, name); `accountFrozen`. The signature
 * (`fileRejected`) is checked by the files, the capital (`unavailable` `reserve`) by the ledger. Source: rulebook,
 * Loans.
 */
export function decideLoan(request: LoanRequest, context: LoanContext): Decision<bigint> {
  const { standing, offer } = context
  if (!standing.verified) return refuse('identityRequired')
  if (standing.overdue) return wrongAmount('overdue')
  const decision = decideLoanTerms(request, offer)
  if (!decision.ok) return decision
  if (decision.value > loanLimit(offer, standing).leftMinor) return wrongAmount('limit')
  const unsigned = unsignedField(context)
  if (unsigned !== null) return refuse('invalidInput', { issues: [unsigned] })
  return context.frozen ? refuse('accountFrozen') : decision
}

function unsignedField(context: LoanContext): { path: string; code: string } | null {
  if (!context.agreementIsCurrent) return { path: 'agreementHash', code: 'changed' }
  return context.signedName.trim() === '' ? { path: 'signedName', code: 'required' } : null
}

/** Permitted transitions of a loan; the database enforces the same table. */
export const loanMoves = {
  pending: ['repaying', 'rejected'],
  repaying: ['overdue', 'repaid'],
  overdue: ['repaid'],
  repaid: [],
  rejected: [],
} as const satisfies Readonly<Record<LoanState, readonly LoanState[]>>
export type LoanState = 'pending' | 'repaying' | 'overdue' | 'repaid' | 'rejected'

export interface RepaymentContext {
  readonly status: LoanState
  /** Total debt now, with every full day charged. */
  readonly owedMinor: bigint
}

/**
 * Decides the amount to repay: the amount requested, or the whole debt for `all`. Refuses with `invalidInput` an amount
 * that cannot be read or exceeds the debt, and with `notFound` a loan that is not running. The ledger decides funds
 * (`insufficientFunds`).
 */
export function decideRepayment(
  request: { readonly amount: 'all' | bigint | null },
  context: RepaymentContext,
): Decision<bigint> {
  if (context.status !== 'repaying' && context.status !== 'overdue') return refuse('notFound')
  if (request.amount === 'all') return accept(context.owedMinor)
  if (request.amount === null || request.amount <= 0n) return wrongAmount('decimal')
  if (request.amount > context.owedMinor)
    return refuse('invalidInput', { issues: [{ path: 'amount', code: 'owed' }] })
  return accept(request.amount)
}
