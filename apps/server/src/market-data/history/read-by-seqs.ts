import { rowsBy } from '../../platform/database/read-together.ts'

/** Numbers of a market's quotes, from one to another, both inclusive. */
export interface Seqs {
  readonly from: number
  readonly to: number
}

/** Key of what is read together with others: a market's numbers. */
export const seqsKey = (code: string, { from, to }: Seqs): string => `${code} ${from} ${to}`

/** The numbers of many keys as a table to join with; its parameters are `seqsValues`. */
export const requestedSeqs =
  'unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) a (key, code, low, high)'

export function seqsValues(keys: readonly string[]): unknown[] {
  const parts = keys.map((key) => key.split(' '))
  return [keys, ...[0, 1, 2].map((at) => parts.map((part) => part[at]))]
}

export const foundByKey = <Row extends { readonly key: string }, Found>(
  rows: readonly Row[],
  read: (row: Row) => Found,
): Map<string, Found[]> =>
  new Map([...rowsBy(rows, ({ key }) => key)].map(([key, own]) => [key, own.map(read)]))
