/**
 * Purpose of a hold: margin of an open position, margin and commission of a waiting order, or anything else that was agreed (a withdrawal,
 * a bid, a stake). Losses may spend the first two, never the third.
 */
export type HoldPurpose = 'margin' | 'order' | 'other'
