import { type PrintedStatement, statementDocument } from '../../accounts/statements/statement-document.ts'
import { type PrintedTaxStatement, taxDocument } from '../../accounts/statements/tax/tax-document.ts'
import { moneyReportDocument, type PrintedMoneyReport } from '../../back-office/reports/report-document.ts'
import type { PrintedDocument } from '../../documents/document.ts'
import { writePdf } from '../../documents/write-pdf.ts'

/** Work that runs in a worker thread: pure, from data that can be copied to data that can be copied. */
export const tasks = {
  paper: (document: PrintedDocument): Promise<Uint8Array> => writePdf(document),
  statement: (statement: PrintedStatement): Promise<Uint8Array> => writePdf(statementDocument(statement)),
  taxStatement: (statement: PrintedTaxStatement): Promise<Uint8Array> => writePdf(taxDocument(statement)),
  moneyReport: (report: PrintedMoneyReport): Promise<Uint8Array> => writePdf(moneyReportDocument(report)),
}

export type TaskName = keyof typeof tasks
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0]

/** A task and what it is for. */
export type Task = {
  [Name in TaskName]: { readonly name: Name; readonly input: TaskInput<Name> }
}[TaskName]

/** A task as it is sent to a worker: `id` names it among those of its thread. */
export interface TaskMessage {
  readonly id: number
  readonly task: Task
}

export type TaskReply =
  | { readonly id: number; readonly ok: true; readonly result: Uint8Array }
  | { readonly id: number; readonly ok: false; readonly reason: string }

/** Above some six pages, a second of work. */
const mostShortLines = 200

/** Recognises tasks that occupy a thread for seconds: others must not wait for them. */
export function isLong({ name, input }: Task): boolean {
  if (name === 'statement') return input.lines.length > mostShortLines
  if (name === 'taxStatement')
    return input.positions.length + input.options.length + input.conversions.length > mostShortLines
  if (name === 'moneyReport') return input.result.markets.length + input.late.items.length > mostShortLines
  return false
}
