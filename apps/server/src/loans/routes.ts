import type { LoanProduct } from '@candor/contract'
import { usdt, writeRate, writeUsdt } from '@candor/money'
import { lendableMinor, loanLimit } from '@candor/rules'
import { houseFree } from '../ledger/reports/house-balances.ts'
import type { ServerContext } from '../module.ts'
import type { Caller } from '../platform/http/caller.ts'
import { FileResponse, type Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency/idempotency-context.ts'
import { readPage } from '../platform/http/pages.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { agreementPaper, paperName } from './applications/agreement-paper.ts'
import { previewLoan } from './applications/preview-loan.ts'
import { requestLoan, shownIn, standingOf } from './applications/request-loan.ts'
import { type LoanRow, toLoanResponse } from './loan-response.ts'
import type { LoansPorts } from './loans-ports.ts'
import { findLoan, listLoans, movesOf } from './loans-store.ts'
import { costOf, readTariff, type Tariff, termsFor } from './offers/loan-offer.ts'
import { repayLoan } from './repayment/repay-loan.ts'

/** Handlers of this module's calls. */
export const loansHandlers = (context: ServerContext & LoansPorts) =>
  ({
    listLoanProducts: () => showProducts(context),
    loanLimit: (_input, { userId }) => showLimit(context, userId),
    previewLoan: (input, caller) => previewLoan(context, input, caller),
    loan: (input, caller, idempotency) => requestLoan(context, input, caller, keyed(idempotency)),
    repayLoan: (input, caller, idempotency) => repayLoan(context, input, caller, keyed(idempotency)),
    listLoanRecord: async (input, caller) => {
      // Loans are real money only: a demo account has none.
      if (caller.mode === 'demo') return { items: [], nextCursor: null }
      const { rows, nextCursor } = await readPage(input, (before, limit) =>
        listLoans(context.db.query, { userId: caller.userId, status: input.status, before, limit }),
      )
      const moves = await movesOf(
        context.db.query,
        rows.map(({ id }) => id),
      )
      return { items: rows.map((row) => toLoanResponse(row, moves.get(row.id) ?? [])), nextCursor }
    },
    getLoan: async ({ id }, caller) => {
      const row = await ownLoan(context, id, caller)
      const { agreement, language } = row
      return { ...(await shownIn(context.db.query, row)), agreement, language }
    },
    loanAgreement: async ({ id }, caller) => {
      const row = await ownLoan(context, id, caller)
      return new FileResponse('application/pdf', paperName(row), await agreementPaper(context, row))
    },
  }) satisfies Handlers

/** Amount for which a term's rates are computed: for another amount only its rounding makes them differ. */
const example = usdt('1000')

async function showProducts(context: ServerContext): Promise<LoanProduct[]> {
  const tariff = await readTariff(context.parameters)
  return tariff.terms.map((days) => productOf(tariff, days))
}

/** Describes the loan of a term and its cost. */
export function productOf(tariff: Tariff, days: number): LoanProduct {
  const cost = costOf(termsFor(tariff, example.minor, days))
  return {
    days,
    minAmount: writeUsdt(tariff.leastMinor),
    tier1Most: writeUsdt(tariff.tier1MostMinor),
    tier2Most: writeUsdt(tariff.tier2MostMinor),
    dailyRate: writeRate(tariff.dailyRate),
    overlayRate: writeRate(tariff.overdueRate),
    freeDays: tariff.freeDays,
    apr: writeRate(cost.apr),
    yearlyRate: writeRate(cost.yearlyRate),
  }
}

async function showLimit(context: ServerContext & LoansPorts, userId: string) {
  const [tariff, customer] = await Promise.all([
    readTariff(context.parameters),
    context.customerOf(userId, context.db.query),
  ])
  const standing = await standingOf(context.db.query, userId, customer)
  const { tier, mostMinor, leftMinor } = loanLimit(tariff, standing)
  const capitalMinor = await houseFree(context.db.query, 'loan-capital', 'USDT')
  return {
    verified: standing.verified,
    tier,
    most: writeUsdt(mostMinor),
    left: writeUsdt(lendableMinor(tariff, leftMinor, capitalMinor)),
    overdue: standing.overdue,
  }
}

async function ownLoan({ db }: ServerContext, id: string, { userId }: Caller): Promise<LoanRow> {
  const row = await findLoan(db.query, { id, userId })
  if (row === null) throw new Refusal('notFound')
  return row
}
