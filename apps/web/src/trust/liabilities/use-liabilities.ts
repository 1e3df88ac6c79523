import { useQueries } from '@tanstack/react-query'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useSession } from '../../session/session-store.ts'
import { checkOwnPart, type OwnLeaf, type OwnPartState } from './check-own-part.ts'

/** A leaf with what this browser found; undefined while it climbs. */
export interface CheckedLeaf {
  readonly leaf: OwnLeaf
  readonly state: OwnPartState | undefined
}

/** The proof of a day and, for a customer, their own part of it, checked here. */
export function useLiabilities(date: string) {
  const { isLogin, user } = useSession()
  const proof = useApiQuery('liabilities', { date }, { staleMs: 60_000 })
  const shown = proof.data?.proof
  const own = useApiQuery(
    'liabilityLeaf',
    { date: shown?.document.date ?? date },
    { enabled: isLogin && shown !== undefined, staleMs: 60_000 },
  )
  const leaves = own.data?.leaves ?? []
  const states = useQueries({
    queries: leaves.map((leaf) => ({
      queryKey: ['ownPart', shown?.signature, leaf.asset, user?.id],
      queryFn: () => (shown === undefined ? 'unsupported' : checkOwnPart(shown, leaf, user?.id ?? '')),
      enabled: shown !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const checked: readonly CheckedLeaf[] = leaves.map((leaf, at) => ({ leaf, state: states[at]?.data }))
  return { proof, own, checked, isLogin }
}
