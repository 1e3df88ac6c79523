import type { SmartProductItem } from '@candor/contract'
import { writeRate, writeUsdt } from '@candor/money'
import type { ServerContext } from '../module.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { keyed } from '../platform/http/idempotency/idempotency-context.ts'
import { readPage } from '../platform/http/pages.ts'
import { startOfDay } from '../platform/start-of-day.ts'
import { buyPlan, readPenaltyShare } from './buy-plan.ts'
import { exitPlan } from './exit-plan.ts'
import { type PlanRow, toPlanResponse } from './plan-response.ts'
import type { SmartPorts } from './smart-ports.ts'
import { listPlans, paidSince, reserveLeftMinor, soldProducts } from './smart-store.ts'

/** Handlers of this module's calls. */
export const smartHandlers = (context: ServerContext & SmartPorts) =>
  ({
    listSmartProducts: () => showProducts(context),
    buySmart: (input, caller, idempotency) => buyPlan(context, input, caller, keyed(idempotency)),
    exitSmart: ({ id }, caller, idempotency) => exitPlan(context, id, caller, keyed(idempotency)),
    listSmartOrder: async (input, caller) => {
      // Plans are real money only: a demo account has none.
      if (caller.mode === 'demo') return { items: [], nextCursor: null }
      const { rows, nextCursor } = await readPage(input, (before, limit) =>
        listPlans(context.db.query, { userId: caller.userId, status: input.status, before, limit }),
      )
      return { items: await plansNow(context, rows), nextCursor }
    },
  }) satisfies Handlers

async function showProducts(context: ServerContext): Promise<SmartProductItem[]> {
  const [products, reserveLeft, penaltyShare] = await Promise.all([
    soldProducts(context.db.query),
    reserveLeftMinor(context.db.query),
    readPenaltyShare(context),
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

async function plansNow({ db, clock }: ServerContext, rows: readonly PlanRow[]) {
  const now = clock.now()
  const today = await paidSince(
    db.query,
    rows.map(({ id }) => id),
    startOfDay(now),
  )
  return rows.map((row) => toPlanResponse(row, today.get(row.id) ?? 0n, now))
}
