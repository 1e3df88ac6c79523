// A new fee begins with its key here, unless it is a fee on orders: that begins at `MarketTerms` (packages/rules/src/markets/market-terms.ts).
// The compiler then asks for its default and its range (apps/server/src/back-office/parameters), its name in the console
// (apps/console/src/tariffs), its kind of figure (apps/web/src/help/fee-text.ts) and its texts (packages/texts, fees.json); a test asks for its
// name in the notice (notifications.json, notice.tariff). A minimum or deadline begins in operator-set-limits.ts the same way.
// It is taken where the money moves: the module's postings (such as apps/server/src/funding/withdrawals), or a job of the module for a fee by the calendar.

/**
 * Fees outside trading; changed like a market's terms (trust T18). `exitPenalty`, `invites.feeShare` and `nft.feeRate` are listed with the
 * limits, because the calls show them there.
 */
export const feeKeys = [
  'withdrawalRate',
  'withdrawalFlat',
  'withdrawalFeeMinimum.BTC',
  'withdrawalFeeMinimum.ETH',
  'convertRate',
] as const
export type FeeKey = (typeof feeKeys)[number]
