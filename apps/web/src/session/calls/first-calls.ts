export type Row = readonly [method: 'GET' | 'POST', path: string]
export type MoneyRow = readonly [method: 'POST', path: string, money: 'money']

const index = '/swx/customer/index'

/** Calls of a visitor's first page; all others are in `call-table.ts`, which is loaded with the first of them. */
export const firstCalls = {
  listMarketByType: ['GET', `${index}/listMarketByType`],
  statistics: ['GET', `${index}/statistics`],
  getParamByKey: ['GET', `${index}/getParamByKey/{key}`],
  listContents: ['GET', `${index}/listContents/{language}/{type}`],
} as const satisfies Readonly<Record<string, Row>>
