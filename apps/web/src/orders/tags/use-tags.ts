import type { CallName } from '@candor/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApiMutation, useApiQuery } from '../../session/calls/use-call.ts'
import { useSession } from '../../session/session-store.ts'

const none: readonly string[] = []

/** The tags of the chosen account, sorted. */
export function useTagsInUse(): readonly string[] {
  const { isLogin } = useSession()
  const { data } = useApiQuery('listTags', {}, { enabled: isLogin, staleMs: 60_000 })
  return useMemo(() => data?.map(({ tag }) => tag) ?? none, [data])
}

/** Responses that show tags. */
const shown: readonly CallName[] = [
  'listTags',
  'listAllOrders',
  'listContractOrder',
  'getContractOrderById',
  'listOptionsOrder',
  'getOptionsOrderById',
  'performance',
]

/** Sets the tags of an order, and makes everything that shows them fresh. */
export function useSaveTags() {
  const queries = useQueryClient()
  const save = useApiMutation('tagOrder')
  const mutate: typeof save.mutate = (input, options) =>
    save.mutate(input, {
      ...options,
      onSuccess: (...saved) => {
        for (const name of shown) void queries.invalidateQueries({ queryKey: [name] })
        options?.onSuccess?.(...saved)
      },
    })
  return { ...save, mutate }
}
