import type { AccountSummary } from '@candor/contract'
import { Amount } from '@candor/money'
import { noLevelSum, parseLevelSum } from '@candor/rules/orders/amounts/margin-levels.ts'
import { useMemo } from 'react'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useSession } from '../session/session-store.ts'
import type { AccountNow } from './order-form/ticket-costs.ts'

const minor = (amount: string | undefined): bigint =>
  (Amount.parse('USDT', amount ?? '0') ?? Amount.zero('USDT')).minor

/** Initial balance of a demo account (rulebook), on which a visitor's costs are computed. */
const visitor: AccountNow = {
  equityMinor: 10_000_000_000n,
  closeOutSum: noLevelSum,
  availableMinor: 10_000_000_000n,
}

const accountNow = (summary: AccountSummary): AccountNow => ({
  equityMinor: minor(summary.equity),
  closeOutSum: parseLevelSum(summary.closeOutAt) ?? noLevelSum,
  availableMinor: minor(summary.free),
})

/** Figures of the chosen account for the ticket; `available` is null while unknown or signed out. */
export function useAccountNow(): { readonly account: AccountNow; readonly available: string | null } {
  const { isLogin } = useSession()
  const { data } = useApiQuery('getUserInfo', {}, { enabled: isLogin })
  return useMemo(() => {
    if (!isLogin || data === undefined) return { account: visitor, available: null }
    const account = accountNow(data)
    return { account, available: new Amount('USDT', account.availableMinor).toString() }
  }, [isLogin, data])
}
