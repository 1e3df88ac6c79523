import type { Loan } from '@candor/contract'
import { useApiQuery } from '../session/calls/use-call.ts'
import { type PagedList, usePages } from '../session/calls/use-pages.ts'
import { useSession } from '../session/session-store.ts'

/** A reviewer's decision and each day's charge appear without a reload. */
const freshMs = 20_000

export const useLoanProducts = () => useApiQuery('listLoanProducts', {}, { staleMs: 60_000 })

/** Loads the amount the customer may borrow; in the real account only. */
export function useLoanLimit() {
  const { isLogin, mode } = useSession()
  return useApiQuery('loanLimit', {}, { enabled: isLogin && mode === 'real', refetchIntervalMs: freshMs })
}

export const useLoanRecords = (): PagedList<Loan> => usePages('listLoanRecord', {})

export function useLoan(id: string) {
  const { mode } = useSession()
  return useApiQuery('getLoan', { id }, { enabled: mode === 'real', refetchIntervalMs: freshMs })
}
