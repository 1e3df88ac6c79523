import {
  type Lots,
  lots,
  type Price,
  price,
  rate,
  writeLots,
  writePrice,
  writeScaled,
  writeUsdt,
} from '@candor/money'
import {
  closingPrice,
  commissionMinor,
  type Direction,
  marginMinor,
  marketsKnownBy,
  openingPrice,
  profitMinor,
  provesReasons,
  shareOf,
  swapMinor,
} from '@candor/rules'
import { checkConversions } from '../checks/check-conversion.ts'
import { checkReasons, checkTrailingStart } from '../checks/check-reason.ts'
import { checkDebts, checkStopOuts, missingOf } from '../checks/check-stop-out.ts'
import { checkSwaps } from '../checks/check-swaps.ts'
import { checkTerms } from '../checks/check-terms.ts'
import {
  type Contract,
  contract,
  conversionOfEvent,
  type Event,
  minorOf,
  need,
  type RequireEqual,
  type Sums,
  tariffed,
} from '../contract-document.ts'
import { checkDividend, checkRoll, checkSplit } from './recompute-actions.ts'
import { type Recomputed, withReasons } from './recomputed.ts'

/** Recomputes every number of a contract's receipt from its inputs, and every reason. Source: rulebook, Contracts. */
export function proveContract(document: unknown): Recomputed {
  const { version, order, events, markets = [] } = contract.parse(document)
  const market = marketsKnownBy(markets)(order.code)
  const findings = numbersOf(order, events)
  checkConversions(order, market, events, findings)
  const proven: string[] = []
  if (version >= withReasons) {
    for (const event of events) checkTrailingStart(order, event, findings)
    checkTerms(order, market, events, (finding) => findings.push(finding))
    checkSwaps(order, market, events, findings)
    checkStopOuts(order, events, { findings, proven })
    checkDebts(events, { findings, proven })
    checkReasons(order, events, { findings, proven })
  } else {
    if (provesReasons(events)) findings.push('a receipt that shows reasons is not of this version')
    proven.push('an older receipt: its sums are checked, why its events happened is not shown')
  }
  return { findings, proven }
}

/** Returns the findings: every statement that does not follow from the inputs. */
export const recomputeContract = (document: unknown): string[] => [...proveContract(document).findings]

function numbersOf(order: Contract, events: readonly Event[]): string[] {
  const findings: string[] = []
  const requireEqual = (field: string, stated: string | null | undefined, computed: string) => {
    if (stated !== computed) findings.push(`${field}: stated ${stated}, computed ${computed}`)
  }
  const sums: Sums = {
    fee: 0n,
    swap: 0n,
    owed: 0n,
    margin: null,
    lots: lots(order.lots),
    openPrice: null,
    spreadAdded: null,
    split: null,
  }
  const [opening] = events.filter(({ kind }) => kind === 'open')
  if (opening?.lots !== undefined) sums.lots = lots(opening.lots)
  for (const one of events) {
    checkNeighbours(one, findings)
    checks[one.kind]?.(order, one, sums, requireEqual)
  }
  if (sums.margin !== null) requireEqual('margin of the order', order.margin, writeUsdt(sums.margin))
  if (opening !== undefined) requireEqual('lots of the order', order.lots, writeLots(sums.lots))
  if (sums.openPrice !== null)
    requireEqual('open price of the order', order.openPrice ?? undefined, writePrice(sums.openPrice))
  requireEqual('sum of commissions', order.fee, writeUsdt(sums.fee))
  requireEqual('sum of swaps', order.swap, writeUsdt(sums.swap))
  return findings
}

/** Checks that the neighbouring quotes are of the same market, before the used one and right after it. */
function checkNeighbours({ number, quote: used, neighbours = [], after }: Event, findings: string[]): void {
  if (used === undefined) return
  const before = neighbours.every(({ code, seq }) => code === used.code && seq < used.seq)
  const next = after == null || (after.code === used.code && after.seq === used.seq + 1)
  if (!before || !next) findings.push(`the neighbours of event ${number} do not stand beside its quote`)
}

const commissionOf = (order: Contract, at: Price, one: Event, volume: Lots): bigint =>
  commissionMinor(
    volume,
    at,
    { contractSize: BigInt(order.contractSize), commissionRate: rate(order.commissionRate) },
    conversionOfEvent(one),
  )

function checkOpen(order: Contract, one: Event, sums: Sums, requireEqual: RequireEqual): void {
  const at = openingPrice(order.direction, tariffed(one))
  const margin = marginMinor(
    { lots: sums.lots, leverage: order.leverage },
    at,
    BigInt(order.contractSize),
    conversionOfEvent(one),
  )
  const commission = commissionOf(order, at, one, sums.lots)
  requireEqual('opening price', one.price, writeScaled(at, 10))
  requireEqual('margin', one.margin, writeUsdt(margin))
  requireEqual('opening commission', one.commission, writeUsdt(commission))
  sums.margin = margin
  sums.fee += commission
  sums.openPrice = at
  sums.spreadAdded = price(need(one.spreadAdded, 'spreadAdded'))
}

/** Recomputes the shares of a closed part: its own receipt begins with them, and its order's receipt deducts them. */
function checkPart(order: Contract, one: Event, sums: Sums, requireEqual: RequireEqual): void {
  const whole = {
    lots: lots(need(one.wholeLots, 'wholeLots')),
    marginMinor: minorOf(need(one.wholeMargin, 'wholeMargin')),
    feeMinor: minorOf(need(one.wholeFee, 'wholeFee')),
    swapMinor: minorOf(need(one.wholeSwap, 'wholeSwap')),
    owedMinor: minorOf(one.wholeOwed ?? '0'),
  }
  const share = shareOf(whole, lots(need(one.lots, 'lots')))
  requireEqual(`margin of the part, event ${one.number}`, one.margin, writeUsdt(share.marginMinor))
  requireEqual(`fee of the part, event ${one.number}`, one.fee, writeUsdt(share.feeMinor))
  requireEqual(`swap of the part, event ${one.number}`, one.swap, writeUsdt(share.swapMinor))
  requireEqual(
    `debts of the part, event ${one.number}`,
    writeUsdt(minorOf(one.owed ?? '0')),
    writeUsdt(share.owedMinor),
  )
  if (one.part === order.id) {
    const { marginMinor: margin, feeMinor: fee, swapMinor: swap, owedMinor: owed } = share
    Object.assign(sums, { margin, fee, swap, owed })
    return
  }
  requireEqual(`lots before event ${one.number}`, one.wholeLots, writeLots(sums.lots))
  if (sums.margin !== null)
    requireEqual(`margin before event ${one.number}`, one.wholeMargin, writeUsdt(sums.margin))
  requireEqual(`fee before event ${one.number}`, one.wholeFee, writeUsdt(sums.fee))
  requireEqual(`swap before event ${one.number}`, one.wholeSwap, writeUsdt(sums.swap))
  requireEqual(`debts before event ${one.number}`, writeUsdt(whole.owedMinor), writeUsdt(sums.owed))
  sums.lots = (sums.lots - share.lots) as Lots
  sums.margin = (sums.margin ?? 0n) - share.marginMinor
  sums.fee -= share.feeMinor
  sums.swap -= share.swapMinor
  sums.owed -= share.owedMinor
}

function checkClose(order: Contract, one: Event, sums: Sums, requireEqual: RequireEqual): void {
  const at = closingPrice(order.direction, tariffed(one))
  const holding = {
    direction: order.direction as Direction,
    lots: sums.lots,
    openPrice: price(need(order.openPrice ?? undefined, 'openPrice')),
  }
  const profit = profitMinor(holding, at, BigInt(order.contractSize), conversionOfEvent(one))
  const commission = commissionOf(order, at, one, sums.lots)
  requireEqual('lots closed', one.lots, writeLots(sums.lots))
  requireEqual('debts paid at the close', writeUsdt(minorOf(one.owed ?? '0')), writeUsdt(sums.owed))
  if (one.openPrice !== undefined)
    requireEqual('open price at the close', one.openPrice, writePrice(holding.openPrice))
  requireEqual('closing price', one.price, writeScaled(at, 10))
  requireEqual('profit', one.profit, writeUsdt(profit))
  requireEqual('profit of the order', order.profit ?? undefined, writeUsdt(profit))
  requireEqual('closing commission', one.commission, writeUsdt(commission))
  sums.fee += commission
}

function checkSwap(order: Contract, one: Event, sums: Sums, requireEqual: RequireEqual): void {
  const { bid, ask } = need(one.quote, 'quote')
  const mid = ((price(bid) + price(ask)) / 2n) as Price
  const terms = {
    contractSize: BigInt(order.contractSize),
    rate: rate(need(one.swapRate, 'swapRate')),
    nights: need(one.nights, 'nights'),
  }
  const minor = swapMinor(sums.lots, mid, terms, conversionOfEvent(one))
  requireEqual(`lots of event ${one.number}`, one.lots, writeLots(sums.lots))
  requireEqual(`swap of event ${one.number}`, need(one.swap, 'swap'), writeUsdt(minor))
  sums.swap += minorOf(need(one.swap, 'swap'))
}

/**
 * Recomputes a debt for another's loss: the missing part of the loss, at most the position's profit. An older receipt shows
 * only the debt.
 */
function checkDebt(order: Contract, one: Event, sums: Sums, requireEqual: RequireEqual): void {
  const owed = minorOf(need(one.owed, 'owed'))
  if (one.cover === undefined) {
    sums.owed = owed
    return
  }
  const profit = minorOf(need(one.profit, 'profit'))
  const missing = missingOf(one.cover)
  const worth = profit - sums.owed
  requireEqual(`debts before event ${one.number}`, one.owedBefore, writeUsdt(sums.owed))
  sums.owed += worth < missing ? worth : missing
  requireEqual(`debts after event ${one.number}`, one.owed, writeUsdt(sums.owed))
  if (one.quote === undefined || sums.openPrice === null) return
  const { lots: volume, openPrice } = sums
  const at = closingPrice(order.direction as Direction, tariffed(one))
  const holding = { direction: order.direction as Direction, lots: volume, openPrice }
  const computed = profitMinor(holding, at, BigInt(order.contractSize), conversionOfEvent(one))
  requireEqual(`lots of event ${one.number}`, one.lots, writeLots(volume))
  requireEqual(`open price at event ${one.number}`, one.openPrice, writePrice(openPrice))
  requireEqual(`profit at event ${one.number}`, one.profit, writeUsdt(computed))
}

/** Placing, editing, cancelling and expiring move no number that a receipt adds up. */
const checks: Partial<
  Record<Event['kind'], (order: Contract, one: Event, sums: Sums, requireEqual: RequireEqual) => void>
> = {
  open: checkOpen,
  swap: checkSwap,
  part: checkPart,
  close: checkClose,
  split: checkSplit,
  dividend: checkDividend,
  roll: checkRoll,
  owe: checkDebt,
}
