import type { Rate } from '@candor/money'
import { accept, type Decision, type Refused, refuse } from '../decision.ts'
import { planDailyYield, planDayMinor, type SmartProduct } from './plan.ts'

export interface PlanRequest {
  readonly days: number
  /** Null: not an amount of USDT. */
  readonly amountMinor: bigint | null
  /** Daily payout shown to the buyer, in USDT's smallest unit; null: not named. */
  readonly readDayMinor?: bigint | null
}

export interface PlanContext {
  /** Null: there is no such product, or it is no longer sold. */
  readonly product: SmartProduct | null
  readonly frozen: boolean
  /** The customer has an open plan of this product. */
  readonly alreadyOpen: boolean
  /** The customer's own limit that forbids new risk now (`beyondOwnLimit`); null: none. */
  readonly ownLimit?: Refused | null
  /** Plans are not sold in the customer's country (trust T21). */
  readonly countryOff: boolean
}

/** Terms promised by an accepted plan; amounts in USDT's smallest unit. */
export interface PlanOffer {
  readonly amountMinor: bigint
  readonly days: number
  readonly dailyYield: Rate
  readonly dayMinor: bigint
  readonly promisedMinor: bigint
}

/**
 * Decides a purchase and refuses in the order of the calls page: `productNotOffered`, `termNotOffered`,
 * `amountOutsideLimits`, `accountFrozen`, `alreadyHeld` when the same product is already open, `beyondOwnLimit`,
 * `unavailable` `country`, `quoteExpired` when the daily payout differs from the one shown. The ledger decides the
 * reserve (`unavailable` `reserve`) and funds (`insufficientFunds`). Source: rulebook, Smart plans.
 */
export function decidePlan(request: PlanRequest, context: PlanContext): Decision<PlanOffer> {
  const { product } = context
  if (product === null) return refuse('productNotOffered')
  const timeframe = product.timeframes.find(({ days }) => days === request.days)
  if (timeframe === undefined)
    return refuse('termNotOffered', { days: product.timeframes.map(({ days }) => days) })
  const { amountMinor } = request
  if (amountMinor === null || amountMinor < product.minAmountMinor || amountMinor > product.maxAmountMinor)
    return refuse('amountOutsideLimits')
  if (context.frozen) return refuse('accountFrozen')
  if (context.alreadyOpen) return refuse('alreadyHeld')
  if (context.ownLimit) return context.ownLimit
  if (context.countryOff) return refuse('unavailable', { reason: 'country' })
  const dailyYield = planDailyYield(timeframe, product, amountMinor)
  const dayMinor = planDayMinor({ amountMinor, dailyYield })
  if (request.readDayMinor != null && request.readDayMinor !== dayMinor) return refuse('quoteExpired')
  return accept({
    amountMinor,
    days: request.days,
    dailyYield,
    dayMinor,
    promisedMinor: dayMinor * BigInt(request.days),
  })
}
