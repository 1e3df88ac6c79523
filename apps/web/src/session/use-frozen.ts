import type { FrozenState } from '@candor/contract'
import { useApiQuery } from './calls/use-call.ts'
import { useSession } from './session-store.ts'

/** The operator's freeze of this account (trust T13); null: none, or not signed in. */
export function useFrozen(): FrozenState | null {
  const { isLogin } = useSession()
  const { data } = useApiQuery('getUserInfo', {}, { enabled: isLogin })
  return data?.frozen ?? null
}
