import { useMemo, useState } from 'react'
import { usePages } from '../../../session/calls/use-pages.ts'
import { useSession } from '../../../session/session-store.ts'
import { useStandingOrders } from '../standing-orders.ts'
import { type OwnTrade, tradesOf } from './own-trades.ts'

/** The customer's trades in a market, and the one whose figures are shown. */
export interface OwnTrades {
  readonly trades: readonly OwnTrade[]
  /** True if there are older ones that the chart does not mark. */
  readonly hasOlder: boolean
  readonly chosen: OwnTrade | null
  readonly choose: (id: string | null) => void
}

const none: OwnTrade[] = []

/** Reads the newest trades of one market in the chosen account; a visitor has none. */
export function useOwnTrades(code: string): OwnTrades {
  const { isLogin } = useSession()
  const standing = useStandingOrders()
  const closed = usePages('listContractOrder', { status: 'closed', code })
  const options = usePages('listOptionsOrder', { code })
  const [chosenId, choose] = useState<string | null>(null)
  const trades = useMemo(() => {
    const open = standing.filter((order) => order.code === code && order.status === 'open')
    return isLogin ? tradesOf([...open, ...(closed.items ?? [])], options.items ?? []) : none
  }, [isLogin, standing, closed.items, options.items, code])
  const chosen = trades.find(({ id }) => id === chosenId) ?? null
  return { trades, hasOlder: closed.hasMore || options.hasMore, chosen, choose }
}
