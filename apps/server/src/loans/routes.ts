import type { LoanProduct } from '@candor/contract'
import { usdt, writeRate } from '@candor/money'
import { lendableMinor, loanLimit } from '@candor/rules'
import { houseFree } from '../ledger/reports/house-balances.ts'
import type { Caller } from '../platform/http/caller.ts'
import { FileResponse, type Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency/idempotency-context.ts'
import { readPage } from '../platform/http/pages.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { agreementPaper, paperName } from './applications/agreement-paper.ts'
import { previewLoan } from './applications/preview-loan.ts'
import { requestLoan, shownIn, standingOf } from './applications/request-loan.ts'
import { type LoanRow, toLoanResponse, writeUsdt } from './loan-response.ts'
import type { LoansDeps } from './loans-deps.ts'
import { findLoan, listLoans, movesOf } from './loans-store.ts'
import { costOf, readTariff, type Tariff, termsFor } from './offers/loan-offer.ts'
import { repayLoan } from './repayment/repay-loan.ts'

/** Handlers of this module's calls. */
export const loansHandlers = (deps: LoansDeps) =>
  ({
    listLoanProducts: () => showProducts(deps),
    loanLimit: (_input, { userId }) => showLimit(deps, userId),
    previewLoan: (input, caller) => previewLoan(deps, input, caller),
    loan: (input, caller, idempotency) => requestLoan(deps, input, caller, keyed(idempotency)),
    repayLoan: (input, caller, idempotency) => repayLoan(deps, input, caller, keyed(idempotency)),
    listLoanRecord: async (input, caller) => {
      // Loans are real money only: a demo account has none.
      if (caller.mode === 'demo') return { items: [], nextCursor: null }
      const { rows, nextCursor } = await readPage(input, (before, limit) =>
        listLoans(deps.db.query, { userId: caller.userId, status: input.status, before, limit }),
      )
      const moves = await movesOf(
        deps.db.query,
        rows.map(({ id }) => id),
      )
      return { items: rows.map((row) => toLoanResponse(row, moves.get(row.id) ?? [])), nextCursor }
    },
    getLoan: async ({ id }, caller) => shownIn(deps.db.query, await ownLoan(deps, id, caller)),
    loanAgreement: async ({ id }, caller) => {
      const row = await ownLoan(deps, id, caller)
      return new FileResponse('application/pdf', paperName(row), await agreementPaper(deps, row))
    },
  }) satisfies Handlers

/** Amount for which a term's rates are computed: for another amount only its rounding makes them differ. */
const example = usdt('1000')

async function showProducts(deps: LoansDeps): Promise<LoanProduct[]> {
  const tariff = await readTariff(deps)
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

async function showLimit(deps: LoansDeps, userId: string) {
  const [tariff, customer] = await Promise.all([readTariff(deps), deps.customerOf(userId, deps.db.query)])
  const standing = await standingOf(deps.db.query, userId, customer)
  const { tier, mostMinor, leftMinor } = loanLimit(tariff, standing)
  const capitalMinor = await houseFree(deps.db.query, 'loan-capital', 'USDT')
  return {
    verified: standing.verified,
    tier,
    most: writeUsdt(mostMinor),
    left: writeUsdt(lendableMinor(tariff, leftMinor, capitalMinor)),
    overdue: standing.overdue,
  }
}

async function ownLoan({ db }: LoansDeps, id: string, { userId }: Caller): Promise<LoanRow> {
  const row = await findLoan(db.query, { id, userId })
  if (row === null) throw new Refusal('notFound')
  return row
}
