import type { OpsCalls, OpsResultOf, SmartProductShown, smartOps } from '@candor/contract'
import { writeRate, writeUsdt } from '@candor/money'
import { yearlyYield } from '@candor/rules'
import { houseBalance } from '../ledger/reports/house-balances.ts'
import type { BackOfficeOf, ServerContext } from '../module.ts'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { judgeProduct, productKind, toTermsResponse } from './change-product.ts'
import { allProducts, productChanges, type Sold, soldOf } from './products-store.ts'

const nothingSold: Sold = { openPlans: 0, principal: 0n, promised: 0n, plans: 0, amount: 0n }

/** Smart products in the console: seen with the reserve that pays them, and changed by two people. */
export function smartBackOffice(context: ServerContext): BackOfficeOf<typeof smartOps> {
  const { db, console, newId } = context
  const product = productKind(context)
  return {
    proposals: [product],
    handlers: {
      opsSmart: () => showSmart(db),
      opsProposeProduct: async ({ id, reason, ...terms }, operator) => {
        if (id !== undefined && !(await allProducts(db.query)).some((one) => one.id === id))
          throw new Refusal('notFound')
        const payload = { id: id ?? newId(), terms }
        await judgeProduct(db.query, payload)
        return console.propose({ kind: product.kind, payload, reason }, operator)
      },
    },
  }
}

async function showSmart({ query }: Database): Promise<OpsResultOf<OpsCalls['opsSmart']>> {
  const [products, sold, reserve, changes] = await Promise.all([
    allProducts(query),
    soldOf(query),
    houseBalance(query, 'yield-reserve', 'USDT'),
    productChanges(query),
  ])
  return {
    reserve: {
      balance: writeUsdt(reserve.balance),
      promised: writeUsdt(reserve.held),
      free: writeUsdt(reserve.balance - reserve.held),
    },
    products: products.map((product) => shown(product, sold.get(product.id) ?? nothingSold)),
    changes,
  }
}

const shown = (
  product: Parameters<typeof toTermsResponse>[0] & { readonly id: string },
  sold: Sold,
): SmartProductShown => ({
  id: product.id,
  ...toTermsResponse(product),
  yearly: product.timeframes.map(({ dailyYieldMin, dailyYieldMax }) => ({
    min: writeRate(yearlyYield(dailyYieldMin)),
    max: writeRate(yearlyYield(dailyYieldMax)),
  })),
  openPlans: sold.openPlans,
  principal: writeUsdt(sold.principal),
  promised: writeUsdt(sold.promised),
  soldPlans: sold.plans,
  soldAmount: writeUsdt(sold.amount),
})
