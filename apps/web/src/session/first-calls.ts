export type Row = readonly [method: 'GET' | 'POST', path: string]
export type MoneyRow = readonly [method: 'POST', path: string, money: 'money']

const index = '/swx/customer/index'

/** What a visitor's first page asks; every other call stands in `call-table.ts`, which comes with the first of them. */
export const firstCalls = {
  listMarketByType: ['GET', `${index}/listMarketByType`],
  statistics: ['GET', `${index}/statistics`],
  getParamByKey: ['GET', `${index}/getParamByKey/{key}`],
  listContents: ['GET', `${index}/listContents/{language}/{type}`],
} as const satisfies Readonly<Record<string, Row>>
