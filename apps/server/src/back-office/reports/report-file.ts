import type { Language } from '@candor/contract'
import { bankStatement } from '../../ledger/books/bank-statement.ts'
import { balancesOfClasses } from '../../ledger/books/book-balances.ts'
import { movedOn } from '../../ledger/reports/money-report.ts'
import type { ServerContext } from '../../module.ts'
import { FileInPieces } from '../../platform/http/handlers.ts'
import { workers } from '../../platform/workers/worker-pool.ts'
import type { PrintedMoneyReport } from './report-document.ts'
import type { ReportPeriod, ReportsPorts } from './reports-ports.ts'
import { showHouseResult, showLatePayments } from './show-reports.ts'

interface FileChoice {
  readonly format: 'pdf' | 'camt053'
  readonly language: Language
  readonly period: ReportPeriod
}

/** Returns the file of a period: the report as a document, or the operator's accounts as camt.053. Made in its turn, as lists are. */
export function reportFile(
  context: ServerContext & ReportsPorts,
  { format, language, period }: FileChoice,
): FileInPieces {
  const { day, last } = period
  const days = day === last ? day : `${day}-${last}`
  if (format === 'pdf')
    return new FileInPieces(
      'lists',
      { contentType: 'application/pdf', fileName: `money-report-${days}.pdf` },
      pdfPieces(context, language, period),
    )
  return new FileInPieces(
    'lists',
    { contentType: 'application/xml; charset=utf-8', fileName: `camt.053-${days}.xml` },
    bankStatement(context.db, { ...period, madeAt: new Date(context.clock.now()) }),
  )
}

async function* pdfPieces(
  context: ServerContext & ReportsPorts,
  language: Language,
  period: ReportPeriod,
): AsyncGenerator<Uint8Array> {
  yield await workers.run('moneyReport', await readReport(context, language, period))
}

/** Reads everything that the document of a period has, real money only. */
export async function readReport(
  context: ServerContext & ReportsPorts,
  language: Language,
  period: ReportPeriod,
): Promise<PrintedMoneyReport> {
  const { db, clock } = context
  const [result, late, moved, balances] = await Promise.all([
    showHouseResult(context, period),
    showLatePayments(context, period),
    movedOn(db, period.day, period.last),
    balancesOfClasses(db.pool, period.to),
  ])
  return {
    ...{ language, result, late, balances },
    ...{ from: period.from.getTime(), to: period.to.getTime(), madeAt: clock.now() },
    movements: moved.flatMap(({ kind, asset, count, amount }) =>
      asset === 'DEMO' ? [] : [{ kind, asset, count, amount }],
    ),
  }
}
