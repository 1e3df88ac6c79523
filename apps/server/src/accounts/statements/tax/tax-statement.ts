import type { Language } from '@candor/contract'
import { taxYear } from '@candor/rules/accounts/tax-groups.ts'
import { assetsOf, writeLedgerAmount } from '../../../ledger/account-class.ts'
import type { ServerContext } from '../../../module.ts'
import { csvFile } from '../../../platform/http/files/csv.ts'
import { FileInPieces } from '../../../platform/http/handlers.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { workers } from '../../../platform/workers/worker-pool.ts'
import type { TradeLabels } from '../../accounts-ports.ts'
import type { UserRow, Users } from '../../accounts-store.ts'
import { taxCsvHeader, taxCsvPages } from './tax-csv.ts'
import type { PrintedTaxStatement } from './tax-document.ts'
import {
  type CollectedSections,
  collectSections,
  type GroupTotal,
  groupTotals,
  readTaxSections,
  type TaxSection,
} from './tax-sections.ts'

export interface TaxStatementInput {
  /** Calendar year of UTC. */
  readonly year: number
  readonly format: 'json' | 'csv' | 'pdf'
}

interface TaxSources {
  readonly users: Pick<Users, 'byId'>
  readonly trading: TradeLabels
}

/** A document with more lines of one kind states that lines are left out, and that the CSV has them all. */
const mostLinesOfPdf = 5_000

/** A customer and the language of what is made for them. */
interface Reader {
  readonly userId: string
  readonly language: Language
}

/**
 * Returns what was booked in a customer's real account in a calendar year of UTC: totals by group, or the file. Refuses `invalidInput`
 * (`year`) before the account was opened and after the present year.
 */
export async function showTaxStatement(
  context: ServerContext & TaxSources,
  { year, format }: TaxStatementInput,
  reader: Reader,
) {
  if (format !== 'json') return taxStatementFile(context, { year, format }, reader)
  const { period } = await openYear(context, year, reader.userId)
  const totals = await context.ledger.statementTotals({ ...period, assets: assetsOf.real })
  return { year, groups: groupTotals(totals).map(groupShown) }
}

/** Returns the file of a year with its totals and each position, option and conversion. Refuses as `showTaxStatement` does. */
export async function taxStatementFile(
  context: ServerContext & TaxSources,
  { year, format }: TaxStatementInput & { readonly format: 'csv' | 'pdf' },
  { userId, language }: Reader,
): Promise<FileInPieces> {
  const { period, customer } = await openYear(context, year, userId)
  const now = context.clock.now()
  const parts = readTaxSections(context.db, context.trading, period)
  const words = { language, year, isOver: period.to.getTime() <= now }
  if (format === 'csv')
    return csvFile(`tax-statement-${year}.csv`, taxCsvHeader(language), taxCsvPages(words, parts))
  const file = { contentType: 'application/pdf', fileName: `tax-statement-${year}.pdf` }
  const { user_name: name, email } = customer
  const about = { ...words, customer: { name, email }, madeAt: now }
  return new FileInPieces('lists', file, pdfPieces(about, parts))
}

async function openYear({ users, clock }: ServerContext & TaxSources, year: number, userId: string) {
  const customer = await users.byId(userId)
  refuseOtherYears(year, customer, clock.now())
  const { from, to } = taxYear(year)
  return { customer, period: { owner: userId, from: new Date(from), to: new Date(to) } }
}

function refuseOtherYears(year: number, { created_at: opened }: UserRow, now: number): void {
  if (year < opened.getUTCFullYear() || year > new Date(now).getUTCFullYear())
    throw new Refusal('invalidInput', { issues: [{ path: 'year', code: 'range' }] })
}

const groupShown = ({ group, asset, inMinor, outMinor }: GroupTotal) => ({
  group,
  asset,
  in: writeLedgerAmount(inMinor, asset),
  out: writeLedgerAmount(outMinor, asset),
  net: writeLedgerAmount(inMinor - outMinor, asset),
})

async function* pdfPieces(
  about: Omit<PrintedTaxStatement, keyof CollectedSections>,
  parts: AsyncIterable<TaxSection>,
): AsyncGenerator<Uint8Array> {
  yield await workers.run('taxStatement', { ...about, ...(await collectSections(parts, mostLinesOfPdf)) })
}
