/** Actions of the balance page, each with a tab of its own. */
export const balanceActions = ['deposit', 'withdraw', 'convert'] as const
export type BalanceAction = (typeof balanceActions)[number]
/** Records of the balance page, under its tab History. */
export const historySections = ['statement', 'deposits', 'withdrawals', 'conversions'] as const
export type HistorySection = (typeof historySections)[number]
export type BalanceTab = BalanceAction | HistorySection

const places: readonly BalanceTab[] = [...balanceActions, ...historySections]

export const balancePath = (tab: BalanceTab): string =>
  tab === 'statement' ? '#/profile/balance' : `#/profile/balance?tab=${tab}`

/** Path of the list of deposits with this one open. */
export const depositPath = (id: string): string => `${balancePath('deposits')}&id=${encodeURIComponent(id)}`

/** Path of the list of withdrawals with this one open. */
export const withdrawalPath = (id: string): string =>
  `${balancePath('withdrawals')}&id=${encodeURIComponent(id)}`

/** Reads the place and the record from the query of the balance page. */
export function balancePlaceOf(query: string): { tab: BalanceTab; id: string | null } {
  const params = new URLSearchParams(query)
  const tab = places.find((one) => one === params.get('tab')) ?? 'statement'
  return { tab, id: params.get('id') }
}
