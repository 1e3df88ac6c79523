import type { SmartProductItem } from '@candor/contract'
import { Amount, parseRate, parseUsdt, type Rate, writeRate } from '@candor/money'
import * as refusals from '@candor/refusals/codes.ts'
import { decidePlan, type PlanOffer } from '@candor/rules/smart/decide-plan.ts'
import { exitPenaltyMinor, planDayMs, type SmartProduct, yearlyYield } from '@candor/rules/smart/plan.ts'

/** Fields of a plan; the amount as typed, in USDT. */
export interface PlanForm {
  readonly productId: string | null
  readonly days: number | null
  readonly amount: string
}

export type PlanField = 'product' | 'days' | 'amount' | 'form'

export type PlanReason = 'required' | 'notAnAmount' | 'below' | 'above' | 'held' | 'funds' | 'reserve'

export interface PlanProblem {
  readonly field: PlanField
  readonly reason: PlanReason
  /** The bound that was exceeded, a decimal text in USDT. */
  readonly limit?: string
}

/** State outside the form that its checks need. */
export interface PlanSurroundings {
  /** Products of which the customer already has a running plan. */
  readonly heldProducts: ReadonlySet<string>
  /** Available amount of the real account, a decimal text in USDT; null while unknown. */
  readonly available: string | null
}

/** All payouts and costs of a plan, as decimal texts in USDT and rates as fractions. */
export interface PlanFigures {
  readonly amount: string
  readonly days: number
  readonly dailyYield: string
  readonly yearlyYield: string
  readonly perDay: string
  readonly promised: string
  /** Sum of the amount and all payouts. */
  readonly atEnd: string
  /** Maximum cost of an early exit: after every payout but the last. */
  readonly penaltyMost: string
  readonly completesAt: Date
}

const textOf = (minor: bigint): string => new Amount('USDT', minor).toString()
const rateOf = (text: string): Rate => parseRate(text) ?? (0n as Rate)

/** True when the reserve is used up. */
export const isSoldOut = ({ reserveLeft }: Pick<SmartProductItem, 'reserveLeft'>): boolean =>
  !/[1-9]/.test(reserveLeft)

/** Initial product of the form: the first that is on sale and that the customer does not hold yet. */
export function firstOffered(
  products: readonly SmartProductItem[] | undefined,
  held: ReadonlySet<string>,
): SmartProductItem | null {
  const there = products?.filter((product) => !isSoldOut(product)) ?? []
  return there.find(({ id }) => !held.has(id)) ?? there[0] ?? products?.[0] ?? null
}

/** Converts a product to the input of the shared rule. */
export const ruleProduct = (item: SmartProductItem): SmartProduct => ({
  id: item.id,
  minAmountMinor: parseUsdt(item.minAmount) ?? 0n,
  maxAmountMinor: parseUsdt(item.maxAmount) ?? 0n,
  timeframes: item.timeframes.map(({ days, dailyYieldMin, dailyYieldMax }) => ({
    days,
    dailyYieldMin: rateOf(dailyYieldMin),
    dailyYieldMax: rateOf(dailyYieldMax),
  })),
})

/** Yield of a year without reinvestment (trust T3). */
export const yearlyOf = (dailyYield: string): string => writeRate(yearlyYield(rateOf(dailyYield)))

/** Chooses a product and keeps the fields that still fit. */
export function chooseProduct(form: PlanForm, product: SmartProductItem): PlanForm {
  const fits = product.timeframes.some(({ days }) => days === form.days)
  return {
    productId: product.id,
    days: fits ? form.days : (product.timeframes[0]?.days ?? null),
    amount: form.amount,
  }
}

/**
 * Computes the figures by the server's own rule (`decidePlan`); null while product, days or amount would be refused. A lack of
 * reserve or funds, which only the ledger decides, does not hide them: a customer can read the payouts before they can buy.
 */
export function planFigures(
  form: PlanForm,
  product: SmartProductItem | null,
  nowMs: number,
): PlanFigures | null {
  const offer = offerOf(form, product)
  if (offer === null || product === null) return null
  const paidBeforeLast = offer.dayMinor * BigInt(offer.days - 1)
  const terms = { amountMinor: offer.amountMinor, penaltyShare: rateOf(product.penaltyShare) }
  return {
    amount: textOf(offer.amountMinor),
    days: offer.days,
    dailyYield: writeRate(offer.dailyYield),
    yearlyYield: writeRate(yearlyYield(offer.dailyYield)),
    perDay: textOf(offer.dayMinor),
    promised: textOf(offer.promisedMinor),
    atEnd: textOf(offer.amountMinor + offer.promisedMinor),
    penaltyMost: textOf(exitPenaltyMinor(terms, paidBeforeLast)),
    completesAt: new Date(nowMs + offer.days * planDayMs),
  }
}

function offerOf(form: PlanForm, product: SmartProductItem | null): PlanOffer | null {
  if (form.days === null) return null
  const state = {
    product: product === null ? null : ruleProduct(product),
    frozen: false,
    alreadyOpen: false,
    countryOff: false,
  }
  const decision = decidePlan({ days: form.days, amountMinor: parseUsdt(form.amount.trim()) }, state)
  return decision.ok ? decision.value : null
}

/** Finds the problems, at most one a field, in the server's order: the first is the one it would refuse with. */
export function planProblems(
  form: PlanForm,
  product: SmartProductItem | null,
  around: PlanSurroundings,
): readonly PlanProblem[] {
  if (product === null) return [{ field: 'product', reason: 'required' }]
  const found: PlanProblem[] = []
  if (!product.timeframes.some(({ days }) => days === form.days))
    found.push({ field: 'days', reason: 'required' })
  const amount = amountProblem(form, product, around)
  if (amount !== null) found.push(amount)
  if (around.heldProducts.has(product.id)) found.push({ field: 'product', reason: 'held' })
  return found
}

function amountProblem(
  form: PlanForm,
  product: SmartProductItem,
  { available }: PlanSurroundings,
): PlanProblem | null {
  const text = form.amount.trim()
  if (text === '') return { field: 'amount', reason: 'required' }
  const minor = parseUsdt(text)
  if (minor === null) return { field: 'amount', reason: 'notAnAmount' }
  const { minAmountMinor, maxAmountMinor } = ruleProduct(product)
  if (minor < minAmountMinor) return { field: 'amount', reason: 'below', limit: product.minAmount }
  if (minor > maxAmountMinor) return { field: 'amount', reason: 'above', limit: product.maxAmount }
  const offer = offerOf(form, product)
  if (offer !== null && offer.promisedMinor > (parseUsdt(product.reserveLeft) ?? 0n))
    return { field: 'amount', reason: 'reserve', limit: product.reserveLeft }
  if (available !== null && minor > (parseUsdt(available) ?? 0n))
    return { field: 'amount', reason: 'funds', limit: available }
  return null
}

const fields: Readonly<Record<number, PlanField>> = {
  [refusals.productNotOffered]: 'product',
  [refusals.alreadyHeld]: 'product',
  [refusals.termNotOffered]: 'days',
  [refusals.insufficientFunds]: 'amount',
  [refusals.amountOutsideLimits]: 'amount',
  [refusals.amountInvalid]: 'amount',
}

/** Finds the field of a buySmart refusal (specification §8). */
export const fieldOfPlanRefusal = (code: number): PlanField => fields[code] ?? 'form'

/** Preset amounts of a product: its minimum, a middle value and its maximum, rounded to numbers one would type. */
export function amountPresets(product: SmartProductItem): readonly string[] {
  const least = Number(product.minAmount)
  const most = Number(product.maxAmount)
  const middle = niceBelow(Math.sqrt(least * most))
  return [...new Set([least, middle, most])].filter((one) => one >= least && one <= most).map(String)
}

function niceBelow(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return Math.floor(value / unit) * unit
}
