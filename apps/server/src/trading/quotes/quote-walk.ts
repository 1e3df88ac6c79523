import type { Price } from '@candor/money'
import { type CloseReason, closingPrice, type TradableQuote } from '@candor/rules'
import type { EngineContext } from '../engine/engine-context.ts'
import type { Account, Position } from '../engine/position.ts'
import type { PositionsInDoubt } from '../engine/positions-in-doubt.ts'
import type { PositionCloser } from '../orders/position-closer.ts'
import type { WaitingOrders } from '../orders/waiting-orders.ts'
import type { StopOuts } from '../risk/stop-outs/stop-outs.ts'
import { type HeldTriggers, levelOf, type ReachedBy } from '../triggers/held-triggers.ts'
import type { ExitTrigger } from '../triggers/order-levels.ts'
import type { Walk } from './walk.ts'

interface Reached {
  readonly exits: readonly ExitTrigger[]
  readonly entries: readonly Position[]
  /** Accounts that have to be added up. */
  readonly accounts: Set<Account>
}

/** Carries out one tradable quote in order: exits, then entries, each in the order they were placed, then stop-outs. */
export class QuoteWalk {
  private readonly context: EngineContext
  private readonly closings: PositionCloser
  private readonly waiting: WaitingOrders
  private readonly stopOuts: StopOuts
  private readonly doubts: PositionsInDoubt
  private readonly held: HeldTriggers

  constructor(
    context: EngineContext,
    collaborators: {
      readonly closings: PositionCloser
      readonly waiting: WaitingOrders
      readonly stopOuts: StopOuts
      readonly doubts: PositionsInDoubt
      readonly held: HeldTriggers
    },
  ) {
    this.context = context
    this.closings = collaborators.closings
    this.waiting = collaborators.waiting
    this.stopOuts = collaborators.stopOuts
    this.doubts = collaborators.doubts
    this.held = collaborators.held
  }

  /**
   * Begins the walk of a quote. Outside the market's hours nothing fires; a conversion may still have moved, so guards are set again. With
   * `levelsOnly` no account is checked for a stop-out: the next quote checks those whose guards this one reached.
   */
  begin(quote: TradableQuote, levelsOnly: boolean): Walk {
    const { unguarded } = this.context.book
    const reached = this.reached(quote)
    if (levelsOnly) {
      for (const account of reached.accounts) unguarded.add(account)
      reached.accounts.clear()
      const pending = new Set<Account>()
      return { pending, steps: this.levels(quote, reached) }
    }
    for (const account of unguarded) reached.accounts.add(account)
    const pending = new Set(reached.accounts)
    for (const { position } of reached.exits) pending.add(position.account)
    for (const position of reached.entries) pending.add(position.account)
    return { pending, steps: this.steps(quote, reached, pending) }
  }

  /** Stop-outs account by account in order of appearance. */
  private *steps(quote: TradableQuote, reached: Reached, pending: Set<Account>) {
    const { accounts } = reached
    const { unguarded } = this.context.book
    for (const { account } of this.levels(quote, reached)) {
      if (unguarded.has(account)) accounts.add(account)
      yield
    }
    for (const account of pending) if (!accounts.has(account)) pending.delete(account)
    for (const account of [...accounts].sort((a, b) => a.sequence - b.sequence)) {
      yield* this.stopOuts.judge(account, quote)
      pending.delete(account)
      yield
    }
  }

  /** Exits, then entries; a step each. */
  private *levels(quote: TradableQuote, { exits, entries }: Reached): Generator<Position> {
    for (const { position, reason } of exits) {
      this.fire(position, reason, { quote, best: followed(position, reason) })
      yield position
    }
    for (const position of entries) {
      this.waiting.fill(position, quote)
      yield position
    }
  }

  private reached(quote: TradableQuote): Reached {
    const exits: ExitTrigger[] = []
    const entries: Position[] = []
    const accounts = new Set<Account>()
    this.context.book.levels.reach(quote, (trigger) => {
      if ('position' in trigger) exits.push(trigger)
      else if ('entry' in trigger) entries.push(trigger.entry)
      else if ('account' in trigger) accounts.add(trigger.account)
      else {
        const { stops } = trigger.trail
        for (const position of stops.reached(trigger.trail, closingPrice(stops.direction, quote)))
          exits.push({ position, reason: 'trailing' })
      }
    })
    exits.sort(
      (a, b) => byPlacing(a.position, b.position) || exitRank.indexOf(a.reason) - exitRank.indexOf(b.reason),
    )
    return { exits, entries: entries.sort(byPlacing), accounts }
  }

  private fire(position: Position, reason: CloseReason, reached: ReachedBy): void {
    if (position.status !== 'open') return
    const level = levelOf(position, reason)
    const first = this.held.firstOf(position, level, reached)
    const rest = () => this.watchAgain(position, first)
    if (this.held.isOvertaken(position, level)) {
      rest()
      return
    }
    if (this.doubts.mustWait(position.account)) {
      this.doubts.defer(position, () => {
        // An edit that was refused meanwhile has set the level back, and watches it again.
        if (levelOf(position, reason) === level) this.fire(position, reason, first)
      })
      return
    }
    if (this.held.isBarred(position, level)) {
      rest()
      return
    }
    this.held.release(position)
    const act = () => {
      if (position.status !== 'open' || levelOf(position, reason) !== level) return
      rest()
      this.fire(position, reason, first)
    }
    // Held meanwhile, a trailing stop has followed later quotes.
    if (followed(position, reason) !== first.best) rest()
    const pending = this.closings.close(position, first.quote, reason, null)
    if (pending !== null) {
      this.held.holdIfRefused(pending, { level, first, act })
      return
    }
    // Nothing converts its result yet: it stays as it is until then.
    this.held.hold(position, { level, first, act })
    rest()
  }

  private watchAgain(position: Position, { best }: ReachedBy): void {
    const { levels } = this.context.book
    levels.armExits(position)
    if (position.trail !== null && best !== null) levels.armTrailing(position, { ...position.trail, best })
  }
}

/** The best price that a trailing stop has followed; null of any other level. */
const followed = ({ trail }: Position, reason: CloseReason): Price | null =>
  reason === 'trailing' ? (trail?.group.stops.bestOf(trail) ?? null) : null

/** Of one position reached in two ways by one quote. */
const exitRank: readonly CloseReason[] = ['stopLoss', 'trailing', 'takeProfit']

const byPlacing = (a: Position, b: Position): number =>
  a.sequence === b.sequence ? 0 : a.sequence < b.sequence ? -1 : 1
