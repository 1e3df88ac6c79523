/** Path of an option's own page. */
export const optionPath = (id: string): string => `#/profile/options/${id}`
/** Path of the receipt of an option, the same as for every order. */
export const receiptPath = (id: string): string => `#/profile/orders/${id}/receipt`
