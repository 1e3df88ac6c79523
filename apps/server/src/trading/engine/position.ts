import type { AccountMode } from '@candor/contract'
import type { Lots, Price } from '@candor/money'
import type { CloseReason, Direction, LevelSum, Market, OrderKind, OrderStatus } from '@candor/rules'
import type { TrailMember } from '../triggers/trail-stops.ts'

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
  /** Changed by `moveOrder`. */
  readonly status: OrderStatus
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
  /** While the book has it, only the book changes it, because the book maintains the account's sums. */
  holds: readonly Hold[]
  /** Of another position's loss, what the operator paid against this one's profit; paid back at its close. */
  owedMinor: bigint
  /** Decided changes that the database may still refuse; until they are known no trigger ends it. */
  inDoubt: number
  /** Events written so far: the next one's number. */
  events: number
  /** Tickets in the market’s index: its exits, its level while it waits, and its end by time; -1 for none. */
  stopTicket: number
  targetTicket: number
  entryTicket: number
  expiryTicket: number
  /** Its place among the trailing stops. */
  trail: TrailMember<Position> | null
}

/** Sum of one account's positions in one market: enough to find the price from which it could be stopped out. */
export interface Leg {
  readonly market: Market
  buyLots: bigint
  /** Σ lots × open price, as the board's quotes reach it (an order's own spread included). */
  buyCost: bigint
  sellLots: bigint
  sellCost: bigint
  /** Σ margin. Where the market has no quote, half of it counts as lost. */
  marginMinor: bigint
  count: number
}

/** Place of an account's stop-out guard in an index. */
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
  /** Balance including decisions not yet committed; null until the database first reported it. */
  balanceMinor: bigint | null
  /** The part of it that is decided and not yet committed. */
  inflightMinor: bigint
  /** Of it, what is set aside for neither margin nor a waiting order, as committed: withdrawals, bids, stakes. */
  heldOtherMinor: bigint
  /** Version of the ledger's account that balance and `heldOtherMinor` were read at. */
  version: bigint
  /** Decided changes that are not written yet. */
  writing: number
  /** By positions; what waits uses none. */
  usedMarginMinor: bigint
  /** Equity of its margin call and of its stop-out: its positions' margins, each times the position's own level. */
  callSum: LevelSum
  closeOutSum: LevelSum
  /** Set aside for positions, and for orders that wait. */
  heldMarginMinor: bigint
  heldOrderMinor: bigint
  /** Debts of its positions to the operator (see `Position.owedMinor`). */
  owedMinor: bigint
  /** Amount promised to outflows that are under way. */
  reservedMinor: bigint
  /** Ends of those outflows. */
  readonly outflows: Set<Promise<void>>
  readonly positions: Map<string, Position>
  /** Counts positions that were added and debts that changed. */
  changes: number
  /** Limit and stop orders that wait. */
  readonly waiting: Map<string, Position>
  readonly legs: Map<string, Leg>
  guards: GuardTicket[]
  /** True when it is at or below the level of its margin call and has received it; set by `PositionBook.setCalled`. */
  readonly called: boolean
}

export const heldMinor = ({ holds }: Position): bigint => holds.reduce((sum, { minor }) => sum + minor, 0n)

/** Returns the held amount that a fill releases: everything except the margin. The commission is paid out of it. */
export function freedMinor(position: Position, marginMinor: bigint, commissionMinor: bigint): bigint {
  const held = heldMinor(position)
  const spare = held - commissionMinor
  const heldAsMargin = marginMinor < spare ? marginMinor : spare
  return heldAsMargin > 0n ? held - heldAsMargin : 0n
}
