import type { AccountMode } from '@candor/contract'
import type { Lots, Price } from '@candor/money'
import type { CloseReason, Direction, Market, OrderKind, OrderStatus } from '@candor/rules'
import type { TrailMember } from './trail-stops.ts'

/** A part of a customer's money that an order has set aside in the ledger. */
export interface Hold {
  readonly id: string
  readonly minor: bigint
}

/** One contract as the engine holds it, waiting or open. Amounts in USDT's smallest unit. */
export interface Position {
  readonly id: string
  /** Order of placing, the same after a restart. */
  readonly sequence: bigint
  readonly orderNo: string
  readonly publicId: string
  readonly account: Account
  readonly market: Market
  readonly direction: Direction
  readonly kind: OrderKind
  lots: Lots
  readonly leverage: number
  /** Of an order that waits: its level, at which its figures are worked out. */
  openPrice: Price
  marginMinor: bigint
  readonly createdAt: number
  /** Null while it waits. */
  openedAt: number | null
  readonly expiresAt: number | null
  /** A closed part names the order it was a part of. */
  readonly partOf: string | null
  status: OrderStatus
  /** The level of a limit or stop order. */
  price: Price | null
  stopLoss: Price | null
  takeProfit: Price | null
  /** The distance of the trailing stop. */
  trailing: Price | null
  feeMinor: bigint
  swapMinor: bigint
  /** Swaps are charged up to this rollover (epoch ms). */
  swappedThrough: number
  closePrice: Price | null
  profitMinor: bigint | null
  closeReason: CloseReason | null
  closedAt: number | null
  holds: readonly Hold[]
  /** Events written so far: the next one's number. */
  events: number
  /** Where its exits rest in the market’s index, its level while it waits, and its end by time; -1 is nowhere. */
  stopTicket: number
  targetTicket: number
  entryTicket: number
  expiryTicket: number
  /** Its place among the trailing stops. */
  trail: TrailMember | null
}

/** What one account holds in one market, added up: enough to say from which price on it could be stopped out. */
export interface Leg {
  readonly market: Market
  buyLots: bigint
  /** Σ lots × open price, as the board's quotes reach it (an order's own spread included). */
  buyCost: bigint
  sellLots: bigint
  sellCost: bigint
  count: number
}

/** Where an account's stop-out guard rests. */
export interface GuardTicket {
  readonly code: string
  readonly ticket: number
}

/** One customer's demo or real account while it has positions or orders that wait. */
export interface Account {
  readonly userId: string
  readonly mode: AccountMode
  /** Order of appearance: fair and stated when several are stopped out by one quote. */
  readonly sequence: number
  /** With all that is decided and not yet committed; null until the database first told. */
  balanceMinor: bigint | null
  /** The part of it that is decided and not yet committed. */
  inflightMinor: bigint
  /** By positions; what waits uses none. */
  usedMarginMinor: bigint
  readonly positions: Map<string, Position>
  /** Limit and stop orders that wait. */
  readonly waiting: Map<string, Position>
  readonly legs: Map<string, Leg>
  guards: GuardTicket[]
  /** At or below 100 % of its used margin, and told so. */
  called: boolean
}

export const heldMinor = ({ holds }: Position): bigint => holds.reduce((sum, { minor }) => sum + minor, 0n)

/** What all of an account's orders have set aside. */
export function setAside(account: Account): bigint {
  let sum = 0n
  for (const position of account.positions.values()) sum += heldMinor(position)
  for (const position of account.waiting.values()) sum += heldMinor(position)
  return sum
}
