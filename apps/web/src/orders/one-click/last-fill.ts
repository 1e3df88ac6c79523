import type { ContractOrder } from '@candor/contract'
import { createStore } from '../../session/store.ts'

/** The order filled last with one click, as long as it is shown: also while the customer looks at another market. */
export const lastFill = createStore<ContractOrder | null>(null)
