import type { LoanProductShown, loansOps, OpsCalls, OpsResultOf } from '@candor/contract'
import { writeUsdt } from '@candor/money'
import type { Parameters } from '../../back-office/parameters/parameters.ts'
import type { BackOfficeOf, ServerContext } from '../../module.ts'
import type { Database } from '../../platform/database/database.ts'
import { productOf } from '../routes.ts'
import { judgeOffer, offerKind, offerNow } from './change-offer.ts'
import { readTariff } from './loan-offer.ts'
import { capitalOf, type Lent, lentByDays, offerChanges } from './offer-store.ts'

const nothingLent: Lent = { waiting: 0, running: 0, owed: 0n, paidOut: 0 }

/** Loan products in the console: seen, and changed by two people. */
export function offerBackOffice({ db, parameters, console }: ServerContext): BackOfficeOf<typeof loansOps> {
  const kind = offerKind(parameters)
  return {
    proposals: [kind],
    handlers: {
      opsLoanOffer: () => showOffer(db, parameters),
      opsProposeLoanOffer: async ({ reason, ...payload }, operator) => {
        await judgeOffer(parameters, db.query, payload)
        return console.propose({ kind: kind.kind, payload, reason }, operator)
      },
    },
  }
}

/** Shows the present offer and terms no longer offered, as long as a loan has them. */
async function showOffer(
  { query }: Database,
  parameters: Parameters,
): Promise<OpsResultOf<OpsCalls['opsLoanOffer']>> {
  const [offer, tariff, lent, capital, changes] = await Promise.all([
    offerNow(parameters, query),
    readTariff({ value: (key) => parameters.valueIn(query, key) }),
    lentByDays(query),
    capitalOf(query),
    offerChanges(query),
  ])
  const days = [...new Set([...offer.terms, ...lent.keys()])].sort((one, other) => one - other)
  const products = days.map((one): LoanProductShown => {
    const { owed, ...counts } = lent.get(one) ?? nothingLent
    return { ...productOf(tariff, one), lent: offer.terms.includes(one), ...counts, owed: writeUsdt(owed) }
  })
  const { balance, held } = capital
  return {
    offer,
    products,
    capital: { balance: writeUsdt(balance), held: writeUsdt(held), free: writeUsdt(balance - held) },
    changes,
  }
}
