/** Path of a plan's own page. */
export const planPath = (id: string): string => `#/trading/plans/${id}`
/** Path of the receipt of a plan, the same as for every order. */
export const receiptPath = (id: string): string => `#/profile/orders/${id}/receipt`
