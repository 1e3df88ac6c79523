import type { AccountMode, CallName } from '@candor/contract'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/http/caller.ts'
import { FileInPieces, type Handlers } from '../platform/http/handlers.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { UnnamedFile } from '../platform/http/unnamed-file.ts'
import type { KeySet } from '../proofs/receipt-keys.ts'
import { type ExportFile, type Item, jsonFile, ListOnDisk, textFile } from '../proofs/write-export.ts'
import { type ZipEntry, zipPieces } from '../proofs/zip-pieces.ts'

export interface ExportParts {
  readonly clock: Clock
  /** Every call of the product: what a customer can be shown is what they are given. */
  readonly handlers: () => Handlers
  /** The folder where lists lie, in files without names, until they are in the archive. */
  readonly folder: string
  /** From accounts: throws `TooMany` soon after the customer's last export. */
  readonly refuseEarly: (userId: string) => Promise<void>
  /** From accounts: writes to the customer that their papers were taken along. */
  readonly tellExported: (userId: string) => Promise<void>
  /** Every picture the customer uploaded that is still kept, one after another. */
  readonly pictures: (userId: string) => AsyncIterable<ExportedPicture>
  /** Keys that sign receipts: an export can be checked offline. */
  readonly keys: KeySet
}

export interface ExportedPicture {
  readonly id: string
  readonly purpose: string
  readonly contentType: 'image/jpeg' | 'image/png'
  readonly bytes: Buffer
}

const lists = {
  real: [
    'statement',
    'listContractOrder',
    'listOptionsOrder',
    'listSmartOrder',
    'listRecharge',
    'listWithdrwal',
    'listConvert',
    'listLoanRecord',
  ],
  demo: ['statement', 'listContractOrder', 'listOptionsOrder'],
} as const satisfies Record<AccountMode, readonly CallName[]>
/** Belongs to the person, whichever account is in use. */
const ofPerson = [
  'settings',
  'sessions',
  'limits',
  'understanding',
  'listWatchlist',
  'listAlert',
  'listAddress',
  'listBankInfo',
  'getIdentification',
] as const satisfies readonly CallName[]
const personLists = [
  'notifications',
  'invites',
  'inviteCommissions',
  'listSupport',
] as const satisfies readonly CallName[]
const ofAccount = ['getUserInfo', 'statementTotals', 'listSavings'] as const satisfies readonly CallName[]
/** Each order's, plan's and loan's signed receipt. */
const withReceipts: readonly string[] = [
  'listContractOrder',
  'listOptionsOrder',
  'listSmartOrder',
  'listLoanRecord',
]

const pageSize = 100
/** Receipts read together, with one statement for each kind of data; few enough that writing and signing them delays no other work. */
const receiptsAtOnce = 16

const page = z.object({
  items: z.array(z.record(z.string(), z.unknown())),
  nextCursor: z.string().nullable(),
})
type AnyHandler = (input: never, caller: never, idempotency: null) => Promise<unknown>

/** One-click export (trust T20): what the product's own calls show the customer, whole, in both accounts. */
export function openExport(parts: ExportParts): { readonly handlers: Handlers } {
  const call = async (name: CallName, input: object, caller: Caller): Promise<unknown> => {
    const handle: AnyHandler | undefined = parts.handlers()[name]
    if (handle === undefined) throw new Error(`nobody handles ${name}`)
    return handle(input as never, caller as never, null)
  }
  return {
    handlers: {
      export: async (_input, caller) => {
        const day = new Date(parts.clock.now()).toISOString().slice(0, 10)
        const file = { contentType: 'application/zip', fileName: `candor-export-${day}.zip` }
        return new FileInPieces('exports', file, piecesOf({ ...parts, call }, caller))
      },
    },
  }
}

interface Exporting extends ExportParts {
  readonly call: CallAs
}

/** The letter is stored once all is made, before any of it is sent. */
async function* piecesOf(exporting: Exporting, caller: Caller): AsyncGenerator<Uint8Array> {
  const { clock, folder, refuseEarly, tellExported } = exporting
  await refuseEarly(caller.userId)
  const at = new Date(clock.now())
  const directory = await UnnamedFile.open(folder)
  try {
    yield* zipPieces(entriesOf(exporting, caller, at), { at, directory })
  } finally {
    await directory.close()
  }
  await tellExported(caller.userId)
}

const pictureFile = ({ id, purpose, contentType, bytes }: ExportedPicture): ExportFile => ({
  path: `person/pictures/${purpose}-${id}.${contentType === 'image/png' ? 'png' : 'jpg'}`,
  content: bytes,
})

type CallAs = (name: CallName, input: object, caller: Caller) => Promise<unknown>

async function* entriesOf(exporting: Exporting, caller: Caller, at: Date): AsyncGenerator<ZipEntry> {
  const { call, keys, pictures } = exporting
  yield textFile('README.txt', readme(at))
  yield jsonFile('keys.json', keys)
  for (const name of ofPerson) yield jsonFile(`person/${name}.json`, await orAbsent(call(name, {}, caller)))
  for (const name of personLists) yield* listEntries(exporting, name, 'person', caller)
  for (const mode of ['real', 'demo'] as const) yield* accountEntries(exporting, { ...caller, mode })
  for await (const picture of pictures(caller.userId)) yield pictureFile(picture)
}

async function* accountEntries(exporting: Exporting, caller: Caller): AsyncGenerator<ZipEntry> {
  const { mode } = caller
  for (const name of ofAccount) yield jsonFile(`${mode}/${name}.json`, await exporting.call(name, {}, caller))
  for (const name of lists[mode]) yield* listEntries(exporting, name, mode, caller)
}

/** A list to its last page, and the receipts of its records. */
async function* listEntries(
  { call, folder }: Exporting,
  name: CallName,
  under: string,
  caller: Caller,
): AsyncGenerator<ZipEntry> {
  const file = await UnnamedFile.open(folder)
  try {
    const list = new ListOnDisk(file)
    await readWhole(call, name, caller, list)
    yield* list.files(`${under}/${name}`)
    if (!withReceipts.includes(name)) return
    for await (const items of list.pages()) yield* await receiptFiles(call, items, caller)
  } finally {
    await file.close()
  }
}

/** Builds the receipts of orders with everything needed to check them. Handles some at once, so that their reads share statements. */
export async function receiptFiles(
  call: CallAs,
  items: readonly Item[],
  caller: Caller,
): Promise<ExportFile[]> {
  const files: ExportFile[] = []
  for (let from = 0; from < items.length; from += receiptsAtOnce) {
    const receipts = items.slice(from, from + receiptsAtOnce).map(async ({ id, type }) => ({
      path: `${caller.mode}/receipts/${String(id)}`,
      receipt: await orAbsent(call('getReceipt', { orderId: String(id) }, caller)),
      account: isLeveraged(type) ? await positionsAt(call, String(id), caller) : null,
    }))
    // An order that never was filled has no receipt.
    for (const { path, receipt, account } of await Promise.all(receipts)) {
      if (receipt !== null) files.push(jsonFile(`${path}.json`, receipt))
      if (account !== null) files.push(jsonFile(`${path}.account.json`, account))
    }
  }
  return files
}

const isLeveraged = (type: unknown): boolean => type === 'contracts' || type === 'futures'

/** All positions of the account at the stop-outs of an order, which its receipt holds the hash of; null where it had none. */
async function positionsAt(call: CallAs, orderId: string, caller: Caller): Promise<unknown> {
  const account = await orAbsent(call('receiptAccount', { orderId }, caller))
  const { events } = z.object({ events: z.array(z.unknown()) }).parse(account ?? { events: [] })
  return events.length === 0 ? null : account
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

/** Null for what this customer does not have (a refusal); a fault stays one. */
async function orAbsent(asking: Promise<unknown>): Promise<unknown> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const readme = (
  at: Date,
) => `Everything this installation has about you that you can be shown, made ${at.toISOString()}.

person/    settings, sessions, limits, identity check, notices, friends and commissions, the conversation with support, and every
           picture you uploaded (pictures/): whichever account is in use
real/      the account with real money; demo/ the one with practice money
           getUserInfo.json what it holds, statementTotals.json what each asset came to,
           statement.* every movement in the ledger: for each asset its amounts add up to the closing balance
*/receipts the signed receipt of every order, plan and loan; check one with "candor verify <file> --keys keys.json".
           Beside one of a stop-out all positions of the account at that moment, <id>.account.json: add "--account" and its name
keys.json  the public keys that receipts are signed with; they are also at /.well-known/candor-keys.json

Each list stands twice: as JSON with everything, as CSV for a spreadsheet. Amounts are in the asset's own units, times in UTC.
`
