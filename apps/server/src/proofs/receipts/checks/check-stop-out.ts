import { rate, writeUsdt } from '@candor/money'
import {
  type LevelSum,
  mustStopOut,
  noLevelSum,
  parseLevelSum,
  spendableMinor,
  standardMarginLevels,
  withShare,
  writeLevelSum,
} from '@candor/rules'
import { type Contract, closeOutOf, type Event, minorOf, need } from '../contract-document.ts'
import type { Reasons } from './check-reason.ts'

/**
 * Checks the decision for a stop-out: equity follows from balance, unrealised profit and holds for other purposes; it was at or below the sum
 * of each position's margin times its own close-out level; and no position that could be closed was worse. Source: rulebook, Contracts.
 */
export function checkStopOuts(
  order: Contract,
  events: readonly Event[],
  { findings, proven }: Reasons,
): void {
  for (const event of events) {
    if (event.kind !== 'close') continue
    if (event.lossOf !== undefined) checkCover(event, { findings, proven })
    else if (event.cover !== undefined) findings.push(`event ${event.number} pays for a loss and names none`)
    else if (event.reason === 'stopOut') checkStopOut(order, event, { findings, proven })
  }
}

function checkStopOut(order: Contract, event: Event, { findings, proven }: Reasons): void {
  const faults = faultsOf(order, event)
  findings.push(...faults)
  const { account } = event
  if (faults.length > 0 || account === undefined) return
  proven.push(
    `event ${event.number}: equity ${account.equity} was at or below ${writeLevelSum(closeOutSumOf(account))}, the close-out levels of the ` +
      `used margin ${account.margin}, and no position that could be closed stood worse`,
  )
}

type Account = NonNullable<Event['account']>

/** Equity at which the account's positions close. An older receipt states none: every position had the standard level. */
export function closeOutSumOf({ closeOutAt, margin }: Account): LevelSum {
  if (closeOutAt === undefined) return withShare(noLevelSum, minorOf(margin), standardMarginLevels.closeOut)
  const sum = parseLevelSum(closeOutAt)
  if (sum === null) throw new RangeError(`not an amount: ${closeOutAt}`)
  return sum
}

/**
 * Checks the decision to close a profitable position for another position's loss, at any level of the account: the balance
 * could not cover the loss, and no other position was more profitable (rulebook, Contracts).
 */
function checkCover(event: Event, { findings, proven }: Reasons): void {
  const { cover, number, lossOf } = event
  if (cover === undefined) {
    proven.push(`event ${number}: that the loss of ${lossOf} needed it is not shown`)
    return
  }
  const faults = coverFaults(event, cover)
  findings.push(...faults.map((fault) => `event ${number}: ${fault}`))
  if (faults.length > 0) return
  proven.push(
    `event ${number}: the balance ${cover.balance}, of which ${cover.held} is promised, could not bear the loss ${cover.cost} of ${lossOf}, ` +
      'and no other position stood better',
  )
}

/** Checks the decision that a position owes a part of another's loss, paid at its own close. */
export function checkDebts(events: readonly Event[], reasons: Reasons): void {
  for (const event of events) if (event.kind === 'owe') checkDebt(event, reasons)
}

function checkDebt(event: Event, { findings, proven }: Reasons): void {
  const { cover, number, lossOf, profit, owedBefore, owed } = event
  if (cover === undefined) {
    proven.push(`event ${number}: that the loss of ${lossOf} needed its debt is not shown`)
    return
  }
  const worth = minorOf(need(profit, 'profit')) - minorOf(need(owedBefore, 'owedBefore'))
  const faults = lossFaults(cover, worth)
  findings.push(...faults.map((fault) => `event ${number}: ${fault}`))
  if (faults.length > 0) return
  proven.push(
    `event ${number}: at its own close it owes ${owed}, since the balance ${cover.balance}, of which ${cover.held} is promised, could not bear the ` +
      `loss ${cover.cost} of ${lossOf}, and no other position stood better`,
  )
}

type LossCover = NonNullable<Event['cover']>

function coverFaults(event: Event, cover: LossCover): string[] {
  const gives = minorOf(need(event.profit, 'profit')) - minorOf(event.owed ?? '0')
  return [
    ...(event.reason === 'stopOut' ? [] : ['a position that pays a loss closes as a stop-out']),
    ...lossFaults(cover, gives),
  ]
}

/** The part of a loss that neither the balance nor the positions before bore, in USDT's smallest unit. */
export const missingOf = ({ cost, balance, held, covered }: LossCover): bigint =>
  minorOf(cost) -
  spendableMinor({ balanceMinor: minorOf(balance), heldOtherMinor: minorOf(held) }) -
  minorOf(covered)

function lossFaults(cover: LossCover, gives: bigint): string[] {
  const { cost, balance, held, covered, nextProfit } = cover
  return [
    ...(minorOf(covered) < 0n || minorOf(held) < 0n ? ['a sum is below zero'] : []),
    ...(missingOf(cover) > 0n
      ? []
      : [`the balance ${balance}, of which ${held} is promised, could bear the loss ${cost}`]),
    ...(gives > 0n ? [] : ['it was not in profit']),
    ...(nextProfit !== null && minorOf(nextProfit) > gives
      ? [`another position stood better, at ${nextProfit}`]
      : []),
  ]
}

function faultsOf(order: Contract, event: Event): string[] {
  const { account, number } = event
  if (account === undefined) return [`event ${number}: the account at the stop-out is not shown`]
  const equity = minorOf(account.balance) + minorOf(account.unrealised) - minorOf(account.held)
  const margin = minorOf(account.margin)
  const closeOutSum = closeOutSumOf(account)
  const faultIf = (isWrong: boolean, fault: string) => (isWrong ? [`event ${number}: ${fault}`] : [])
  return [
    ...faultIf(
      account.equity !== writeUsdt(equity),
      `equity: stated ${account.equity}, computed ${writeUsdt(equity)}`,
    ),
    ...faultIf(
      !mustStopOut(equity, closeOutSum),
      `equity ${account.equity} is above ${writeLevelSum(closeOutSum)}, the close-out levels of the margin ${account.margin}`,
    ),
    ...faultIf(margin < minorOf(order.margin), 'the used margin does not hold this order’s'),
    ...levelFaults(order, account, closeOutSum).flatMap((fault) => faultIf(true, fault)),
    ...standing(account, order, minorOf(need(event.profit, 'profit')) - minorOf(event.owed ?? '0'), faultIf),
  ]
}

/** Checks the order's own close-out level against the sum that the stop-out was decided by. */
function levelFaults(order: Contract, { closeOutAt, margin, positions }: Account, sum: LevelSum): string[] {
  const own = withShare(noLevelSum, minorOf(order.margin), closeOutOf(order))
  const others = minorOf(margin) - minorOf(order.margin)
  if (order.marginCloseOut !== undefined && closeOutAt === undefined)
    return ['the equity at which positions close is not shown']
  if (positions === 1 && sum !== own)
    return [`close-out: stated ${writeLevelSum(sum)}, computed ${writeLevelSum(own)}`]
  // No position counts with more than its margin, or with less than nothing.
  const isWithin = sum >= own && sum - own <= withShare(noLevelSum, others, wholeMargin)
  return isWithin ? [] : [`close-out ${writeLevelSum(sum)} does not hold this order’s ${writeLevelSum(own)}`]
}

const wholeMargin = rate('1')

/** Checks this position's rank among the account’s. */
function standing(
  { positions, nextProfit, unrealised, margin }: Account,
  order: Contract,
  profit: bigint,
  faultIf: (isWrong: boolean, fault: string) => string[],
): string[] {
  const worse = nextProfit !== null && minorOf(nextProfit) < profit
  const alone = nextProfit === null && minorOf(unrealised) === profit && margin === order.margin
  return [
    ...faultIf(worse, `another position stood worse, at ${nextProfit}`),
    ...faultIf(positions === 1 && !alone, 'the account’s only position is this one'),
    ...faultIf(positions < 1, 'the account has a position'),
  ]
}
