import type { AccountMode, CallName } from '@candor/contract'
import { z } from 'zod'
import type { Caller } from '../../platform/http/caller.ts'
import { UnnamedFile } from '../../platform/http/files/unnamed-file.ts'
import type { KeySet } from '../receipts/receipt-keys.ts'
import { documentFiles } from './export-documents.ts'
import { type CallAs, orAbsent, receiptFiles } from './export-receipts.ts'
import type { ExportedCall } from './exported-call.ts'
import { type ExportFile, jsonFile, ListOnDisk, textFile } from './write-export.ts'
import type { ZipEntry } from './zip-pieces.ts'

/** A picture that the customer uploaded. */
export interface ExportedPicture {
  readonly id: string
  readonly purpose: string
  readonly contentType: 'image/jpeg' | 'image/png'
  readonly bytes: Buffer
}

/** Contents of an export other than the product's calls, and the place where it is written. */
export interface ExportArchive {
  /** Every picture of the customer that is still stored, one after another. */
  readonly pictures: (userId: string) => AsyncIterable<ExportedPicture>
  /** Keys that sign receipts: an export can be checked offline. */
  readonly keys: KeySet
  /** Folder of lists that wait to be put into the archive, in files without names. */
  readonly folder: string
}

/** Everything an export is made from: the product's own calls, in the customer's name, so that it holds all they can be shown and nothing else. */
export interface ExportSource extends ExportArchive {
  readonly call: CallAs
  /** Every module's part. */
  readonly parts: readonly ExportedCall[]
}

const pageSize = 100

const page = z.object({
  items: z.array(z.record(z.string(), z.unknown())),
  nextCursor: z.string().nullable(),
})

const pictureFile = ({ id, purpose, contentType, bytes }: ExportedPicture): ExportFile => ({
  path: `person/pictures/${purpose}-${id}.${contentType === 'image/png' ? 'png' : 'jpg'}`,
  content: bytes,
})

/** Yields every file of a customer's export, one after another. */
export async function* entriesOf(source: ExportSource, caller: Caller, at: Date): AsyncGenerator<ZipEntry> {
  const { keys, pictures } = source
  yield textFile('README.txt', readme(at))
  yield jsonFile('keys.json', keys)
  yield* folderEntries(source, 'person', caller)
  for (const mode of ['real', 'demo'] as const) yield* folderEntries(source, mode, { ...caller, mode })
  for await (const picture of pictures(caller.userId)) yield pictureFile(picture)
}

/** The parts of a folder: single files first, then lists. */
async function* folderEntries(
  source: ExportSource,
  folder: 'person' | AccountMode,
  caller: Caller,
): AsyncGenerator<ZipEntry> {
  const parts = source.parts.filter((part) => isIn(folder, part))
  for (const part of parts)
    if (part.list === undefined)
      yield jsonFile(`${folder}/${part.call}.json`, await single(source, folder, part, caller))
  for (const part of parts) if (part.list !== undefined) yield* listEntries(source, part, folder, caller)
}

const isIn = (folder: 'person' | AccountMode, part: ExportedCall): boolean =>
  part.folder === folder || (part.folder === 'accounts' && folder !== 'person')

/** A person may not have all of theirs; an account always has its own. */
const single = (
  { call }: ExportSource,
  folder: 'person' | AccountMode,
  { call: name, input = {} }: ExportedCall,
  caller: Caller,
): Promise<unknown> => (folder === 'person' ? orAbsent(call(name, input, caller)) : call(name, input, caller))

/** A list to its last page, and the receipts and documents of its records. */
async function* listEntries(
  { call, folder }: ExportSource,
  { call: name, list: kind, document }: ExportedCall,
  under: string,
  caller: Caller,
): AsyncGenerator<ZipEntry> {
  const file = await UnnamedFile.open(folder)
  try {
    const list = new ListOnDisk(file)
    await readWhole(call, name, caller, list)
    yield* list.files(`${under}/${name}`)
    if (kind === 'plain' && document === undefined) return
    for await (const items of list.pages()) {
      if (kind === 'receipts') yield* await receiptFiles(call, items, caller)
      if (document !== undefined)
        yield* documentFiles((id) => call(document, { id }, caller), items, `${under}/documents`)
    }
  } finally {
    await file.close()
  }
}

async function readWhole(call: CallAs, name: CallName, caller: Caller, list: ListOnDisk): Promise<void> {
  for (let cursor: string | null = null; ; ) {
    const input = { format: 'json', limit: pageSize, ...(cursor === null ? {} : { cursor }) }
    const { items, nextCursor } = page.parse(await call(name, input, caller))
    await list.push(items)
    cursor = nextCursor
    if (cursor === null) return
  }
}

const readme = (
  at: Date,
) => `Everything this installation has about you that you can be shown, made ${at.toISOString()}.

person/    settings, consents, sessions, passkeys and API keys (never a secret), limits, identity verification, notices and where you
           want them, friends and commissions, the conversation with support, a requested closure, and every picture you
           uploaded (pictures/): whichever account is in use
real/      the account with real money; demo/ the one with practice money
           getUserInfo.json what it holds, accountWorth.json what all of it is worth, worthHistory.json what it was worth and what you
           put in and took out, equityHistory.json its balance with open positions over time, performance.json what became of it,
           statementTotals.json what each asset came to,
           statement.* every movement in the ledger: for each asset its amounts add up to the closing balance
real/documents the signed agreement of every loan and the certificate of every artwork you bought, as PDF
*/receipts the signed receipt of every order, plan, loan and artwork; check one with "candor verify <file> --keys keys.json".
           Beside one of a stop-out all positions of the account at that moment, <id>.account.json: add "--account" and its name
keys.json  the public keys that receipts are signed with; they are also at /.well-known/candor-keys.json

Each list is included twice: as JSON with everything, as CSV for a spreadsheet. Amounts are in the asset’s own units, times in UTC.
`
