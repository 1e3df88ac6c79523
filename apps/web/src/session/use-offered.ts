import type { OfferedServices } from '@candor/contract'
import { useSession } from './session-store.ts'
import { useRead } from './use-call.ts'

/** Funding arrives without a reload. */
const freshMs = 30_000

/** What the operator's own money covers for real accounts; undefined while it is not known. */
export function useOffered(): OfferedServices | undefined {
  return useRead('offered', {}, { refetchIntervalMs: freshMs, staleMs: freshMs }).data
}

/** Real accounts cannot open anything now, since nothing would pay what they win. Demo always can. */
export function useTradingUnfunded(): boolean {
  const { mode } = useSession()
  const offered = useOffered()
  return mode === 'real' && offered?.trading === false
}
