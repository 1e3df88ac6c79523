import type { AccountMode } from '@candor/contract'
import type { Lots, Price } from '@candor/money'
import type { CloseReason, Direction, Market, OrderKind, OrderStatus } from '@candor/rules'

/** One contract as the engine holds it. Amounts in USDT's smallest unit. */
export interface Position {
  readonly id: string
  /** Order of opening, the same after a restart. */
  readonly sequence: bigint
  readonly orderNo: string
  readonly publicId: string
  readonly account: Account
  readonly market: Market
  readonly direction: Direction
  readonly kind: OrderKind
  readonly lots: Lots
  readonly leverage: number
  readonly openPrice: Price
  readonly marginMinor: bigint
  readonly createdAt: number
  readonly openedAt: number
  status: OrderStatus
  stopLoss: Price | null
  takeProfit: Price | null
  feeMinor: bigint
  swapMinor: bigint
  /** Swaps are charged up to this rollover (epoch ms). */
  swappedThrough: number
  closePrice: Price | null
  profitMinor: bigint | null
  closeReason: CloseReason | null
  closedAt: number | null
  /** Events written so far: the next one's number. */
  events: number
  /** Where its exits rest in the market’s index; -1 is nowhere. */
  stopTicket: number
  targetTicket: number
}

/** What one account holds in one market, added up: enough to say from which price on it could be stopped out. */
export interface Leg {
  readonly market: Market
  buyLots: bigint
  /** Σ lots × open price. */
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

/** One customer's demo or real account while it has positions. */
export interface Account {
  readonly userId: string
  readonly mode: AccountMode
  /** Order of appearance: fair and stated when several are stopped out by one quote. */
  readonly sequence: number
  /** With all that is decided and not yet committed; null until the database first told. */
  balanceMinor: bigint | null
  /** The part of it that is decided and not yet committed. */
  inflightMinor: bigint
  usedMarginMinor: bigint
  readonly positions: Map<string, Position>
  readonly legs: Map<string, Leg>
  guards: GuardTicket[]
}
