import { type PrintedStatement, statementDocument } from '../../accounts/statements/statement-document.ts'
import type { PrintedDocument } from '../../documents/document.ts'
import { writePdf } from '../../documents/write-pdf.ts'

/** The work that runs in a thread of its own: pure, from data that can be copied to data that can be copied. */
export const tasks = {
  paper: (document: PrintedDocument): Promise<Uint8Array> => writePdf(document),
  statement: (statement: PrintedStatement): Promise<Uint8Array> => writePdf(statementDocument(statement)),
}

export type TaskName = keyof typeof tasks
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0]

/** A task as it is sent to a worker. */
export type TaskMessage = {
  [Name in TaskName]: { readonly name: Name; readonly input: TaskInput<Name> }
}[TaskName]

export type TaskReply =
  | { readonly ok: true; readonly result: Uint8Array }
  | { readonly ok: false; readonly reason: string }
