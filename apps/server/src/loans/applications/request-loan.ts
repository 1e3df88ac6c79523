import type { Loan } from '@candor/contract'
import { parseUsdt } from '@candor/money'
import { decideLoan, decideLoanTerms, type LoanStanding } from '@candor/rules'
import type { PostingOutcome } from '../../ledger/ledger.ts'
import type { ServerContext } from '../../module.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { IdempotencyContext } from '../../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import { requestPosting } from '../loan-postings.ts'
import { type LoanRow, toLoanResponse } from '../loan-response.ts'
import type { LoanCustomer, LoansPorts } from '../loans-ports.ts'
import { addLoan, addMoves, borrowedBy, lockBorrower, movesOf } from '../loans-store.ts'
import { costOf, readTariff, termsFor } from '../offers/loan-offer.ts'
import { hashOfAgreement } from './agreement.ts'
import { agreementTo, type PreviewInput } from './preview-loan.ts'

export interface LoanInput extends PreviewInput {
  readonly agreementHash: string
  readonly signature: string
  readonly signedName: string
}

/**
 * Submits an application with its signed agreement. The amount is set aside in the operator's loan capital, the terms and the
 * agreement are stored as they were signed, and the application waits for a reviewer. Refuses `unavailable` `reserve` when the
 * capital does not cover it.
 */
export async function requestLoan(
  context: ServerContext & LoansPorts,
  input: LoanInput,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<Loan> {
  const [tariff, customer] = await Promise.all([
    readTariff(context.parameters),
    context.customerOf(caller.userId, context.db.query),
  ])
  const amountMinor = parseUsdt(input.amount)
  const terms = termsFor(tariff, amountMinor ?? 0n, input.days)
  // No agreement has terms that are not offered: the annual rate of a billion days cannot be worked out.
  const isOffered = decideLoanTerms({ days: input.days, amountMinor }, tariff).ok
  const agreement = isOffered ? await agreementTo(context, terms, caller) : null
  return context.runOnce(caller, idempotency, async (tx) => {
    await lockBorrower(tx, caller.userId)
    const standing = await standingOf(tx, caller.userId, customer)
    const agreed = agreement !== null && hashOfAgreement(agreement) === input.agreementHash
    const { signedName } = input
    const { frozen } = customer
    const loanContext = { offer: tariff, standing, agreementIsCurrent: agreed, signedName, frozen }
    const amount = orRefuse(decideLoan({ days: input.days, amountMinor }, loanContext))
    // Refuses with `fileRejected`. Any later refusal rolls the claim back with everything else.
    await context.signatures.claim(tx, caller.userId, input.signature)
    const id = context.newId()
    const [outcome] = await context.ledger.postIn(tx, [
      requestPosting({ id, userId: caller.userId, amountMinor: amount }),
    ])
    refuseShort(outcome)
    const requestedAt = context.clock.now()
    const row = await addLoan(tx, {
      id,
      loan_no: `L${id.replaceAll('-', '').slice(-12).toUpperCase()}`,
      public_id: context.newId(),
      user_id: caller.userId,
      amount,
      days: terms.days,
      free_days: terms.freeDays,
      daily_rate: terms.dailyRate,
      overdue_rate: terms.overdueRate,
      apr: costOf(terms).apr,
      language: caller.language,
      agreement: JSON.stringify(agreement),
      agreement_hash: input.agreementHash,
      signature: input.signature,
      signed_name: input.signedName,
      requested_at: BigInt(requestedAt),
      principal_left: amount,
    })
    await addMoves(tx, id, [{ status: 'pending', at: requestedAt }])
    return shownIn(tx, row)
  })
}

/** Reads the data that decides whether a customer may borrow. */
export async function standingOf(
  reader: Parameters<typeof borrowedBy>[0],
  userId: string,
  { verified, tier }: LoanCustomer,
): Promise<LoanStanding> {
  return { verified, tier, ...(await borrowedBy(reader, userId)) }
}

export async function shownIn(reader: Parameters<typeof movesOf>[0], row: LoanRow): Promise<Loan> {
  return toLoanResponse(row, (await movesOf(reader, [row.id])).get(row.id) ?? [])
}

/** `unavailable` `reserve` when the operator's loan capital does not cover the amount. */
function refuseShort(outcome: PostingOutcome | undefined): void {
  if (outcome?.ok === true) return
  if (outcome?.why === 'insufficient') throw new Refusal('unavailable', { reason: 'reserve' })
  throw new Error(`the ledger refused a loan: ${outcome?.why}`)
}
