import { type AssetCode, assetCodes, writeMinor } from '@candor/money'
import { balancesBefore, type CustomerAccounts } from '../../ledger/books/book-balances.ts'
import type { BookAmount, BookFormat } from '../../ledger/books/book-formats.ts'
import { exportBooks } from '../../ledger/books/export-books.ts'
import { interruptible } from '../interruption.ts'
import { clockOf } from '../markets/market-halt.ts'
import { momentOf } from '../moment-option.ts'
import { withData } from '../open-data.ts'
import { CommandError, say, sayFound, warn } from '../say.ts'
import { placeOf, writePieces } from '../write-file.ts'

export interface ExportBooksOptions {
  readonly data: string
  readonly format: BookFormat
  readonly from?: string
  readonly to?: string
  readonly customers: CustomerAccounts
  readonly out: string
}

/** Writes the entries of real money into a file that accounting programs read. */
export async function exportBooksCommand(options: ExportBooksOptions): Promise<void> {
  const { data, format, customers, out } = options
  const from = options.from === undefined ? null : new Date(momentOf('--from', options.from))
  const until = options.to === undefined ? null : new Date(momentOf('--to', options.to))
  const entries = await withData(data, async ({ db }) => {
    const to = until ?? new Date((await clockOf(db)).now())
    if (from !== null && to <= from) throw new CommandError('--to must be later than --from.')
    return interruptible(
      (signal) => writePieces(exportBooks(db, { format, from, to, customers }), 'entries', out, signal),
      `Interrupted: ${out} is not written.`,
    )
  })
  warn(`${entries} entries${placeOf(out)}.`)
}

/** Prints the trial balance of real money: each account's balance as a debit or a credit, and their sums, which have to be equal. */
export async function trialBalanceCommand(options: {
  readonly data: string
  readonly at?: string
}): Promise<void> {
  const until = options.at === undefined ? null : new Date(momentOf('--at', options.at))
  const balances = await withData(options.data, async ({ db }) =>
    balancesBefore(db.pool, until ?? new Date((await clockOf(db)).now()), 'total'),
  )
  for (const asset of assetCodes)
    sayAsset(
      asset,
      balances.filter((balance) => balance.asset === asset && balance.minor !== 0n),
    )
}

const column = 28
const row = (name: string, debit: string, credit: string): void =>
  say(`${name.padEnd(32)}${debit.padStart(column)}${credit.padStart(column)}`)

function sayAsset(asset: AssetCode, balances: readonly BookAmount[]): void {
  row(asset, 'debit', 'credit')
  let [debits, credits] = [0n, 0n]
  for (const { account, minor } of balances) {
    if (minor > 0n) debits += minor
    else credits -= minor
    const amount = writeMinor(minor > 0n ? minor : -minor, asset)
    row(account, minor > 0n ? amount : '', minor > 0n ? '' : amount)
  }
  row('', writeMinor(debits, asset), writeMinor(credits, asset))
  say('')
  if (debits !== credits) sayFound(`The ${asset} books do not balance: run candor reconcile.`)
}
