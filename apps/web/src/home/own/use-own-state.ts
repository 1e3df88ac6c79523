import { minuteMs } from '@candor/rules/time-units.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useSession } from '../../session/session-store.ts'
import type { OwnState } from './attention.ts'

const accountMs = 10_000
const limit = 50

export interface OwnStateQuery {
  /** Undefined while a part of it is on its way. */
  readonly state: OwnState | undefined
  readonly failed: boolean
  readonly retry: () => void
}

/** Reads what can need attention. */
export function useOwnState(): OwnStateQuery {
  const account = useApiQuery('getUserInfo', {}, { refetchIntervalMs: accountMs })
  const consents = useApiQuery('consents', {}, { staleMs: minuteMs })
  const notices = useApiQuery('notifications', { limit: 1 }, { staleMs: minuteMs })
  const { queries, ...real } = useRealAccount()
  const failed = [account, consents, notices, ...queries].filter(
    ({ isError, data }) => isError && data === undefined,
  )
  const [summary, due, unread] = [account.data, consents.data?.due, notices.data?.unread]
  const isWhole = queries.every(({ data }) => data !== undefined)
  return {
    state:
      summary === undefined || due === undefined || unread === undefined || !isWhole
        ? undefined
        : { summary, unread, termsDue: due.length, ...real },
    failed: failed.length > 0,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** Reads payments and loans, which a demo account does not have. */
function useRealAccount() {
  const enabled = useSession().mode === 'real'
  const options = { enabled, refetchIntervalMs: minuteMs }
  const deposits = useApiQuery('listRecharge', { status: 'pending', limit }, options)
  const withdrawals = useApiQuery('listWithdrwal', { limit }, options)
  const loans = useApiQuery('listLoanRecord', { limit }, options)
  return {
    queries: enabled ? [deposits, withdrawals, loans] : [],
    deposits: deposits.data?.items ?? [],
    withdrawals: withdrawals.data?.items ?? [],
    loans: loans.data?.items ?? [],
  }
}
