import type { AccountMode, TradeResults } from '@candor/contract'
import type { AssetCode, Price } from '@candor/money'
import type { PriceBoard } from '../../market-data/price-board/price-board.ts'
import type { Reader } from '../../platform/database/database.ts'

/** Prices of coins in USDT. */
export interface CoinPrices {
  readonly board: Pick<PriceBoard, 'latestTradable' | 'ageMs'>
  /** Returns a market's mid at a past moment (epoch ms), as real accounts saw it; null where it is not known. */
  midAt(code: string, at: number): Promise<Price | null>
}

/** An account as the engine has it. Amounts in USDT's smallest unit. */
export interface OpenResult {
  readonly balanceMinor: bigint
  readonly unrealisedMinor: bigint
  readonly stale: boolean
  readonly settled: boolean
}

/** From trading. */
export interface WorthTrading {
  /** Returns the accounts that the engine has. */
  openResults(mode: AccountMode, userIds: readonly string[]): Promise<ReadonlyMap<string, OpenResult>>
  /** Lists times with open positions (epoch ms), in order. */
  openStretches(userId: string, mode: AccountMode): Promise<readonly { from: number; to: number }[]>
  tradeResults(request: {
    readonly caller: { readonly userId: string; readonly mode: AccountMode }
    readonly from?: string | undefined
    readonly to?: string | undefined
  }): Promise<TradeResults>
}

/** From plans, savings and loans; each by customer, absent: nothing. */
export interface WorthProducts {
  plansWorth(
    reader: Reader,
    userIds: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, { readonly amountMinor: bigint; readonly accruingMinor: bigint }>>
  heldInSavings(
    reader: Reader,
    userIds: readonly string[],
  ): Promise<readonly { readonly user_id: string; readonly asset: AssetCode; readonly held: bigint }[]>
  owedOnLoans(reader: Reader, userIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>
}

export interface WorthPorts {
  readonly prices: CoinPrices
  readonly trading: WorthTrading
  readonly products: WorthProducts
}
