import type { Price } from '@candor/money'
import {
  type AccountMode,
  type CloseReason,
  closingPrice,
  type Direction,
  decidedBy,
  entryFalls,
  mayDecide,
  onBoard,
  type TradableQuote,
} from '@candor/rules'
import type { Account, Position } from '../engine/position.ts'
import { type TrailGroup, TrailStops } from './trail-stops.ts'
import { TriggerIndex, type Watch } from './trigger-index.ts'

/** Entry of the index: an order's exit or entry, a group of trailing stops, or an account's guard. */
export type Trigger =
  | ExitTrigger
  | { readonly entry: Position }
  | { readonly trail: TrailGroup<Position> }
  | { readonly account: Account }

export interface ExitTrigger {
  readonly position: Position
  readonly reason: CloseReason
}

/** Trailing stops of one side of a market. */
interface Trail {
  readonly code: string
  readonly mode: AccountMode
  readonly stops: TrailStops<Position>
}

/**
 * The watched prices, in one price-ordered index per market and mode: exits and entries of orders, trailing stops, guards of accounts. A quote
 * reaches only the indexes of the modes it may decide for, so a simulated price never triggers anything of a real account.
 */
export class OrderLevels {
  private readonly indexes: Readonly<Record<AccountMode, Map<string, TriggerIndex<Trigger>>>> = {
    demo: new Map(),
    real: new Map(),
  }
  /** By market. */
  private readonly trails = new Map<string, Trail[]>()

  index(code: string, mode: AccountMode): TriggerIndex<Trigger> {
    const known = this.indexes[mode].get(code)
    if (known !== undefined) return known
    const index = new TriggerIndex<Trigger>()
    this.indexes[mode].set(code, index)
    return index
  }

  /** Watches an order's entry: a buy by the price it would open at, the ask, and a sell by the bid. */
  armEntry(position: Position): void {
    this.disarmEntry(position)
    if (position.price === null || position.kind === 'market') return
    const falls = entryFalls(position.direction, position.kind)
    const side = position.direction
    const watch: Watch = `${side}${falls ? 'Falls' : 'Rises'}`
    position.entryTicket = this.indexOf(position).rest(
      watch,
      onBoard(position.market, side, position.price),
      { entry: position },
    )
  }

  disarmEntry(position: Position): void {
    if (position.entryTicket >= 0) this.indexOf(position).forget(position.entryTicket)
    position.entryTicket = -1
  }

  /** Stop loss looks at the price a close would get, as does take profit (rulebook, Contracts). */
  armExits(position: Position): void {
    this.disarmExits(position)
    const index = this.indexOf(position)
    const buys = position.direction === 'buy'
    const seen = (level: Price) => onBoard(position.market, buys ? 'sell' : 'buy', level)
    if (position.stopLoss !== null)
      position.stopTicket = index.rest(buys ? 'sellFalls' : 'buyRises', seen(position.stopLoss), {
        position,
        reason: 'stopLoss',
      })
    if (position.takeProfit !== null)
      position.targetTicket = index.rest(buys ? 'sellRises' : 'buyFalls', seen(position.takeProfit), {
        position,
        reason: 'takeProfit',
      })
  }

  disarmExits(position: Position): void {
    const index = this.indexOf(position)
    if (position.stopTicket >= 0) index.forget(position.stopTicket)
    if (position.targetTicket >= 0) index.forget(position.targetTicket)
    position.stopTicket = -1
    position.targetTicket = -1
  }

  /** Sets a position's trailing stop at the price a close would get now. */
  armTrailing(position: Position, named: { number: bigint; from: Price; best: Price }): void {
    this.disarmTrailing(position)
    if (position.trailing === null) return
    const stops = this.trailing(position.market.code, position.direction, position.account.mode)
    position.trail = stops.set(position, position.trailing, named)
  }

  disarmTrailing(position: Position): void {
    if (position.trail !== null) position.trail.group.stops.forget(position.trail)
    position.trail = null
  }

  /** Withholds a trailing stop (see `TrailStops.withhold`); returns a function that sets it as it was set first, unless it is gone. */
  withholdTrailing(position: Position): () => void {
    const { trail } = position
    trail?.group.stops.withhold(trail)
    return () => {
      if (trail !== null && position.trail === trail)
        this.armTrailing(position, { ...trail, best: trail.from })
    }
  }

  /** A quote in hours moves the trailing stops of those it may decide about. */
  follow(quote: TradableQuote): void {
    for (const { mode, stops } of this.trails.get(quote.code) ?? [])
      if (mayDecide(mode, quote)) stops.follow(closingPrice(stops.direction, quote))
  }

  /** Every side of a market that has had trailing stops. */
  allTrailing(): Iterable<Trail> {
    return [...this.trails.values()].flat()
  }

  /** Everything this quote has reached of those it may decide about, taken out of the index; outside the hours only what looks at conversions. */
  reach(quote: TradableQuote, fired: (trigger: Trigger) => void): void {
    for (const mode of decidedBy(quote)) {
      const index = this.indexes[mode].get(quote.code)
      if (quote.inHours) index?.reach(quote, fired)
      else index?.reachMid(quote.mid, fired)
    }
  }

  /** Trailing stops of one side of a market, of accounts of one mode. */
  private trailing(code: string, direction: Direction, mode: AccountMode): TrailStops<Position> {
    const trails = this.trails.get(code) ?? []
    const known = trails.find((trail) => trail.mode === mode && trail.stops.direction === direction)
    if (known !== undefined) return known.stops
    const stops = new TrailStops<Position>(direction, this.index(code, mode))
    this.trails.set(code, [...trails, { code, mode, stops }])
    return stops
  }

  private indexOf({ market, account }: Position): TriggerIndex<Trigger> {
    return this.index(market.code, account.mode)
  }
}
