import type { NoticeKind } from '@candor/contract'
import type { MarketAction } from '@candor/rules'
import type { Effect, PendingNotice } from '../commits/effect.ts'
import type { EngineContext } from '../engine/engine-context.ts'
import { moveOrder } from '../engine/order-moves.ts'
import type { Account, Position } from '../engine/position.ts'
import { orderOf } from '../orders/order-entity.ts'
import { changeRow } from '../orders/order-rows.ts'
import { exitDetails } from '../receipts/event-details.ts'
import { type Debt, recordDebt } from '../risk/debts.ts'
import { inPostingOrder, type SharedDebt, sharedDebtsFor } from './action-cover.ts'
import type { Adjustment, Changed } from './adjustment.ts'

/** One adjustment as it is written, and its effect in memory once it is. */
export interface Prepared {
  readonly effect: Effect
  readonly apply: () => void
}

/** Turns adjustments into effects: nothing in memory changes before all of them are in the database. */
export class Adjusting {
  private readonly context: EngineContext
  private readonly trailNumber: () => bigint

  constructor(context: EngineContext, trailNumber: () => bigint) {
    this.context = context
    this.trailNumber = trailNumber
  }

  /** Of one account: `adjustments` are all that it has in the market. `noticeValues` returns the values of its notice, of all of them together. */
  prepare(
    action: MarketAction,
    account: Account,
    adjustments: readonly Adjustment[],
    noticeValues: (of: readonly Adjustment[]) => Readonly<Record<string, string>>,
  ): Prepared[] {
    const ordered = inPostingOrder(adjustments)
    const owing = sharedDebtsFor(this.context, account, ordered)
    const combined = adjustments.filter(({ notices }) => notices === undefined)
    const first = ordered.find(({ notices }) => notices === undefined)
    const adjusted = new Set(adjustments.map(({ position }) => position))
    const after = new Map<Position, Position>()
    return ordered.flatMap((adjustment) => {
      const sharedNotices =
        adjustment === first ? [this.actionNotice(action, account, noticeValues(combined))] : []
      const notices = adjustment.notices ?? sharedNotices
      const lossOf = adjustment.position.id
      return [
        this.prepareOrder(action, { adjustment, notices }, after),
        ...(owing.get(adjustment) ?? []).map((prepareOrder) =>
          this.prepareDebt(
            { ...prepareOrder, isQuoted: !adjusted.has(prepareOrder.position) },
            lossOf,
            after,
          ),
        ),
      ]
    })
  }

  private actionNotice(
    action: MarketAction,
    account: Account,
    values: Readonly<Record<string, string>>,
  ): PendingNotice {
    const kind: NoticeKind = action.kind
    const once = `${kind}:${action.id}:${account.mode}`
    return { id: this.context.newId(), kind, once, code: action.code, orderId: null, values }
  }

  /** `states` are the orders' states so far: one that is adjusted may owe for another one too. */
  private prepareOrder(
    action: MarketAction,
    { adjustment, notices }: { readonly adjustment: Adjustment; readonly notices: readonly PendingNotice[] },
    states: Map<Position, Position>,
  ): Prepared {
    const { position, change, details, posting, quotes } = adjustment
    const { best, ...fields } = change
    const trail =
      position.trail === null || best === undefined ? null : { number: this.trailNumber(), from: best, best }
    const before = states.get(position) ?? position
    const after: Position = {
      ...before,
      ...fields,
      events: before.events + 1,
      trail: position.trail !== null && trail !== null ? { ...position.trail, ...trail } : position.trail,
    }
    states.set(position, after)
    const effect: Effect = {
      position,
      account: position.account,
      kind: action.kind,
      row: changeRow(after),
      event: {
        kind: action.kind,
        at: this.context.clock.now(),
        details: { ...details, ...exitDetails(after, trail?.from ?? null) },
      },
      eventNumber: after.events,
      relatedChanges: null,
      posting,
      payer: 'house',
      balanceDeltaMinor: 0n,
      quotes,
      notices,
      shownOrder: orderOf(after, adjustment.profitMinor, null),
      idempotency: null,
      isAwaited: false,
      undo: null,
    }
    return { effect, apply: () => this.apply(position, fields, trail) }
  }

  /** A position in profit owes a part of what the action takes of another one. */
  private prepareDebt(
    { position, minor, worthMinor, ...owing }: SharedDebt & Pick<Debt, 'isQuoted'>,
    lossOf: string,
    states: Map<Position, Position>,
  ): Prepared {
    const before = states.get(position) ?? position
    const profitMinor = worthMinor + before.owedMinor
    const debt = recordDebt(this.context, { ...owing, position: before, minor, profitMinor }, lossOf)
    const after = { ...before, owedMinor: before.owedMinor + minor, events: before.events + 1 }
    states.set(position, after)
    const { clock, valuation, book } = this.context
    const effect: Effect = {
      position,
      account: position.account,
      kind: 'owe',
      row: changeRow(after),
      event: { kind: 'owe', at: clock.now(), details: debt.details },
      eventNumber: after.events,
      relatedChanges: null,
      posting: null,
      payer: 'house',
      balanceDeltaMinor: 0n,
      quotes: debt.quotes,
      notices: [],
      shownOrder: orderOf(after, valuation.profitOf(position), null),
      idempotency: null,
      isAwaited: false,
      undo: null,
    }
    const apply = () => {
      book.setOwed(position, position.owedMinor + minor)
      position.events += 1
    }
    return { effect, apply }
  }

  private apply(
    position: Position,
    fields: Omit<Changed, 'best'>,
    trail: { number: bigint; from: Position['openPrice']; best: Position['openPrice'] } | null,
  ): void {
    const { book } = this.context
    const { account } = position
    const { called } = account
    const trailBefore = position.trail
    const trailAfter =
      trailBefore === null
        ? null
        : (trail ?? {
            number: trailBefore.number,
            from: trailBefore.from,
            best: trailBefore.group.stops.bestOf(trailBefore),
          })
    book.remove(position)
    book.unwait(position)
    if (fields.status !== undefined) moveOrder(position, fields.status)
    Object.assign(position, fields, { events: position.events + 1 })
    if (position.status === 'pending') book.wait(position)
    if (position.status !== 'open') return
    book.add(position)
    if (trailAfter !== null) book.levels.armTrailing(position, trailAfter)
    // An adjustment does not change an account's value: the margin call is not sent again.
    book.setCalled(account, called)
  }
}
