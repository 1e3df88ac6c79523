import type { AccountMode } from '@candor/contract'
import type { Database } from '../db/database.ts'
import { house } from '../ledger/ledger.ts'
import type { PositionBook } from './book.ts'
import type { Valuation } from './valuation.ts'

/** Both in the smallest unit of the mode's money. */
export interface CapitalStanding {
  readonly wouldWinMinor: bigint
  readonly capitalMinor: bigint
}

const freshMs = 250

/** The operator's capital beside what all customers of a mode would win if they closed now: it must stand above that. */
export class TradingCapital {
  private readonly parts: {
    readonly db: Database
    readonly book: PositionBook
    readonly valuation: Valuation
  }
  private readonly capital = new Map<AccountMode, bigint>()
  private readonly known = new Map<AccountMode, { readonly at: number; readonly minor: bigint }>()

  constructor(parts: TradingCapital['parts']) {
    this.parts = parts
  }

  set(mode: AccountMode, minor: bigint): void {
    this.capital.set(mode, minor)
  }

  async read(): Promise<void> {
    const { rows } = await this.parts.db.pool.query<{ asset: string; balance: bigint }>({
      name: 'orders-capital',
      text: `SELECT asset, balance FROM ledger_accounts WHERE owner = $1 AND class = 'trading-capital'`,
      values: [house],
    })
    for (const { asset, balance } of rows)
      if (asset === 'DEMO' || asset === 'USDT') this.set(asset === 'DEMO' ? 'demo' : 'real', balance)
  }

  /** At most a quarter of a second old: adding everything up for every order would be too dear. */
  standing(mode: AccountMode): CapitalStanding {
    return { wouldWinMinor: this.wouldWin(mode), capitalMinor: this.capital.get(mode) ?? 0n }
  }

  private wouldWin(mode: AccountMode): bigint {
    const { book, valuation } = this.parts
    const now = performance.now()
    const known = this.known.get(mode)
    if (known !== undefined && now - known.at < freshMs) return known.minor
    const minor = valuation.exposure(book.exposed[mode].values())
    this.known.set(mode, { at: now, minor })
    return minor
  }
}
