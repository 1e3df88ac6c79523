import { type OpsParsedInputOf, reportsOps } from '@candor/contract'
import { endOfDay } from '../../ledger/books/book-balances.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { Operator } from '../operators/operator.ts'
import { reportFile } from './report-file.ts'
import type { ReportPeriod, ReportsPorts } from './reports-ports.ts'
import { showHouseResult, showLatePayments } from './show-reports.ts'

/** The operator's reports about money: its own result, late payments, and both as files. */
export const reportsModule = defineModule({
  name: 'reports',
  opsCalls: reportsOps,
  open: (context: ServerContext, ports: ReportsPorts) => {
    const parts = { ...context, ...ports }
    return {
      backOffice: {
        handlers: {
          opsHouseResult: (days) => showHouseResult(parts, periodOf(days)),
          opsLatePayments: (days) => showLatePayments(parts, periodOf(days)),
          opsMoneyReportFile: (input, operator) => makeFile(parts, input, operator),
        },
      },
    }
  },
})

type FileInput = OpsParsedInputOf<typeof reportsOps.opsMoneyReportFile>

/** Returns the days of a report as moments of UTC. */
const periodOf = ({ day, to = day }: Pick<FileInput, 'day' | 'to'>): ReportPeriod => ({
  ...{ day, last: to },
  from: new Date(`${day}T00:00:00Z`),
  to: endOfDay(to),
})

/** Makes a file of some days. That somebody took it is in the audit log before it is made. */
async function makeFile(
  context: ServerContext & ReportsPorts,
  { format, language, ...days }: FileInput,
  operator: Operator,
) {
  const period = periodOf(days)
  const entry = { actor: operator.id, action: 'reports.file', subject: 'ledger' }
  const after = { format, from: period.day, to: period.last }
  await context.db.transaction((tx) => context.console.audit.write(tx, { ...entry, after }))
  return reportFile(context, { format, language, period })
}
