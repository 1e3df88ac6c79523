import type { Price, Rate } from '@candor/money'
import { type OptionTerms, rollAfter } from '@candor/rules'
import type { OptionMoney } from '../option-postings.ts'
import type { NewOption } from '../option-response.ts'
import type { Expiring } from './expiry-watch.ts'

/** An open option in memory: its end, its settlement terms, and its owner's account. */
export interface WatchedOption extends Expiring, OptionTerms, OptionMoney {
  readonly settleWithinMs: number
  /** Epoch ms. */
  readonly openedAt: number
  /** End of the contract that its market traded when it was bought, epoch ms; null: a market without contracts. */
  readonly rollsAt: number | null
  /** Number of the quote it was bought at. */
  readonly openSeq: number
}

export const watchedOf = (row: NewOption): WatchedOption => ({
  id: row.id,
  code: row.code,
  expiresAt: Number(row.expires_at),
  settleWithinMs: row.settle_within_ms,
  openedAt: Number(row.opened_at),
  rollsAt: rollAfter(row.code, Number(row.opened_at)),
  openSeq: Number(row.open_seq),
  direction: row.direction,
  openPrice: row.open_price as Price,
  stakeMinor: row.stake,
  payoutRate: row.payout_rate as Rate,
  userId: row.user_id,
  mode: row.mode,
})
