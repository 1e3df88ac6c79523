/** From how many accounts on a share of losing ones says something, and gives nobody away. */
export const fewestAccounts = 20
