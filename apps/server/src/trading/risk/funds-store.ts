import type { AccountMode } from '@candor/contract'
import type { Price } from '@candor/money'
import type { Database } from '../../platform/database/database.ts'
import { readTogether } from '../../platform/database/read-together.ts'
import type { CommittedFunds } from '../commits/commit-row.ts'
import type { ClosingPrices } from './valuation.ts'

/** Money of accounts as committed, and what their markets closed at last. */
export class FundsStore {
  private readonly db: Database
  /** By `balanceKey`: a batch that ends gives many accounts to read at once. */
  private readonly together = readTogether((keys) => this.of([...new Set(keys.map(ownerOf))]))

  constructor(db: Database) {
    this.db = db
  }

  /** Money of these customers by `balanceKey`, as committed. */
  async of(owners: readonly string[]): Promise<Map<string, CommittedFunds>> {
    const { rows } = await this.db.pool.query<FundsRow & { owner: string; asset: string }>({
      name: 'orders-funds',
      text: `SELECT owner, asset, ${fundsColumns} FROM ledger_accounts
        WHERE class = 'customer' AND asset IN ('USDT', 'DEMO') AND owner = ANY ($1)`,
      values: [owners],
    })
    return new Map(
      rows.map((row) => [balanceKey(row.owner, row.asset === 'DEMO' ? 'demo' : 'real'), fundsOfRow(row)]),
    )
  }

  /** One account's money as committed; nothing where it was never opened. */
  async ofOne(userId: string, mode: AccountMode): Promise<CommittedFunds> {
    const funds = await this.together(balanceKey(userId, mode))
    return funds ?? { balanceMinor: 0n, heldOtherMinor: 0n, version: 0n }
  }

  /**
   * Returns the last closing prices of positions in these markets, by code: the worst of the newest minute that could fill an order of this
   * mode, or the newest journalled quote where no minute is kept.
   */
  async lastKnown(mode: AccountMode, codes: readonly string[]): Promise<Map<string, ClosingPrices>> {
    // Where nothing ever came from a market's own source, as in a sandbox, made-up prices decide about real accounts too.
    const extremes = mode === 'real' ? ['real_ext', 'any_ext'] : ['any_ext']
    const worst = extremes.map(
      (ext) =>
        `(SELECT ${ext} FROM markets_quote_minutes m WHERE m.code = c.code AND ${ext} IS NOT NULL ORDER BY first_seq DESC LIMIT 1)`,
    )
    const { rows } = await this.db.pool.query<{ code: string; bid: bigint; ask: bigint }>(
      `SELECT c.code, coalesce(w.ext[1], q.bid) AS bid, coalesce(w.ext[4], q.ask) AS ask
         FROM unnest($1::text[]) c (code)
         CROSS JOIN LATERAL (SELECT coalesce(${worst.join(', ')}) AS ext) w
         LEFT JOIN LATERAL (
           SELECT bid, ask FROM markets_quotes q WHERE q.code = c.code ORDER BY seq DESC, revision DESC LIMIT 1) q ON w.ext IS NULL
        WHERE w.ext IS NOT NULL OR q.bid IS NOT NULL`,
      [codes],
    )
    return new Map(
      rows.map(({ code, bid, ask }) => [code, { sellPrice: bid as Price, buyPrice: ask as Price }]),
    )
  }
}

interface FundsRow {
  readonly balance: bigint
  readonly other: bigint
  readonly version: bigint
}

const fundsColumns = 'balance, held - held_margin - held_order AS other, version'

const fundsOfRow = ({ balance, other, version }: FundsRow): CommittedFunds => ({
  balanceMinor: balance,
  heldOtherMinor: other,
  version,
})

export const balanceKey = (owner: string, mode: AccountMode): string => `${mode} ${owner}`

const ownerOf = (key: string): string => key.slice(key.indexOf(' ') + 1)
