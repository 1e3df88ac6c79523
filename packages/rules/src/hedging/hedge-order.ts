import type { StateTable } from '../state-table.ts'

/**
 * `pending`: stored, and possibly at the venue. `working`: the venue has it. `filled`: all of it. `expired`: the venue ended it with a part or
 * nothing filled. `refused`: by the venue. `absent`: the venue never received it, and no longer can.
 */
export type HedgeOrderState = 'pending' | 'working' | 'filled' | 'expired' | 'refused' | 'absent'

/** Permitted moves of an order at a venue; the database refuses any other. */
export const hedgeOrderMoves: StateTable<HedgeOrderState> = {
  pending: ['working', 'filled', 'expired', 'refused', 'absent'],
  working: ['filled', 'expired'],
  filled: [],
  expired: [],
  refused: [],
  absent: [],
}

/** Checks whether nothing more can become of an order. */
export const isHedgeFinal = (state: HedgeOrderState): boolean => hedgeOrderMoves[state].length === 0
