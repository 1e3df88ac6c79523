/** Where an option's own page stands. */
export const optionPath = (id: string): string => `#/profile/options/${id}`
/** The receipt of an option, as of every order. */
export const receiptPath = (id: string): string => `#/profile/orders/${id}/receipt`
