import type { Plan } from '@candor/contract'
import { parseRate, parseUsdt, type Rate } from '@candor/money'
import { decidePlan, type PlanOffer, planDayMs } from '@candor/rules'
import type { PostingOutcome } from '../ledger/ledger.ts'
import type { ReservedMoney } from '../ledger/spend-once.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { IdempotencyContext } from '../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../platform/http/refusal.ts'
import { purchasePosting } from './plan-postings.ts'
import { toPlanResponse } from './plan-response.ts'
import type { SmartPorts } from './smart-ports.ts'
import { addPlan, hasOpenPlan, type ListedProduct, lockCustomer, soldProducts } from './smart-store.ts'

export interface PlanInput {
  readonly productId: string
  readonly days: number
  readonly amount: string
  readonly perDay?: string | undefined
}

/**
 * Starts a plan: its whole yield is set aside in the reserve, the principal moves to its own account and the terms are
 * stored, in one commit. A reserve that does not cover every day of it sells nothing (`unavailable`, trust T2).
 */
export async function buyPlan(
  context: ServerContext & SmartPorts,
  input: PlanInput,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<Plan> {
  const [customer, countriesOff, penaltyShare, ownLimit] = await Promise.all([
    context.customerOf(caller.userId),
    context.parameters.value('smart.countriesOff'),
    readPenaltyShare(context),
    context.ownLimit(caller.userId, caller.mode),
  ])
  let bought = false
  const spending = { asset: 'USDT', minor: parseUsdt(input.amount) ?? 0n } as const
  const plan = await context.spendOnce(caller, idempotency, spending, async (tx, money) => {
    await lockCustomer(tx, caller.userId)
    const products = await soldProducts(tx)
    const product = products.find(({ id }) => id === input.productId) ?? null
    const offer = orRefuse(
      decidePlan(
        {
          days: input.days,
          amountMinor: parseUsdt(input.amount),
          // An amount finer than USDT was never shown to a customer.
          readDayMinor: input.perDay === undefined ? null : (parseUsdt(input.perDay) ?? 0n),
        },
        {
          product,
          frozen: customer.frozen,
          alreadyOpen: product !== null && (await hasOpenPlan(tx, caller.userId, product.id)),
          ownLimit,
          countryOff: isOff(customer.country, countriesOff),
        },
      ),
    )
    if (product === null) throw new Error('an accepted plan has a product')
    const row = await storePlan(context, tx, caller.userId, { product, offer, penaltyShare, money })
    bought = true
    return toPlanResponse(row, 0n, Number(row.started_at))
  })
  if (bought) context.events.publish(caller.userId, 'real', 'order', plan)
  return plan
}

/** Reads the present maximum penalty of an early exit, as a share of the principal. */
export async function readPenaltyShare({ parameters }: ServerContext): Promise<Rate> {
  const share = parseRate(String(await parameters.value('exitPenalty')))
  if (share === null) throw new Error('the parameter exitPenalty cannot be read')
  return share
}

/** Checks whether plans are off for a country; an unknown country counts as off when any country is. */
function isOff(country: string | null, off: unknown): boolean {
  if (!Array.isArray(off) || off.length === 0) return false
  return country === null || off.some((entry) => String(entry).toUpperCase() === country.toUpperCase())
}

interface Sale {
  readonly product: ListedProduct
  readonly offer: PlanOffer
  readonly penaltyShare: Rate
  readonly money: ReservedMoney
}

async function storePlan(context: ServerContext, tx: Tx, userId: string, sale: Sale) {
  const { product, offer, penaltyShare, money } = sale
  const id = context.newId()
  const startedAt = context.clock.now()
  const moved = { id, userId, amountMinor: offer.amountMinor, dayMinor: offer.dayMinor }
  refuseShort(await money.post(tx, purchasePosting(moved, offer.promisedMinor)))
  return addPlan(tx, {
    id,
    order_no: `P${id.replaceAll('-', '').slice(-12).toUpperCase()}`,
    public_id: context.newId(),
    user_id: userId,
    product_id: product.id,
    product_name: product.name,
    amount: offer.amountMinor,
    days: offer.days,
    daily_yield: offer.dailyYield,
    day_minor: offer.dayMinor,
    penalty_share: penaltyShare,
    started_at: BigInt(startedAt),
    next_due_at: BigInt(startedAt + planDayMs),
    penalty: null,
    closed_at: null,
  })
}

/** `unavailable` `reserve` when the yield reserve is short. */
function refuseShort(outcome: PostingOutcome): void {
  if (outcome.ok) return
  if (outcome.why === 'insufficient' && outcome.account?.class === 'yield-reserve')
    throw new Refusal('unavailable', { reason: 'reserve' })
  throw new Error(`the ledger refused a plan: ${outcome.why}`)
}
