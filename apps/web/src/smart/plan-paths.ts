/** Where a plan's own page stands. */
export const planPath = (id: string): string => `#/trading/plans/${id}`
/** The receipt of a plan, as of every order. */
export const receiptPath = (id: string): string => `#/profile/orders/${id}/receipt`
