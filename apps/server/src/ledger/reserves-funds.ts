import type { AccountMode } from '@candor/contract'
import type { Reservation } from './ledger.ts'

/** Either the reservation, or the free amount when it is too small (`insufficientFunds`). */
export type ReservationResult =
  | { readonly granted: Reservation }
  | {
      readonly short: {
        /** USDT, as a decimal text. */
        readonly free: string
        /** A market without a quote was only estimated. */
        readonly stale: boolean
      }
    }

/** Outcome of a reservation; `unknown` after an error that may have come before or after the commit. */
export type ReservationEnd = 'used' | 'unused' | 'unknown'

/**
 * Reserves money before a transaction that takes USDT (or DEMO) out of an account or sets it aside: only the engine knows the free amount.
 */
export interface ReservesFunds {
  /** Reserves all of `minor`, or nothing. */
  reserve(userId: string, mode: AccountMode, minor: bigint): Promise<ReservationResult>
  /** Reserves as much as is free, at most `mostMinor`. */
  reserveUpTo(userId: string, mode: AccountMode, mostMinor: bigint): Promise<ReservationResult>
  /** Ends a reservation. Resolves when the free amount is known again. */
  settle(reservation: Reservation, end: ReservationEnd): Promise<void>
}
