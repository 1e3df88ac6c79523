/** Minimum number of accounts for a meaningful share of losing ones that does not reveal an individual. */
export const fewestAccounts = 20
