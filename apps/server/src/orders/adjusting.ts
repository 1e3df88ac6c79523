import type { NoticeKind } from '@candor/contract'
import type { MarketAction, TradableQuote } from '@candor/rules'
import { changeRow } from './decided.ts'
import type { Effect, Told } from './effect.ts'
import type { EngineParts } from './engine-parts.ts'
import { exitsFacts, type Facts } from './event-facts.ts'
import { orderOf } from './order-entity.ts'
import type { Account, Position } from './position.ts'

/** What an action may change of an order. */
export type Changed = Partial<
  Pick<
    Position,
    | 'lots'
    | 'openPrice'
    | 'price'
    | 'stopLoss'
    | 'takeProfit'
    | 'trailing'
    | 'status'
    | 'closePrice'
    | 'profitMinor'
    | 'closeReason'
    | 'closedAt'
    | 'holds'
  >
> & {
  /** Where its trailing stop's best price stands afterwards. */
  readonly best?: Position['openPrice']
}

/** What an action does to one order, before anything is changed. */
export interface Adjustment {
  readonly position: Position
  readonly change: Changed
  readonly facts: Facts
  readonly posting: Effect['posting']
  readonly quotes: Effect['quotes']
  /** What the customer gets beside it; minus is taken. */
  readonly moneyMinor: bigint
  /** What closing is worth afterwards, as the customer is shown it. */
  readonly profitMinor: bigint | null
  /** What its owner is told of this order alone; without it, it counts in the account's one notice. */
  readonly told?: readonly Told[]
}

/** One adjustment as it is written, and what it does in memory once it is. */
export interface Prepared {
  readonly effect: Effect
  readonly apply: () => void
}

/** Turns adjustments into effects: nothing in memory changes before all of them are in the database. */
export class Adjusting {
  private readonly parts: EngineParts
  private readonly trailNumber: () => bigint

  constructor(parts: EngineParts, trailNumber: () => bigint) {
    this.parts = parts
    this.trailNumber = trailNumber
  }

  /** `tell` gives the facts of one account's notice, of all its adjustments together. */
  prepare(
    action: MarketAction,
    adjustments: readonly Adjustment[],
    tell: (of: readonly Adjustment[]) => Readonly<Record<string, string>>,
  ): Prepared[] {
    const byAccount = new Map<Account, Adjustment[]>()
    for (const one of adjustments) {
      if (one.told !== undefined) continue
      const { account } = one.position
      byAccount.set(account, [...(byAccount.get(account) ?? []), one])
    }
    const told = new Set<Account>()
    return adjustments.map((adjustment) => {
      const { account } = adjustment.position
      if (adjustment.told !== undefined) return this.one(action, adjustment, adjustment.told)
      const notices = told.has(account)
        ? []
        : [this.told(action, account, tell(byAccount.get(account) ?? []))]
      told.add(account)
      return this.one(action, adjustment, notices)
    })
  }

  private told(action: MarketAction, account: Account, facts: Readonly<Record<string, string>>): Told {
    const kind: NoticeKind = action.kind
    const once = `${kind}:${action.id}:${account.mode}`
    return { id: this.parts.newId(), kind, once, code: action.code, orderId: null, facts }
  }

  private one(action: MarketAction, adjustment: Adjustment, notices: readonly Told[]): Prepared {
    const { position, change, facts, posting, quotes } = adjustment
    const { best, ...fields } = change
    const trail =
      position.trail === null || best === undefined ? null : { number: this.trailNumber(), from: best, best }
    const after: Position = {
      ...position,
      ...fields,
      events: position.events + 1,
      trail: position.trail !== null && trail !== null ? { ...position.trail, ...trail } : position.trail,
    }
    const effect: Effect = {
      position,
      account: position.account,
      kind: action.kind,
      form: 'change',
      row: changeRow(after),
      event: {
        kind: action.kind,
        at: this.parts.clock.now(),
        facts: { ...facts, ...exitsFacts(after, trail?.from ?? null) },
      },
      eventNumber: after.events,
      besides: null,
      posting,
      payer: 'house',
      balanceDelta: 0n,
      quotes,
      notices,
      answer: orderOf(after, adjustment.profitMinor, null),
      ask: null,
      undo: null,
    }
    return { effect, apply: () => this.apply(position, fields, trail) }
  }

  private apply(
    position: Position,
    fields: Omit<Changed, 'best'>,
    trail: { number: bigint; from: Position['openPrice']; best: Position['openPrice'] } | null,
  ): void {
    const { book } = this.parts
    const { account } = position
    const { called } = account
    const kept = position.trail
    const standing =
      kept === null
        ? null
        : (trail ?? { number: kept.number, from: kept.from, best: kept.group.stops.bestOf(kept) })
    book.remove(position)
    book.unwait(position)
    Object.assign(position, fields, { events: position.events + 1 })
    if (position.status === 'pending') book.wait(position)
    if (position.status !== 'open') return
    book.add(position)
    if (standing !== null) book.armTrailing(position, standing)
    // An adjustment changes nobody's worth: who was told of a margin call is not told again.
    account.called = called
  }
}

/** All of a market, the oldest first: open positions and what waits. */
export function ordersIn({ book }: EngineParts, code: string): Position[] {
  return [...book.positions.values(), ...book.waiting.values()]
    .filter(({ market }) => market.code === code)
    .sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
}

/** The prices a position stood at before an action: of the last tradable quote in hours, or of the chart where none is known. */
export interface LastPrices {
  readonly buyPrice: TradableQuote['buyPrice']
  readonly sellPrice: TradableQuote['sellPrice']
  /** Null: taken from the chart's last minute. */
  readonly quote: TradableQuote | null
}
