import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MarketAction, TradableQuote } from '@candor/rules'
import type { EngineContext } from '../engine/engine-context.ts'
import type { Account, Position } from '../engine/position.ts'
import { ordersPerTurn } from './action-batches.ts'
import type { Adjusting, Prepared } from './adjusting.ts'
import type { Adjustment } from './adjustment.ts'
import { dividendNoticeValues, getsDividend, planDividend } from './plans/plan-dividend.ts'
import { planRoll, rollNoticeValues } from './plans/plan-roll.ts'
import { planSplit, splitNoticeValues } from './plans/plan-split.ts'

/** Quotes that an action is measured by. */
export interface ActionQuotes {
  /** The market's last quote before the action; null if none is stored. */
  readonly last: TradableQuote | null
  /** A roll's first one in the next contract. */
  readonly first: TradableQuote | null
}

interface Planner {
  readonly concerns: (position: Position) => boolean
  /** Null while a price or a conversion is missing. */
  readonly plan: (position: Position) => Adjustment | null
  readonly noticeValues: (of: readonly Adjustment[]) => Readonly<Record<string, string>>
}

const all = () => true

function plannerOf(
  context: EngineContext,
  action: MarketAction,
  { last, first }: ActionQuotes,
): Planner | null {
  if (action.kind === 'dividend')
    return {
      concerns: (position) => getsDividend(position, action),
      plan: (position) => planDividend(context, position, action),
      noticeValues: (of) => dividendNoticeValues(action, of),
    }
  if (action.kind === 'split')
    return {
      concerns: all,
      plan: (position) => planSplit(context, position, action, last),
      noticeValues: (of) => splitNoticeValues(action, of),
    }
  if (first === null) return null
  return {
    // An order that was placed after the old contract's end belongs to the next one.
    concerns: ({ createdAt }) => createdAt < action.at,
    plan: (position) => planRoll(context, position, action, { last, first }),
    noticeValues: (of) => rollNoticeValues(action, of),
  }
}

/**
 * Plans an action for every order of its market, in turns of the event loop, each account in one. The engine is paused and the board
 * frozen meanwhile, so all orders see the same prices. Null while a price or a conversion is missing.
 */
export async function prepareAction(
  context: EngineContext,
  adjusting: Adjusting,
  action: MarketAction,
  quotes: ActionQuotes,
): Promise<Prepared[] | null> {
  const planner = plannerOf(context, action, quotes)
  if (planner === null) return null
  const prepared: Prepared[] = []
  let planned = 0
  for (const [account, orders] of byAccount(context.book.orders.of(action.code), planner.concerns)) {
    const adjustments: Adjustment[] = []
    for (const position of orders.sort((a, b) => (a.sequence < b.sequence ? -1 : 1))) {
      const adjustment = planner.plan(position)
      if (adjustment === null) return null
      adjustments.push(adjustment)
    }
    prepared.push(...adjusting.prepare(action, account, adjustments, planner.noticeValues))
    planned += orders.length
    if (planned < ordersPerTurn) continue
    planned = 0
    await nextTurn()
  }
  return prepared
}

function byAccount(
  positions: readonly Position[],
  concerns: Planner['concerns'],
): ReadonlyMap<Account, Position[]> {
  const accounts = new Map<Account, Position[]>()
  for (const position of positions) {
    if (!concerns(position)) continue
    const known = accounts.get(position.account)
    if (known === undefined) accounts.set(position.account, [position])
    else known.push(position)
  }
  return accounts
}
