import type { Plan, SmartProductItem } from '@candor/contract'
import { useEffect, useMemo } from 'react'
import { noteServerTime } from '../../live/server-time.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { type PagedList, usePages } from '../../session/calls/use-pages.ts'
import { useSession } from '../../session/session-store.ts'
import { serverTimeOf } from './plan-exit.ts'

export const planTabs = ['earning', 'completed', 'exited'] as const
export type PlanTab = (typeof planTabs)[number]

/** The free reserve changes with every plan sold. */
const freshMs = 15_000
/** Refresh interval of running plans, whose earnings grow. */
const earningMs = 60_000

export const useProducts = () => useApiQuery('listSmartProducts', {}, { refetchIntervalMs: freshMs })

export function usePlans(status: PlanTab): PagedList<Plan> {
  const list = usePages('listSmartOrder', { status })
  useServerTimeOf(list)
  return list
}

/** Sets the server's clock from the plans, for counting waits. */
function useServerTimeOf({ items, heardAtMs }: PagedList<Plan>): void {
  useEffect(() => {
    const running = items?.find(({ status }) => status === 'earning')
    const at = running === undefined ? null : serverTimeOf(running)
    if (at !== null) noteServerTime(at, heardAtMs)
  }, [items, heardAtMs])
}

/** Products of which the customer has a running plan: one at a time (`alreadyHeld`). */
export function useHeldProducts(): ReadonlySet<string> {
  const { isLogin, mode } = useSession()
  const { data } = useApiQuery(
    'listSmartOrder',
    { status: 'earning', limit: 100 },
    { enabled: isLogin && mode === 'real', refetchIntervalMs: earningMs },
  )
  return useMemo(() => new Set((data?.items ?? []).map(({ productId }) => productId)), [data])
}

export interface OnePlan {
  readonly plan: Plan | undefined
  /** The whole list was read and does not contain the plan. */
  readonly missing: boolean
  readonly failed: boolean
  readonly retry: () => void
}

/** One plan: the calls page gives plans as a list only, so pages are read until the plan is found. */
export function usePlan(id: string): OnePlan {
  const list = usePages('listSmartOrder', { limit: 100 })
  useServerTimeOf(list)
  const { items, hasMore, more, loadingMore, failed, retry } = list
  const plan = items?.find((one) => one.id === id)
  const readOn = items !== undefined && plan === undefined && hasMore && !loadingMore
  useEffect(() => {
    if (readOn) more()
  }, [readOn, more])
  return { plan, missing: items !== undefined && plan === undefined && !hasMore, failed, retry }
}

export const productOf = (
  products: readonly SmartProductItem[] | undefined,
  id: string | null,
): SmartProductItem | null => products?.find((product) => product.id === id) ?? null
