import type { Withdrawal } from '@candor/contract'
import type { WithdrawalStatus } from '@candor/rules'
import type { Caller } from '../http/caller.ts'
import { csvOf } from '../http/csv.ts'
import { FileAnswer } from '../http/handlers.ts'
import { type PageAsk, readPage } from '../http/pages.ts'
import type { WithdrawalDeps } from './withdrawal-deps.ts'
import { withdrawalOnWire } from './withdrawal-on-wire.ts'
import { listWithdrawals, timelinesOf, type WithdrawalRow } from './withdrawal-store.ts'

export interface WithdrawalsAsk extends PageAsk {
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

/** More than anybody has; the file holds the newest. */
const mostRows = 5_000

/** listWithdrwal: a page, or everything as a file. Withdrawals are real money only: a demo account has none. */
export async function showWithdrawals(deps: WithdrawalDeps, ask: WithdrawalsAsk, caller: Caller) {
  const of = { userId: caller.userId, status: ask.status }
  const read = (before: bigint | null, limit: number) =>
    caller.mode === 'demo' ? Promise.resolve([]) : listWithdrawals(deps.db.query, { ...of, before, limit })
  if (ask.format === 'csv') return fileOf(await shown(deps, await read(null, mostRows)))
  const { rows, nextCursor } = await readPage(ask, read)
  return { items: await shown(deps, rows), nextCursor }
}

async function shown({ db, clock }: WithdrawalDeps, rows: readonly WithdrawalRow[]): Promise<Withdrawal[]> {
  const timelines = await timelinesOf(
    db.query,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => withdrawalOnWire(row, timelines.get(row.id) ?? [], clock.now()))
}

const fileOf = (withdrawals: readonly Withdrawal[]): FileAnswer =>
  new FileAnswer(
    'text/csv; charset=utf-8',
    'withdrawals.csv',
    csvOf([[...columns], ...withdrawals.map((one) => columns.map((column) => one[column] ?? ''))]),
  )
