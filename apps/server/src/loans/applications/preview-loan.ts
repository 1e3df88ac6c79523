import type { LoanAgreement, LoanPreview } from '@candor/contract'
import { parseUsdt, writeRate, writeUsdt } from '@candor/money'
import { decideLoanTerms, type LoanTerms, loanSchedule } from '@candor/rules'
import { translator } from '@candor/texts/server.ts'
import { houseFree } from '../../ledger/reports/house-balances.ts'
import type { ServerContext } from '../../module.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import type { LoansPorts } from '../loans-ports.ts'
import { costOf, readTariff, termsFor } from '../offers/loan-offer.ts'
import { agreementFor, hashOfAgreement } from './agreement.ts'

export interface PreviewInput {
  readonly amount: string
  readonly days: number
}

/**
 * Computes the cost of a loan and the agreement to sign, in the request's language. It promises nothing; `unavailable` `reserve` where the
 * loan capital does not cover it.
 */
export async function previewLoan(
  context: ServerContext & LoansPorts,
  input: PreviewInput,
  caller: Caller,
): Promise<LoanPreview> {
  const tariff = await readTariff(context.parameters)
  const amountMinor = orRefuse(
    decideLoanTerms({ days: input.days, amountMinor: parseUsdt(input.amount) }, tariff),
  )
  if (amountMinor > (await houseFree(context.db.query, 'loan-capital', 'USDT')))
    throw new Refusal('unavailable', { reason: 'reserve' })
  const terms = termsFor(tariff, amountMinor, input.days)
  const cost = costOf(terms)
  const agreement = await agreementTo(context, terms, caller)
  return {
    amount: writeUsdt(amountMinor),
    days: input.days,
    schedule: loanSchedule(terms).map(({ day, interestMinor, owedMinor }) => ({
      day,
      interest: writeUsdt(interestMinor),
      owed: writeUsdt(owedMinor),
    })),
    totalInterest: writeUsdt(cost.interestMinor),
    totalRepayment: writeUsdt(cost.repaymentMinor),
    apr: writeRate(cost.apr),
    yearlyRate: writeRate(cost.yearlyRate),
    agreement,
    agreementHash: hashOfAgreement(agreement),
  }
}

/** The agreement with this customer on these terms, in the language they read. */
export async function agreementTo(
  context: ServerContext & LoansPorts,
  terms: LoanTerms,
  { userId, language }: Pick<Caller, 'userId' | 'language'>,
): Promise<LoanAgreement> {
  const [name, brand, { userName }] = await Promise.all([
    context.parameters.value('operator.name'),
    context.parameters.value('brandName'),
    context.customerOf(userId, context.db.query),
  ])
  const lender = String(name || brand)
  return agreementFor(translator(language), { language, lender, borrower: userName, terms })
}
