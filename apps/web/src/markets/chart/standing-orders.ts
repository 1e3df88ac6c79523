import type { ContractOrder } from '@candor/contract'
import { useMemo } from 'react'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useSession } from '../../session/session-store.ts'

const none: readonly ContractOrder[] = []

/** The customer's open and waiting orders, for their lines on a chart. */
export function useStandingOrders(): readonly ContractOrder[] {
  const { isLogin } = useSession()
  const open = useApiQuery('listContractOrder', { status: 'open', limit: 100 }, { enabled: isLogin }).data
    ?.items
  const pending = useApiQuery('listContractOrder', { status: 'pending', limit: 100 }, { enabled: isLogin })
    .data?.items
  return useMemo(() => (isLogin ? [...(open ?? none), ...(pending ?? none)] : none), [isLogin, open, pending])
}
