import { mustStopOut } from '@candor/rules'
import type { Reasons } from './check-reason.ts'
import { type Contract, type Event, minorOf, need, written } from './contract-document.ts'

/**
 * Checks the decision for a stop-out: equity follows from balance, unrealised profit and holds for other purposes; it was at or below half
 * of the margin in use; and no position that could be closed was worse. Source: rulebook, Contracts.
 */
export function checkStopOuts(
  order: Contract,
  events: readonly Event[],
  { findings, proven }: Reasons,
): void {
  for (const event of events) {
    const isStopOut = event.kind === 'close' && event.reason === 'stopOut'
    // A winner that pays another order's loss closes whatever its own account's level is.
    if (!isStopOut || event.lossOf !== undefined) continue
    const faults = faultsOf(order, event)
    findings.push(...faults)
    const { account } = event
    if (faults.length === 0 && account !== undefined)
      proven.push(
        `event ${event.number}: equity ${account.equity} was at or below half of the margin in use, ${account.margin}, ` +
          'and no position that could be closed stood worse',
      )
  }
}

function faultsOf(order: Contract, event: Event): string[] {
  const { account, number } = event
  if (account === undefined) return [`event ${number}: the account at the stop-out is not shown`]
  const equity = minorOf(account.balance) + minorOf(account.unrealised) - minorOf(account.held)
  const margin = minorOf(account.margin)
  const say = (isWrong: boolean, fault: string) => (isWrong ? [`event ${number}: ${fault}`] : [])
  return [
    ...say(
      account.equity !== written(equity),
      `equity: stated ${account.equity}, computed ${written(equity)}`,
    ),
    ...say(
      !mustStopOut(equity, margin),
      `equity ${account.equity} is above half of the margin ${account.margin}`,
    ),
    ...say(margin < minorOf(order.margin), 'the margin in use does not hold this order’s'),
    ...standing(account, order, minorOf(need(event.profit, 'profit')) - minorOf(event.owed ?? '0'), say),
  ]
}

/** Checks this position's rank among the account’s. */
function standing(
  { positions, nextProfit, unrealised, margin }: NonNullable<Event['account']>,
  order: Contract,
  profit: bigint,
  say: (isWrong: boolean, fault: string) => string[],
): string[] {
  const worse = nextProfit !== null && minorOf(nextProfit) < profit
  const alone = nextProfit === null && minorOf(unrealised) === profit && margin === order.margin
  return [
    ...say(worse, `another position stood worse, at ${nextProfit}`),
    ...say(positions === 1 && !alone, 'the account’s only position is this one'),
    ...say(positions < 1, 'the account has a position'),
  ]
}
