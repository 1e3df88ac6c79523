import type { OfferedServices } from '@candor/contract'
import { useApiQuery } from './calls/use-call.ts'
import { useSession } from './session-store.ts'

/** New capital shows without a reload. */
const freshMs = 30_000

/** Services that the operator's own money can back for real accounts; undefined while unknown. */
export function useOffered(): OfferedServices | undefined {
  return useApiQuery('offered', {}, { refetchIntervalMs: freshMs, staleMs: freshMs }).data
}

/** True while real accounts cannot open positions, because their profit could not be paid. Demo accounts always can. */
export function useTradingUnfunded(): boolean {
  const { mode } = useSession()
  const offered = useOffered()
  return mode === 'real' && offered?.trading === false
}
