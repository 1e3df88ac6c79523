import type { AccountMode } from '@candor/contract'
import { tradingIsFunded } from '@candor/rules'
import { readHouseBalances } from '../../ledger/reports/house-balances.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PositionBook } from '../engine/book.ts'
import type { Valuation } from './valuation.ts'

/** In the smallest unit of the mode's money. */
export interface CapitalState {
  readonly wouldWinMinor: bigint
  readonly capitalMinor: bigint
  /** Money that pays losses beyond a balance. */
  readonly lossCoverMinor: bigint
}

const freshMs = 250

/**
 * The operator's capital that is not set aside for options, compared with what all customers of a mode would win if they closed
 * now: it must stay above that.
 */
export class TradingCapital {
  private readonly options: {
    readonly db: Database
    readonly book: PositionBook
    readonly valuation: Valuation
    /** False while an action of a market is taken over order by order: what was known before it is good until then. */
    readonly isWhole: () => boolean
  }
  private readonly capitalMinor = new Map<AccountMode, bigint>()
  /** Free for losses beyond a balance. */
  private readonly lossCoverMinor = new Map<AccountMode, bigint>()
  private readonly known = new Map<AccountMode, { readonly at: number; readonly minor: bigint }>()

  constructor(options: TradingCapital['options']) {
    this.options = options
  }

  set(mode: AccountMode, minor: bigint): void {
    this.capitalMinor.set(mode, minor)
  }

  async read(): Promise<void> {
    for (const row of await readHouseBalances(this.options.db.query, [
      'trading-capital',
      'negative-balance',
    ])) {
      if (row.asset !== 'DEMO' && row.asset !== 'USDT') continue
      const mode = row.asset === 'DEMO' ? 'demo' : 'real'
      if (row.class === 'trading-capital') this.set(mode, row.balance - row.held)
      else this.lossCoverMinor.set(mode, row.balance - row.held)
    }
  }

  /**
   * Checks whether new risk may be taken: the capital must exceed the customers' unrealised gains. With real money, losses beyond a balance
   * need a payer too.
   */
  covers(mode: AccountMode): boolean {
    const { wouldWinMinor, capitalMinor, lossCoverMinor } = this.standing(mode)
    if (mode === 'demo') return wouldWinMinor < capitalMinor
    return tradingIsFunded({ capitalMinor, openProfitMinor: wouldWinMinor, lossCoverMinor })
  }

  /** At most a quarter of a second old: adding everything up for every order would be too dear. */
  standing(mode: AccountMode): CapitalState {
    return {
      wouldWinMinor: this.wouldWinMinor(mode),
      capitalMinor: this.capitalMinor.get(mode) ?? 0n,
      lossCoverMinor: this.lossCoverMinor.get(mode) ?? 0n,
    }
  }

  private wouldWinMinor(mode: AccountMode): bigint {
    const { book, valuation } = this.options
    const now = performance.now()
    const known = this.known.get(mode)
    if (known !== undefined && (now - known.at < freshMs || !this.options.isWhole())) return known.minor
    const minor = valuation.of(mode).profitOfAll(book.exposed[mode].values())
    this.known.set(mode, { at: now, minor })
    return minor
  }
}
