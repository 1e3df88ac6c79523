import type { Withdrawal } from '@candor/contract'
import type { WithdrawalStatus } from '@candor/rules'
import type { ServerContext } from '../../module.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { csvFile } from '../../platform/http/files/csv.ts'
import { everyPage, type PageRequest, readPage } from '../../platform/http/pages.ts'
import { toWithdrawalResponse } from './withdrawal-response.ts'
import { listWithdrawals, timelinesOf, type WithdrawalRow } from './withdrawal-store.ts'

export interface WithdrawalsRequest extends PageRequest {
  readonly status?: WithdrawalStatus | undefined
  readonly format: 'json' | 'csv'
}

/** The columns of the file. */
const columns = [
  'id',
  'method',
  'coin',
  'network',
  'address',
  'bankAccount',
  'amount',
  'fee',
  'received',
  'hash',
  'status',
  'deadlineAt',
  'createdAt',
] as const satisfies (keyof Withdrawal)[]

/** listWithdrwal: a page, or everything as a file. Withdrawals are real money only: a demo account has none. */
export async function showWithdrawals(context: ServerContext, request: WithdrawalsRequest, caller: Caller) {
  const of = { userId: caller.userId, status: request.status }
  const read = (before: bigint | null, limit: number) =>
    caller.mode === 'demo' ? Promise.resolve([]) : listWithdrawals(context.db.query, { ...of, before, limit })
  if (request.format === 'csv') return csvFile('withdrawals.csv', columns, linesOf(context, everyPage(read)))
  const { rows, nextCursor } = await readPage(request, read)
  return { items: await shown(context, rows), nextCursor }
}

async function shown({ db, clock }: ServerContext, rows: readonly WithdrawalRow[]): Promise<Withdrawal[]> {
  const timelines = await timelinesOf(
    db.query,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toWithdrawalResponse(row, timelines.get(row.id) ?? [], clock.now()))
}

async function* linesOf(
  context: ServerContext,
  pages: AsyncIterable<WithdrawalRow[]>,
): AsyncGenerator<string[][]> {
  for await (const rows of pages)
    yield (await shown(context, rows)).map((withdrawal) => columns.map((column) => withdrawal[column] ?? ''))
}
