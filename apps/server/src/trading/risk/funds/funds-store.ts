import type { AccountMode } from '@candor/contract'
import type { Price } from '@candor/money'
import { readTradingFunds, type TradingFunds } from '../../../ledger/trading-funds.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readTogether } from '../../../platform/database/read-together.ts'
import type { CommittedFunds } from '../../commits/commit-row.ts'
import type { ClosingPrices } from '../adjusted-mark.ts'

/** Money of accounts as committed, and what their markets closed at last. */
export class FundsStore {
  private readonly db: Database
  /** By `balanceKey`: the end of a batch requests many accounts at once. */
  private readonly together = readTogether((keys) => this.of([...new Set(keys.map(ownerOf))]))

  constructor(db: Database) {
    this.db = db
  }

  /** Money of these customers by `balanceKey`, as committed. */
  async of(owners: readonly string[]): Promise<Map<string, CommittedFunds>> {
    const rows = await readTradingFunds(this.db, owners)
    return new Map(
      rows.map((row) => [balanceKey(row.owner, row.asset === 'DEMO' ? 'demo' : 'real'), fundsOfRow(row)]),
    )
  }

  /** One account's money as committed; nothing where it was never opened. */
  async ofOne(userId: string, mode: AccountMode): Promise<CommittedFunds> {
    const funds = await this.together(balanceKey(userId, mode))
    return funds ?? { balanceMinor: 0n, heldOtherMinor: 0n, version: 0n }
  }

  /** Returns the last known closing prices of positions of this mode in these markets, by code. */
  async lastKnown(mode: AccountMode, codes: readonly string[]): Promise<Map<string, ClosingPrices>> {
    // Where nothing ever came from a market's own source, as in a sandbox, made-up prices decide about real accounts too.
    const { rows } = await this.db.pool.query<{ code: string; bid: bigint; ask: bigint }>(
      'SELECT code, bid, ask FROM markets_last_prices($1, $2)',
      [codes, mode === 'real'],
    )
    return new Map(
      rows.map(({ code, bid, ask }) => [code, { sellPrice: bid as Price, buyPrice: ask as Price }]),
    )
  }
}

const fundsOfRow = ({ balance, other, version }: TradingFunds): CommittedFunds => ({
  balanceMinor: balance,
  heldOtherMinor: other,
  version,
})

export const balanceKey = (owner: string, mode: AccountMode): string => `${mode} ${owner}`

const ownerOf = (key: string): string => key.slice(key.indexOf(' ') + 1)
