import type { Price } from '@candor/money'
import type { HedgeSide } from '@candor/rules/hedging/decide-hedge.ts'

declare const quantityBrand: unique symbol
/** A quantity as the venue counts it in one of its symbols, in units of 10^-8. */
export type Quantity = bigint & { readonly [quantityBrand]: true }
export const quantityScale = 8

/** An order at the market, of which whatever cannot be filled at once expires (immediate or cancel). */
export interface VenueOrder {
  /** Once-only: 34 characters of `[a-z0-9]`, made and stored before the order is sent. */
  readonly clientId: string
  readonly symbol: string
  readonly side: HedgeSide
  readonly quantity: Quantity
}

/** An order as the venue has it. `refused` is a refusal that the venue has stored as an order. */
export interface OrderReport {
  readonly clientId: string
  readonly symbol: string
  /** The venue's own id. */
  readonly venueOrderId: string
  readonly state: 'working' | 'filled' | 'expired' | 'refused'
  readonly executed: Quantity
  /** Reason of a refusal or of an end without all of it, as the venue gives it. */
  readonly reason: string | null
}

/** One execution. A venue may report it several times, and by different ways. */
export interface VenueFill {
  /** Unique within the symbol. */
  readonly fillId: string
  /** That of the order; an id that we never gave where the order is not ours. */
  readonly clientId: string
  readonly symbol: string
  readonly side: HedgeSide
  readonly quantity: Quantity
  readonly price: Price
  /** Paid if positive, in units of 10^-18 of `feeAsset`. */
  readonly fee: bigint
  readonly feeAsset: string
  /** The venue's time, epoch ms. */
  readonly at: number
}
export const feeScale = 18

export interface VenuePosition {
  readonly symbol: string
  /** Positive for bought. */
  readonly quantity: Quantity
}

/** Order sizes that the venue accepts in a symbol. */
export interface SymbolTerms {
  readonly symbol: string
  readonly step: Quantity
  readonly minimum: Quantity
  /** Of one order at the market. */
  readonly most: Quantity
}

/**
 * Outcome of sending an order. `refused`: the venue has none of it, for certain. `unknown`: no answer, or none that is clear. The venue may have
 * the order, and may still receive it until `settlesAfterMs` after it was sent; then `find` is final.
 */
export type PlaceOutcome =
  | { readonly kind: 'taken'; readonly report: OrderReport }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** The venue could not be asked now: connection, rate limit, or an answer that is none. Nothing follows from it about any order. */
export class VenueUnavailable extends Error {
  override readonly name = 'VenueUnavailable'
}

/** It was asked, and there is no clear answer: whatever was asked for may have been done. */
export class NoResponse extends VenueUnavailable {}

/** Reports of the venue's stream. Each may be repeated, late, or missing: what is asked for is the truth. */
export interface VenueListener {
  readonly onFill: (fill: VenueFill) => void
  readonly onOrder: (report: OrderReport) => void
  /** Called when the connection is there or lost; after a loss anything may have been missed. */
  readonly onConnection: () => void
}

export interface VenueHealth {
  /** True while orders can be sent and fills arrive. */
  readonly connected: boolean
  /** Since when, epoch ms; null before the first connection. */
  readonly since: number | null
  /** Last failure, in the venue's words without any secret; null: none since the connection. */
  readonly fault: string | null
}

/**
 * A place where surplus positions are laid off. It has one account of the operator's and knows no customer. All methods but `start`, `stop` and
 * `health` reject with `VenueUnavailable` when the venue cannot be asked; `place` answers that with `unknown` or, when it was not sent, rejects.
 */
export interface Venue {
  /** Shown to operators and stored with each order and fill. */
  readonly name: string
  /** Longest time from the begin of `place` in which an order may still reach the venue. The same client id is sent again only after it. */
  readonly settlesAfterMs: number
  /** Connects, and reconnects until `stop`. */
  start(listener: VenueListener): void
  stop(): Promise<void>
  health(): VenueHealth
  place(order: VenueOrder): Promise<PlaceOutcome>
  /** Returns the order with this client id; null when the venue does not know it. Some venues want its side as well. */
  find(symbol: string, clientId: string, side: HedgeSide): Promise<OrderReport | null>
  /** Returns all executions of an order so far. */
  fillsOf(report: OrderReport): Promise<readonly VenueFill[]>
  /** Returns all executions in a symbol from a moment of the venue's time on, of any order: its drop copy. */
  fillsSince(symbol: string, since: number): Promise<readonly VenueFill[]>
  /** Returns the account's positions; a symbol without one may be left out. */
  positions(): Promise<readonly VenuePosition[]>
  terms(symbols: readonly string[]): Promise<readonly SymbolTerms[]>
}
