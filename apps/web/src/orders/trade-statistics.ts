import type { ContractOrder } from '@candor/contract'
import { Amount } from '@candor/money'

type Traded = Pick<ContractOrder, 'code' | 'status' | 'profit' | 'fee' | 'swap'>

/** What closed orders came to; amounts are signed decimal texts in USDT, what was paid is a minus. */
export interface TradeStatistics {
  readonly count: number
  readonly gains: number
  readonly losses: number
  readonly even: number
  readonly profit: string
  readonly fees: string
  readonly swap: string
  /** Profit, less commission, with what nights cost or gave. */
  readonly net: string
  /** After costs, the largest gain first. */
  readonly byMarket: readonly MarketResult[]
}

export interface MarketResult {
  readonly code: string
  readonly count: number
  readonly net: string
}

const zero = Amount.zero('USDT')
const usdtOf = (text: string | null) => Amount.parse('USDT', text ?? '0') ?? zero
const netOf = (order: Traded) => usdtOf(order.profit).minus(usdtOf(order.fee)).plus(usdtOf(order.swap))

/** Works the statistics out from the closed orders of a list; a gain is one after all costs. */
export function tradeStatistics(orders: readonly Traded[]): TradeStatistics {
  const closed = orders.filter(({ status }) => status === 'closed')
  const nets = closed.map((order) => netOf(order).minor)
  const sum = (of: (order: Traded) => Amount<'USDT'>) =>
    closed.reduce((total, order) => total.plus(of(order)), zero)
  return {
    count: closed.length,
    gains: nets.filter((net) => net > 0n).length,
    losses: nets.filter((net) => net < 0n).length,
    even: nets.filter((net) => net === 0n).length,
    profit: sum(({ profit }) => usdtOf(profit)).toString(),
    fees: zero.minus(sum(({ fee }) => usdtOf(fee))).toString(),
    swap: sum(({ swap }) => usdtOf(swap)).toString(),
    net: sum(netOf).toString(),
    byMarket: byMarket(closed),
  }
}

function byMarket(closed: readonly Traded[]): MarketResult[] {
  const markets = new Map<string, { count: number; net: Amount<'USDT'> }>()
  for (const order of closed) {
    const known = markets.get(order.code) ?? { count: 0, net: zero }
    markets.set(order.code, { count: known.count + 1, net: known.net.plus(netOf(order)) })
  }
  return [...markets]
    .sort(([, a], [, b]) => (a.net.minor === b.net.minor ? 0 : a.net.minor > b.net.minor ? -1 : 1))
    .map(([code, { count, net }]) => ({ code, count, net: net.toString() }))
}
