import type { CallName } from '../calls.ts'
import type { ApiScope } from './api-keys.ts'

const reads = [
  'getUserInfo',
  'statement',
  'statementTotals',
  'taxStatement',
  'equityHistory',
  'accountWorth',
  'worthHistory',
  'performance',
  'listWatchlist',
  'listWatchlists',
  'listCharts',
  'listAlert',
  'limits',
  'listRecharge',
  'listWithdrwal',
  'listConvert',
  'listLoanRecord',
  'previewContract',
  'listContractOrder',
  'getContractOrderById',
  'previewOptions',
  'getOptionsOrderById',
  'listOptionsOrder',
  'listSmartOrder',
  'listSavings',
  'listAllOrders',
  'tradeStatistics',
  'listTags',
  'getReceipt',
  'receiptAccount',
  'liabilityLeaf',
] as const satisfies readonly CallName[]

const trades = [
  'buyContract',
  'editContract',
  'closeContract',
  'closeAllContracts',
  'reverseContract',
  'cancelContract',
  'buyOptions',
  'tagOrder',
] as const satisfies readonly CallName[]

const scopes: ReadonlyMap<string, ApiScope> = new Map([
  ...reads.map((name) => [name, 'read'] as const),
  ...trades.map((name) => [name, 'trade'] as const),
])

/**
 * Finds the scope that an API key needs for a customer's call; null: no key can make it. A call is closed to keys until it is
 * listed here.
 */
export const apiScopeOf = (name: CallName): ApiScope | null => scopes.get(name) ?? null
