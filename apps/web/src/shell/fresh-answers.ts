import type { CallName } from '@candor/contract'
import type { QueryClient } from '@tanstack/react-query'
import { followAccount } from '../live/account-socket.ts'
import { followSession, sessionNow } from '../session/session-store.ts'

const byMessage: Readonly<Record<string, readonly CallName[]>> = {
  order: [
    'listAllOrders',
    'tradeStatistics',
    'listContractOrder',
    'getContractOrderById',
    'listOptionsOrder',
    'getOptionsOrderById',
    'listSmartOrder',
    'listSmartProducts',
    'getUserInfo',
    'getReceipt',
    'limits',
  ],
  balance: [
    'getUserInfo',
    'statement',
    'equityHistory',
    'listAllOrders',
    'listContractOrder',
    'listOptionsOrder',
    'listSmartOrder',
    'listRecharge',
    'statementTotals',
    'listConvert',
    'listLoanRecord',
    'getLoan',
    'loanLimit',
  ],
  alert: ['listAlert'],
  notification: ['notifications', 'listMarketByType', 'getMarketInfo'],
  session: ['sessions', 'getUserInfo'],
}

/** What the account's socket tells makes the answers it concerns old; a sign-out forgets them all. */
export function keepAnswersFresh(queries: QueryClient): void {
  followAccount((message) => {
    for (const name of byMessage[message.type] ?? []) void queries.invalidateQueries({ queryKey: [name] })
  })
  let wasLogin = sessionNow().isLogin
  followSession(() => {
    const { isLogin } = sessionNow()
    if (wasLogin && !isLogin) queries.clear()
    wasLogin = isLogin
  })
}
