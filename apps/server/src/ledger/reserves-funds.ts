import type { AccountMode } from '@candor/contract'
import type { Reservation } from './ledger.ts'

/** What could be reserved, or how much is free instead (`insufficientFunds`). */
export type FundsAnswer =
  | { readonly granted: Reservation }
  | {
      readonly short: {
        /** USDT, as a decimal text. */
        readonly free: string
        /** A market without a quote was only estimated. */
        readonly stale: boolean
      }
    }

/** How a reservation ended; `unknown` after an error that may have come before or after the commit. */
export type ReservationEnd = 'used' | 'unused' | 'unknown'

/** Asked before a transaction that takes USDT (or DEMO) out of an account or sets it aside: the engine alone knows what is free. */
export interface ReservesFunds {
  /** All of `minor`, or nothing. */
  reserve(userId: string, mode: AccountMode, minor: bigint): Promise<FundsAnswer>
  /** As much as is free, at most `most`. */
  reserveUpTo(userId: string, mode: AccountMode, most: bigint): Promise<FundsAnswer>
  /** Ends a reservation. Resolves when what is free is known again. */
  settle(reservation: Reservation, end: ReservationEnd): Promise<void>
}
