import type { AssetCode } from '@candor/money'
import type { StatementGroup } from '@candor/rules/accounts/statement-groups.ts'
import { assetsOf, type LedgerAsset, wireAssetOf, writeLedgerAmount } from '../../ledger/account-class.ts'
import type { StatementEntry, StatementRequest, StatementTotal } from '../../ledger/ledger.ts'
import type { ServerContext } from '../../module.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { csvFile } from '../../platform/http/files/csv.ts'
import { FileInPieces } from '../../platform/http/handlers.ts'
import { workers } from '../../platform/workers/worker-pool.ts'
import type { OptionSplits, OrderLabels } from '../accounts-ports.ts'
import type { Users } from '../accounts-store.ts'
import { findEntries } from './find-entries.ts'

export interface StatementPeriod {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface StatementInput extends StatementPeriod {
  readonly format: 'json' | 'csv' | 'pdf'
  readonly group?: StatementGroup | undefined
  readonly asset?: AssetCode | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

interface StatementSources {
  readonly users: Users
  readonly trading: OptionSplits & OrderLabels
}

/** Number of lines read and written in one turn: more would delay other work. */
const filePage = 500
/** A longer document states that lines are left out, and that the CSV has them all. */
const mostLinesOfPdf = 5_000

/** The ledger's entries of the chosen account: a page of them, or all of a period as one file. */
export async function showStatement(
  context: ServerContext & StatementSources,
  input: StatementInput,
  caller: Caller,
) {
  const period = periodOf(input, caller)
  if (input.format === 'csv')
    return csvFile(`statement-${caller.mode}.csv`, csvHeader, csvPages(context, period))
  if (input.format === 'pdf') return pdfFile(context, input, caller)
  const { entries, next } = await findEntries(context.ledger, filtered(period, input, caller), input)
  return { items: await linesOf(context, caller.userId, entries), nextCursor: next }
}

/** Returns the totals of a period, one for each asset of the account. */
export async function showStatementTotals(
  context: ServerContext & StatementSources,
  input: StatementPeriod,
  caller: Caller,
) {
  return (await context.ledger.statementTotals(periodOf(input, caller))).map(totalOf)
}

type Period = Omit<StatementRequest, 'before' | 'limit'>

/** The period with only the asset that is filtered by; the demo account has its own dollars. */
const filtered = (period: Period, { asset }: StatementInput, { mode }: Caller): Period =>
  asset === undefined
    ? period
    : { ...period, assets: assetsOf[mode].filter((one) => one === asset || asset === wireAssetOf(one)) }

const periodOf = ({ from, to }: StatementPeriod, { userId, mode }: Caller): Period => ({
  owner: userId,
  assets: assetsOf[mode],
  ...(from === undefined ? {} : { from: new Date(from) }),
  ...(to === undefined ? {} : { to: new Date(to) }),
})

const unitsOf = (asset: LedgerAsset) => ({
  asset: wireAssetOf(asset),
  write: (minor: bigint) => writeLedgerAmount(minor, asset),
})

/** Builds the lines of a page; each line of an order names it, and of a split option states the split. */
async function linesOf(
  context: ServerContext & StatementSources,
  userId: string,
  entries: readonly StatementEntry[],
) {
  const options = entries.flatMap(({ kind, reference }) =>
    kind.startsWith('option-') && reference !== null ? [reference] : [],
  )
  const orders = entries.flatMap(({ kind, reference }) =>
    ofOrders.test(kind) && reference !== null ? [reference] : [],
  )
  const [splits, labels] = await Promise.all([
    context.trading.optionSplits(options),
    context.trading.orderLabels(userId, [...new Set(orders)]),
  ])
  return entries.map((entry) => ({
    ...lineOf(entry),
    split: splits.get(entry.reference ?? '') ?? null,
    order: labels.get(entry.reference ?? '') ?? null,
  }))
}

const ofOrders = /^(contract|option)-|^negative-balance-protection$/

type Line = Awaited<ReturnType<typeof linesOf>>[number]

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
    kinds: total.kinds.map(({ kind, inMinor, outMinor }) => ({
      kind,
      in: write(inMinor),
      out: write(outMinor),
    })),
  }
}

/** Reads all lines of the period, the newest first, a page at a time. */
async function* pagesOf(
  context: ServerContext & StatementSources,
  period: Period,
): AsyncGenerator<readonly Line[], void> {
  let page = await context.ledger.statement({ ...period, limit: filePage })
  while (page.length > 0) {
    yield await linesOf(context, period.owner, page)
    const before = page.at(-1)?.seq ?? 0n
    page =
      page.length < filePage ? [] : await context.ledger.statement({ ...period, before, limit: filePage })
  }
}

/** Reads the newest lines of the period, at most so many. */
async function readLines(
  context: ServerContext & StatementSources,
  period: Period,
  most: number,
): Promise<Line[]> {
  const lines: Line[] = []
  for await (const page of pagesOf(context, period)) {
    lines.push(...page)
    if (lines.length >= most) break
  }
  return lines.slice(0, most)
}

const csvHeader = ['time', 'asset', 'kind', 'amount', 'balance after', 'reference', 'entry', 'split']

async function* csvPages(
  context: ServerContext & StatementSources,
  period: Period,
): AsyncGenerator<string[][]> {
  for await (const lines of pagesOf(context, period))
    yield lines.map(({ at, asset, kind, amount, balanceAfter, reference, id, split }) => [
      at,
      asset,
      kind,
      amount,
      balanceAfter,
      reference ?? '',
      id,
      split ?? '',
    ])
}

const pdfFile = (
  context: ServerContext & StatementSources,
  input: StatementPeriod,
  caller: Caller,
): FileInPieces =>
  new FileInPieces(
    'lists',
    { contentType: 'application/pdf', fileName: `statement-${caller.mode}.pdf` },
    pdfPieces(context, input, caller),
  )

async function* pdfPieces(
  context: ServerContext & StatementSources,
  input: StatementPeriod,
  caller: Caller,
): AsyncGenerator<Uint8Array> {
  const period = periodOf(input, caller)
  const [lines, totals, customer] = await Promise.all([
    // One more than fits shows whether lines are left out.
    readLines(context, period, mostLinesOfPdf + 1),
    showStatementTotals(context, input, caller),
    context.users.byId(caller.userId),
  ])
  yield await workers.run('statement', {
    language: caller.language,
    customer: { name: customer.user_name, email: customer.email },
    mode: caller.mode,
    from: period.from ?? customer.created_at,
    to: period.to ?? new Date(context.clock.now()),
    madeAt: context.clock.now(),
    totals,
    lines: lines.slice(0, mostLinesOfPdf),
    leftOut: lines.length > mostLinesOfPdf,
  })
}
