import type { ContractOrder } from '@candor/contract'
import { useMemo } from 'react'
import { usePages } from '../../session/calls/use-pages.ts'
import { useSession } from '../../session/session-store.ts'

const none: readonly ContractOrder[] = []

/** The customer's newest open and waiting orders, for their lines on a chart. */
export function useStandingOrders(): readonly ContractOrder[] {
  const { isLogin } = useSession()
  const open = usePages('listContractOrder', { status: 'open' }).items
  const pending = usePages('listContractOrder', { status: 'pending' }).items
  return useMemo(() => (isLogin ? [...(open ?? none), ...(pending ?? none)] : none), [isLogin, open, pending])
}
