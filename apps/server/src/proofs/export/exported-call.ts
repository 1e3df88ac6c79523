import type { CallName, Calls, ParsedInputOf } from '@candor/contract'

/** Folder of the archive: the person's, that of each account, or that of the real account alone. */
export type ExportFolder = 'person' | 'accounts' | 'real'

/** A call of a module that a customer's export makes in their name: what they can be shown, and nothing else. */
export interface ExportedCall<N extends CallName = CallName> {
  readonly call: N
  readonly folder: ExportFolder
  /** A list is read to its last page, and written as JSON and CSV; `receipts` adds the signed receipt of each record. */
  readonly list?: 'plain' | 'receipts'
  /** Input of a call that is no list. */
  readonly input?: { readonly [One in N]: ParsedInputOf<Calls[One]> }[N]
  /** Call that returns the document of a record in the list by its id, as a file; not every record has one. */
  readonly document?: N
}
