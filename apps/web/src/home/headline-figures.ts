/** Upper bound for the cost of both sides of any trade; a test of the rules computes it over every market (rulebook, Markets). */
export const feesBelow = '0.003'
