/** Initial balance of a demo account (rulebook, Accounts and modes). */
export const demoStart = '10000'
/** Upper bound for the cost of both sides of any trade; a test of the rules computes it over every market (rulebook, Markets). */
export const feesBelow = '0.003'
