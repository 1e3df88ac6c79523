import type { Recharge } from '@candor/contract'
import type { DepositStatus } from '@candor/rules'
import type { ServerContext } from '../../module.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { csvFile } from '../../platform/http/files/csv.ts'
import { everyPage, type PageRequest, readPage } from '../../platform/http/pages.ts'
import { toDepositResponse } from './deposit-response.ts'
import { type DepositRow, eventsOf, listDeposits } from './deposit-store.ts'
import { reversalsOf } from './reversals-store.ts'

export interface DepositsRequest extends PageRequest {
  readonly status?: DepositStatus | undefined
  readonly format: 'json' | 'csv'
}

/** The deposit record's fields in the calls page's order: the columns of the file. */
const columns = [
  'id',
  'coin',
  'network',
  'amount',
  'credited',
  'address',
  'hash',
  'hashLast6',
  'proof',
  'status',
  'createdAt',
] as const satisfies (keyof Recharge)[]

/** listRecharge: a page, or everything as a file. Deposits are real money only: a demo account has none. */
export async function showDeposits(context: ServerContext, request: DepositsRequest, caller: Caller) {
  const of = { userId: caller.userId, status: request.status }
  const read = (before: bigint | null, limit: number) =>
    caller.mode === 'demo' ? Promise.resolve([]) : listDeposits(context.db.query, { ...of, before, limit })
  if (request.format === 'csv') return csvFile('deposits.csv', columns, linesOf(context, everyPage(read)))
  const { rows, nextCursor } = await readPage(request, read)
  return { items: await withTimelines(context, rows), nextCursor }
}

async function withTimelines({ db }: ServerContext, rows: readonly DepositRow[]): Promise<Recharge[]> {
  const ids = rows.map(({ id }) => id)
  const [timelines, reversals] = await Promise.all([eventsOf(db.query, ids), reversalsOf(db.query, ids)])
  return rows.map((row) => toDepositResponse(row, timelines.get(row.id) ?? [], reversals.get(row.id) ?? null))
}

async function* linesOf(
  context: ServerContext,
  pages: AsyncIterable<DepositRow[]>,
): AsyncGenerator<string[][]> {
  for await (const rows of pages)
    yield (await withTimelines(context, rows)).map((deposit) =>
      columns.map((column) => deposit[column] ?? ''),
    )
}
