import type { Order } from '@candor/contract'
import { useSession } from '../session/session-store.ts'
import { useRead } from '../session/use-call.ts'

const none: readonly Order[] = []

/** The customer's open orders, for their lines on a chart. */
export function useOpenOrders(): readonly Order[] {
  const { isLogin } = useSession()
  const { data } = useRead('listContractOrder', { status: 'open', limit: 100 }, { enabled: isLogin })
  return isLogin ? (data?.items ?? none) : none
}
