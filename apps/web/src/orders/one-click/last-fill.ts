import type { ContractOrder } from '@candor/contract'
import { followSession, sessionNow } from '../../session/session-store.ts'
import { createStore } from '../../session/store.ts'

/** The order filled last with one click, as long as it is shown: also while the customer looks at another market. */
export const lastFill = createStore<ContractOrder | null>(null)

followSession(() => {
  if (!sessionNow().isLogin) lastFill.set(null)
})
