import { type AssetCode, writeMinor } from '@candor/money'
import type { PoolClient } from 'pg'
import type { Database } from '../../platform/database/database.ts'
import type { AccountClass } from '../account-class.ts'
import { house } from '../ledger.ts'
import {
  beginStatement,
  beginStatements,
  endStatement,
  endStatements,
  type StatementAccount,
  writeEntry,
} from './bank-statement-xml.ts'
import { bookAccounts } from './book-accounts.ts'
import { balancesOfClasses, readBooks } from './book-balances.ts'

const entriesAtOnce = 2_000

export interface StatementChoice {
  readonly from: Date
  /** The first moment after the last day. */
  readonly to: Date
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly day: string
  readonly last: string
  readonly madeAt: Date
}

interface EntryRow {
  readonly of: AccountClass
  readonly asset: AssetCode
  readonly isCredited: boolean
  readonly seq: bigint
  readonly minor: bigint
  readonly kind: string
  readonly posting: string
  readonly reference: string | null
  readonly created_at: Date
}

const entriesText = `
  SELECT * FROM (
    SELECT a.class AS of, e.asset, false AS "isCredited", e.seq, e.minor, e.kind, e.posting, e.reference, e.created_at
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.debited AND a.owner = '${house}'
     WHERE e.created_at >= $1 AND e.created_at < $2 AND e.asset <> 'DEMO'
    UNION ALL
    SELECT a.class, e.asset, true, e.seq, e.minor, e.kind, e.posting, e.reference, e.created_at
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.credited AND a.owner = '${house}'
     WHERE e.created_at >= $1 AND e.created_at < $2 AND e.asset <> 'DEMO') both_sides
   ORDER BY of COLLATE "C", asset COLLATE "C", seq`

/**
 * Writes the operator's accounts of some days as one camt.053.001.08 message, a statement for each account and asset: the balance before the
 * days, every entry, the balance after them. Real money only. It is one state of the ledger, read and yielded page by page.
 */
export const bankStatement = (db: Database, choice: StatementChoice): AsyncGenerator<string> =>
  readBooks(db, (client) => pieces(client, choice))

async function* pieces(client: PoolClient, choice: StatementChoice): AsyncGenerator<string> {
  const writer = new StatementsWriter(await readAccounts(client, choice), choice)
  yield beginStatements(choice)
  for await (const rows of pagesOf(client, choice)) yield rows.map((row) => writer.entry(row)).join('')
  yield writer.end()
  yield endStatements
}

/** An account with its balances as its owner sees them: positive is what the operator has. */
interface Statement extends StatementAccount {
  readonly of: AccountClass
  readonly opening: bigint
  readonly closing: bigint
}

/** Custody is the one account of assets: what is debited there is more at the bank or in the wallet. */
const isAsset = (of: AccountClass): boolean => bookAccounts[of].startsWith('Assets:')

async function readAccounts(client: PoolClient, { from, to }: StatementChoice): Promise<Statement[]> {
  const [before, after] = [await balancesOfClasses(client, from), await balancesOfClasses(client, to)]
  const seen = ({ of, minor }: (typeof after)[number]) => (isAsset(of) ? minor : -minor)
  return after
    .filter(({ of }) => of !== 'customer')
    .map((balance): Statement => {
      const { of, asset } = balance
      const opened = before.find((one) => one.of === of && one.asset === asset)
      const opening = opened === undefined ? 0n : seen(opened)
      return {
        ...{ of, asset, opening, closing: seen(balance) },
        id: `${of} ${asset}`,
        name: `${bookAccounts[of]}, ${asset} in units of ${writeMinor(1n, asset)}`,
      }
    })
    .toSorted((a, b) => (a.of === b.of ? compare(a.asset, b.asset) : compare(a.of, b.of)))
}

/** The order of COLLATE "C". */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

async function* pagesOf(
  client: PoolClient,
  { from, to }: StatementChoice,
): AsyncGenerator<readonly EntryRow[]> {
  await client.query(`DECLARE statement_entries NO SCROLL CURSOR FOR ${entriesText}`, [from, to])
  for (;;) {
    const { rows } = await client.query<EntryRow>(`FETCH ${entriesAtOnce} FROM statement_entries`)
    if (rows.length === 0) return
    yield rows
  }
}

/** Writes one statement after the other; entries come in the order of the accounts. */
class StatementsWriter {
  private readonly accounts: readonly Statement[]
  private readonly choice: StatementChoice
  private next = 0
  private balance: bigint | null = null

  constructor(accounts: readonly Statement[], choice: StatementChoice) {
    this.accounts = accounts
    this.choice = choice
  }

  /** Begins and ends statements up to the entry's own, and writes it. */
  entry({ of, asset, isCredited, minor, ...row }: EntryRow): string {
    let text = ''
    for (;;) {
      const account = this.accounts[this.next]
      if (account === undefined) throw new Error(`no balance of ${of} ${asset}`)
      if (this.balance !== null && account.of === of && account.asset === asset) break
      text += this.step(account)
    }
    const gained = isCredited === isAsset(of) ? -minor : minor
    this.balance = (this.balance ?? 0n) + gained
    return text + writeEntry({ ...row, asset, gained, at: row.created_at })
  }

  /** Writes what is left: the end of the open statement, and those without entries. */
  end(): string {
    let text = ''
    for (;;) {
      const account = this.accounts[this.next]
      if (account === undefined) return text
      text += this.step(account)
    }
  }

  private step(account: Statement): string {
    if (this.balance === null) {
      this.balance = account.opening
      return beginStatement(account, this.choice)
    }
    if (this.balance !== account.closing)
      throw new Error(`the entries of ${account.id} lead to ${this.balance}, not to ${account.closing}`)
    this.balance = null
    this.next += 1
    return endStatement
  }
}
