export const balanceTabs = ['statement', 'deposit', 'deposits', 'withdraw', 'withdrawals', 'convert'] as const
export type BalanceTab = (typeof balanceTabs)[number]

export const balancePath = (tab: BalanceTab): string =>
  tab === 'statement' ? '#/profile/balance' : `#/profile/balance?tab=${tab}`

/** Path of the list of deposits with this one open. */
export const depositPath = (id: string): string => `${balancePath('deposits')}&id=${encodeURIComponent(id)}`

/** Path of the list of withdrawals with this one open. */
export const withdrawalPath = (id: string): string =>
  `${balancePath('withdrawals')}&id=${encodeURIComponent(id)}`

/** Reads the tab and the record from the query of the balance page. */
export function balancePlaceOf(query: string): { tab: BalanceTab; id: string | null } {
  const params = new URLSearchParams(query)
  const tab = balanceTabs.find((one) => one === params.get('tab')) ?? 'statement'
  return { tab, id: params.get('id') }
}
