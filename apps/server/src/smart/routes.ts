import type { SmartProductItem } from '@candor/contract'
import { writeRate } from '@candor/money'
import type { Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency/idempotency-context.ts'
import { readPage } from '../platform/http/pages.ts'
import { startOfDay } from '../platform/start-of-day.ts'
import { buyPlan, readPenaltyShare } from './buy-plan.ts'
import { exitPlan } from './exit-plan.ts'
import { type PlanRow, toPlanResponse, writeUsdt } from './plan-response.ts'
import type { SmartDeps } from './smart-deps.ts'
import { listPlans, paidSince, reserveLeftMinor, soldProducts } from './smart-store.ts'

/** Handlers of this module's calls. */
export const smartHandlers = (deps: SmartDeps) =>
  ({
    listSmartProducts: () => showProducts(deps),
    buySmart: (input, caller, idempotency) => buyPlan(deps, input, caller, keyed(idempotency)),
    exitSmart: ({ id }, caller, idempotency) => exitPlan(deps, id, caller, keyed(idempotency)),
    listSmartOrder: async (input, caller) => {
      // Plans are real money only: a demo account has none.
      if (caller.mode === 'demo') return { items: [], nextCursor: null }
      const { rows, nextCursor } = await readPage(input, (before, limit) =>
        listPlans(deps.db.query, { userId: caller.userId, status: input.status, before, limit }),
      )
      return { items: await plansNow(deps, rows), nextCursor }
    },
  }) satisfies Handlers

async function showProducts(deps: SmartDeps): Promise<SmartProductItem[]> {
  const [products, reserveLeft, penaltyShare] = await Promise.all([
    soldProducts(deps.db.query),
    reserveLeftMinor(deps.db.query),
    readPenaltyShare(deps),
  ])
  return products.map((product) => ({
    id: product.id,
    name: product.name,
    timeframes: product.timeframes.map(({ days, dailyYieldMin, dailyYieldMax }) => ({
      days,
      dailyYieldMin: writeRate(dailyYieldMin),
      dailyYieldMax: writeRate(dailyYieldMax),
    })),
    minAmount: writeUsdt(product.minAmountMinor),
    maxAmount: writeUsdt(product.maxAmountMinor),
    penaltyShare: writeRate(penaltyShare),
    reserveLeft: writeUsdt(reserveLeft),
  }))
}

async function plansNow({ db, clock }: SmartDeps, rows: readonly PlanRow[]) {
  const now = clock.now()
  const today = await paidSince(
    db.query,
    rows.map(({ id }) => id),
    startOfDay(now),
  )
  return rows.map((row) => toPlanResponse(row, today.get(row.id) ?? 0n, now))
}
