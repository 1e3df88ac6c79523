/** What a new demo account holds (rulebook, Accounts and modes). */
export const demoStart = '10000'
/** Both sides of any trade stay below it; a test of the rules computes it over every market (rulebook, Markets). */
export const feesBelow = '0.003'
