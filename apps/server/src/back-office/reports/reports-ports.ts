import type { AssetCode } from '@candor/money'
import type { LateList } from '../../funding/late-payments.ts'
import type { HouseSum } from '../../trading/statistics/house-result.ts'

/** Days of a report; `to` is the first moment after the last of them. */
export interface ReportPeriod {
  readonly from: Date
  readonly to: Date
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly day: string
  readonly last: string
}

export interface ReportsPorts {
  /** From trading: what changed the operator's own money, by kind and market. */
  houseResult(period: ReportPeriod): Promise<readonly HouseSum[]>
  /** From funding: deposits and withdrawals that were late at some time of the period. */
  latePayments(period: ReportPeriod): Promise<LateList>
  /** Class of a market; null: it is not known. */
  typeOf(code: string): number | null
  /** Values an amount now in USDT's smallest unit; null: no price. */
  valueInUsdt(asset: AssetCode, minor: bigint): bigint | null
}
