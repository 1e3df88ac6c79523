import type { Caller } from '../http/caller.ts'
import { FileAnswer } from '../http/handlers.ts'
import type { AccountsDeps, StatementAsk, StatementEntry } from './accounts-deps.ts'
import { csvOf } from './statement-csv.ts'

export interface StatementInput {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly format: 'json' | 'csv'
  readonly cursor?: string | undefined
  readonly limit: number
}

const filePage = 100
const mostLines = 100_000

/** The ledger's entries of the chosen account: a page of them, or all of a period as one CSV file. */
export async function showStatement(deps: AccountsDeps, input: StatementInput, caller: Caller) {
  const ask: StatementAsk = {
    userId: caller.userId,
    mode: caller.mode,
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : new Date(input.to),
    cursor: input.cursor ?? null,
    limit: input.limit,
  }
  if (input.format === 'csv') return csvFile(await readAll(deps, ask), caller)
  const { items, nextCursor } = await deps.loans.statement(ask)
  return { items: items.map(lineOf), nextCursor }
}

const lineOf = (entry: StatementEntry) => ({ ...entry, at: entry.at.toISOString() })

async function readAll(deps: AccountsDeps, ask: StatementAsk): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = []
  let cursor: string | null = null
  do {
    const page = await deps.loans.statement({ ...ask, cursor, limit: filePage })
    entries.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null && entries.length < mostLines)
  return entries
}

function csvFile(entries: readonly StatementEntry[], caller: Caller): FileAnswer {
  const header = ['time', 'asset', 'kind', 'amount', 'balance after', 'reference', 'entry']
  const rows = entries.map((entry) => [
    entry.at.toISOString(),
    entry.asset,
    entry.kind,
    entry.amount,
    entry.balanceAfter,
    entry.reference ?? '',
    entry.id,
  ])
  return new FileAnswer('text/csv; charset=utf-8', `statement-${caller.mode}.csv`, csvOf([header, ...rows]))
}
