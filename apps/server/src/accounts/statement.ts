import { assetScale, writeScaled } from '@candor/money'
import type { Caller } from '../http/caller.ts'
import { csvOf } from '../http/csv.ts'
import { FileAnswer } from '../http/handlers.ts'
import { Refusal } from '../http/refusal.ts'
import type { LedgerAsset, StatementAsk, StatementEntry } from '../ledger/ledger.ts'
import type { AccountsDeps } from './accounts-deps.ts'

export interface StatementInput {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly format: 'json' | 'csv'
  readonly cursor?: string | undefined
  readonly limit: number
}

const filePage = 1_000
const mostLines = 100_000

const assetsOf: Readonly<Record<Caller['mode'], readonly LedgerAsset[]>> = {
  demo: ['DEMO'],
  real: ['USDT', 'BTC', 'ETH'],
}

/** The ledger's entries of the chosen account: a page of them, or all of a period as one CSV file. */
export async function showStatement(deps: AccountsDeps, input: StatementInput, caller: Caller) {
  const ask: StatementAsk = {
    owner: caller.userId,
    assets: assetsOf[caller.mode],
    ...(input.from === undefined ? {} : { from: new Date(input.from) }),
    ...(input.to === undefined ? {} : { to: new Date(input.to) }),
    ...(input.cursor === undefined ? {} : { before: seqOf(input.cursor) }),
    limit: input.limit,
  }
  if (input.format === 'csv') return csvFile(await readAll(deps, ask), caller)
  // One more than asked for tells whether there is a next page.
  const entries = await deps.ledger.statement({ ...ask, limit: input.limit + 1 })
  const items = entries.slice(0, input.limit).map(lineOf)
  return { items, nextCursor: entries.length > input.limit ? (items.at(-1)?.id ?? null) : null }
}

function seqOf(cursor: string): bigint {
  if (/^\d{1,18}$/.test(cursor)) return BigInt(cursor)
  throw new Refusal(11001, { issues: [{ path: 'cursor', code: 'unknown' }] })
}

export function lineOf(entry: StatementEntry) {
  const asset = entry.asset === 'DEMO' ? 'USDT' : entry.asset
  const write = (minor: bigint) => writeScaled(minor, assetScale[asset], assetScale[asset])
  return {
    id: String(entry.seq),
    at: entry.at.toISOString(),
    asset,
    kind: entry.kind,
    amount: write(entry.signedMinor),
    balanceAfter: write(entry.balanceAfterMinor),
    reference: entry.reference,
  }
}

async function readAll(deps: AccountsDeps, ask: StatementAsk): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = []
  let page = await deps.ledger.statement({ ...ask, limit: filePage })
  while (page.length > 0 && entries.length < mostLines) {
    entries.push(...page)
    const before = page.at(-1)?.seq ?? 0n
    page = page.length < filePage ? [] : await deps.ledger.statement({ ...ask, before, limit: filePage })
  }
  return entries
}

function csvFile(entries: readonly StatementEntry[], caller: Caller): FileAnswer {
  const header = ['time', 'asset', 'kind', 'amount', 'balance after', 'reference', 'entry']
  const rows = entries.map(lineOf).map((line) => {
    const { at, asset, kind, amount, balanceAfter, reference, id } = line
    return [at, asset, kind, amount, balanceAfter, reference ?? '', id]
  })
  return new FileAnswer('text/csv; charset=utf-8', `statement-${caller.mode}.csv`, csvOf([header, ...rows]))
}
