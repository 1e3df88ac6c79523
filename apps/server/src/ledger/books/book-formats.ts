import { type AssetCode, writeMinor } from '@candor/money'
import { dayMs, utcDay } from '@candor/rules/time-units.ts'

export const bookFormats = ['ledger', 'beancount'] as const
/** `ledger` is read by Ledger and hledger, `beancount` by Beancount 2 and 3. */
export type BookFormat = (typeof bookFormats)[number]

/** An amount on an account in the books, in minor units: positive is a debit. */
export interface BookAmount {
  readonly account: string
  readonly asset: AssetCode
  readonly minor: bigint
}

/** An entry of the ledger; `from` is debited, `to` is credited. */
export interface BookEntry {
  readonly seq: bigint
  readonly at: Date
  readonly kind: string
  readonly posting: string
  readonly reference: string | null
  readonly from: string
  readonly to: string
  readonly asset: AssetCode
  readonly minor: bigint
}

/** Writes the parts of a file. Days are those of UTC, as YYYY-MM-DD. */
export interface BookWriter {
  /** Begins the file; `accounts` are all that it names. */
  begin(title: string, accounts: readonly string[]): string
  /** One transaction with the balances from before the first entry. */
  opening(day: string, balances: readonly BookAmount[]): string
  entry(entry: BookEntry): string
  /** Claims that the programs check: the balances at the end of `day`. */
  closing(day: string, balances: readonly BookAmount[]): string
}

const amountText = (minor: bigint, asset: AssetCode): string => `${writeMinor(minor, asset)} ${asset}`
const line = ({ account, asset, minor }: BookAmount, claim = ''): string =>
  `    ${account}  ${amountText(minor, asset)}${claim}\n`

/** Names of postings are ours; whatever they contain, it ends with its line and its quotes. */
const plain = (text: string): string => text.replace(/[\s"\\]+/g, ' ')

const tagsOf = ({ seq, at, posting, reference }: BookEntry): readonly (readonly [string, string])[] => [
  ['seq', String(seq)],
  ['time', at.toISOString()],
  ['posting', plain(posting)],
  ...(reference === null ? [] : [['reference', plain(reference)] as const]),
]

const sides = ({ from, to, asset, minor }: BookEntry): string =>
  line({ account: from, asset, minor }) + line({ account: to, asset, minor: -minor })

const ledgerWriter: BookWriter = {
  begin: (title, accounts) => `; ${title}\n\n${accounts.map((name) => `account ${name}\n`).join('')}\n`,
  opening: (day, balances) =>
    `${day} opening balances\n${balances.map((balance) => line(balance)).join('')}\n`,
  entry: (entry) =>
    `${utcDay(entry.at.getTime())} ${entry.kind}\n${tagsOf(entry)
      .map(([name, value]) => `    ; ${name}: ${value}\n`)
      .join('')}${sides(entry)}\n`,
  closing: (day, balances) =>
    `${day} closing balances\n${balances
      .map((balance) => line({ ...balance, minor: 0n }, ` = ${amountText(balance.minor, balance.asset)}`))
      .join('')}`,
}

/** A balance in Beancount is that of the day's beginning. */
const dayAfter = (day: string): string => utcDay(Date.parse(`${day}T00:00:00Z`) + dayMs)

const beancountWriter: BookWriter = {
  begin: (title, accounts) =>
    `option "title" "${plain(title)}"\n\n${accounts.map((name) => `1970-01-01 open ${name}\n`).join('')}\n`,
  opening: (day, balances) =>
    `${day} * "opening balances"\n${balances.map((balance) => line(balance)).join('')}\n`,
  entry: (entry) =>
    `${utcDay(entry.at.getTime())} * "${entry.kind}"\n${tagsOf(entry)
      .map(([name, value]) => `  ${name}: "${value}"\n`)
      .join('')}${sides(entry)}\n`,
  // Without `~ 0` a difference of one minor unit would be tolerated.
  closing: (day, balances) =>
    balances
      .map(({ account, asset, minor }) => {
        return `${dayAfter(day)} balance ${account}  ${writeMinor(minor, asset)} ~ 0 ${asset}\n`
      })
      .join(''),
}

export const bookWriters: Readonly<Record<BookFormat, BookWriter>> = {
  ledger: ledgerWriter,
  beancount: beancountWriter,
}
