import type { OpsCallName } from '@candor/contract'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { callOps, type OpsInput, type OpsResult } from './call-ops.ts'
import { CallFailure } from './failure.ts'

/** Loads a call, and again every `everyMs` where the data must stay current; it may depend on what was loaded. */
export function useOps<N extends OpsCallName>(
  name: N,
  input: OpsInput<N>,
  options: {
    readonly enabled?: boolean
    readonly everyMs?: number | ((loaded: OpsResult<N> | undefined) => number)
  } = {},
) {
  const { enabled = true, everyMs } = options
  return useQuery<OpsResult<N>>({
    queryKey: [name, input],
    queryFn: () => callOps(name, input),
    enabled,
    ...(everyMs === undefined
      ? {}
      : { refetchInterval: ({ state }) => (typeof everyMs === 'number' ? everyMs : everyMs(state.data)) }),
  })
}

type PagedName = {
  [N in OpsCallName]: OpsResult<N> extends { items: unknown[]; nextCursor: string | null } ? N : never
}[OpsCallName]

export type PagedResult<N extends PagedName> = UseInfiniteQueryResult<InfiniteData<OpsResult<N>>>

/** A list that grows: page after page. */
export function useOpsPages<N extends PagedName>(
  name: N,
  input: OpsInput<N>,
  everyMs?: number,
): PagedResult<N> {
  return useInfiniteQuery({
    queryKey: [name, input, 'pages'],
    queryFn: ({ pageParam }) =>
      callOps(name, (pageParam === null ? input : { ...input, cursor: pageParam }) as OpsInput<N>),
    initialPageParam: null as string | null,
    getNextPageParam: (last: OpsResult<N>) => last.nextCursor,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
}

/** Calls the server and then reloads everything shown. */
export function useOpsMutation<N extends OpsCallName>(name: N) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: OpsInput<N>) => callOps(name, input),
    onSettled: (_result, error) => {
      // Not awaited: the caller gets the result at once, even where the reloaded data removes the button.
      if (!(error instanceof CallFailure && error.code === 'network')) void queries.invalidateQueries()
    },
  })
}
