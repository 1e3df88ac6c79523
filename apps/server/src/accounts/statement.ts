import { assetScale, writeScaled } from '@candor/money'
import { writePdf } from '../documents/write-pdf.ts'
import type { Caller } from '../http/caller.ts'
import { csvOf } from '../http/csv.ts'
import { FileAnswer } from '../http/handlers.ts'
import { Refusal } from '../http/refusal.ts'
import type { LedgerAsset, StatementAsk, StatementEntry, StatementTotal } from '../ledger/ledger.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { statementDocument } from './statement-document.ts'

export interface StatementPeriod {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface StatementInput extends StatementPeriod {
  readonly format: 'json' | 'csv' | 'pdf'
  readonly cursor?: string | undefined
  readonly limit: number
}

const filePage = 1_000
const mostLines = { csv: 100_000, pdf: 5_000 } as const

const assetsOf: Readonly<Record<Caller['mode'], readonly LedgerAsset[]>> = {
  demo: ['DEMO'],
  real: ['USDT', 'BTC', 'ETH'],
}

/** The ledger's entries of the chosen account: a page of them, or all of a period as one file. */
export async function showStatement(deps: AccountsDeps, input: StatementInput, caller: Caller) {
  const period = periodOf(input, caller)
  if (input.format === 'csv') return csvFile(await readAll(deps, period, mostLines.csv), caller)
  if (input.format === 'pdf') return pdfFile(deps, input, caller)
  const before = input.cursor === undefined ? {} : { before: seqOf(input.cursor) }
  // One more than asked for tells whether there is a next page.
  const entries = await deps.ledger.statement({ ...period, ...before, limit: input.limit + 1 })
  const items = entries.slice(0, input.limit).map(lineOf)
  return { items, nextCursor: entries.length > input.limit ? (items.at(-1)?.id ?? null) : null }
}

/** What a period came to, an asset the account has each. */
export async function showStatementTotals(deps: AccountsDeps, input: StatementPeriod, caller: Caller) {
  return (await deps.ledger.statementTotals(periodOf(input, caller))).map(totalOf)
}

type Period = Omit<StatementAsk, 'before' | 'limit'>

const periodOf = ({ from, to }: StatementPeriod, { userId, mode }: Caller): Period => ({
  owner: userId,
  assets: assetsOf[mode],
  ...(from === undefined ? {} : { from: new Date(from) }),
  ...(to === undefined ? {} : { to: new Date(to) }),
})

function seqOf(cursor: string): bigint {
  if (/^\d{1,18}$/.test(cursor)) return BigInt(cursor)
  throw new Refusal(11001, { issues: [{ path: 'cursor', code: 'unknown' }] })
}

function unitsOf(asset: LedgerAsset) {
  const shown = asset === 'DEMO' ? 'USDT' : asset
  return {
    asset: shown,
    write: (minor: bigint) => writeScaled(minor, assetScale[shown], assetScale[shown]),
  } as const
}

export function lineOf(entry: StatementEntry) {
  const { asset, write } = unitsOf(entry.asset)
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

function totalOf(total: StatementTotal) {
  const { asset, write } = unitsOf(total.asset)
  return {
    asset,
    opening: write(total.openingMinor),
    in: write(total.inMinor),
    out: write(total.outMinor),
    closing: write(total.closingMinor),
  }
}

/** The newest `most` entries of the period. */
async function readAll(deps: AccountsDeps, period: Period, most: number): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = []
  let page = await deps.ledger.statement({ ...period, limit: filePage })
  while (page.length > 0 && entries.length < most) {
    entries.push(...page)
    const before = page.at(-1)?.seq ?? 0n
    page = page.length < filePage ? [] : await deps.ledger.statement({ ...period, before, limit: filePage })
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

async function pdfFile(deps: AccountsDeps, input: StatementPeriod, caller: Caller): Promise<FileAnswer> {
  const period = periodOf(input, caller)
  // One more than fits tells whether some are left out.
  const [entries, totals, customer] = await Promise.all([
    readAll(deps, period, mostLines.pdf + 1),
    showStatementTotals(deps, input, caller),
    deps.users.byId(caller.userId),
  ])
  const paper = statementDocument({
    language: caller.language,
    customer: { name: customer.user_name, email: customer.email },
    mode: caller.mode,
    from: period.from ?? customer.created_at,
    to: period.to ?? new Date(deps.clock.now()),
    madeAt: deps.clock.now(),
    totals,
    lines: entries.slice(0, mostLines.pdf).map(lineOf),
    leftOut: entries.length > mostLines.pdf,
  })
  return new FileAnswer('application/pdf', `statement-${caller.mode}.pdf`, await writePdf(paper))
}
