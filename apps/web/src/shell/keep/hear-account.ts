import type { AccountMessage, CallName } from '@candor/contract'
import type { QueryClient } from '@tanstack/react-query'

const olderBy: Readonly<Record<string, readonly CallName[]>> = {
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
    'accountWorth',
    'performance',
  ],
  balance: [
    'getUserInfo',
    'statement',
    'accountWorth',
    'worthHistory',
    'listAllOrders',
    'listContractOrder',
    'listOptionsOrder',
    'listSmartOrder',
    'listRecharge',
    'listWithdrwal',
    'statementTotals',
    'listConvert',
    'listLoanRecord',
    'getLoan',
    'loanLimit',
    'listMyNft',
    'listSavings',
  ],
  alert: ['listAlert'],
  notification: [
    'notifications',
    'listMarketByType',
    'getMarketInfo',
    'getLoan',
    'listLoanRecord',
    'loanLimit',
    'getUserInfo',
    'invites',
    'inviteCommissions',
  ],
  support: ['listSupport'],
  session: ['sessions', 'getUserInfo'],
}

const everything = [...new Set(Object.values(olderBy).flat())]

/** Lists the calls whose responses may be old. Where the server begins to send, nobody was told what changed before or during an interruption. */
function olderAfter({ type, data }: AccountMessage): readonly CallName[] {
  const state = type === 'session' ? (data as { readonly state?: unknown } | null)?.state : null
  if (state === 'listening') return everything
  return state === 'alive' ? [] : (olderBy[type] ?? [])
}

/** Invalidates the responses that a message on the account's socket affects, and shows its news on the current page. */
export async function hearAccount(message: AccountMessage, queries: QueryClient): Promise<void> {
  for (const name of olderAfter(message)) void queries.invalidateQueries({ queryKey: [name] })
  if (message.type === 'alert') await (await import('../../notifications/alert-news.ts')).tellAlert(message)
  if (message.type === 'notification')
    await (await import('../../notifications/notice-news.ts')).tellNotice(message)
  if (message.type === 'order' && message.data !== null)
    await (await import('../../orders/order-news.ts')).tellOrderNews(message)
}
