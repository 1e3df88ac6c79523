/** Reasons why a market or product is not available now: `result.reason` with code `unavailable`. */
export const unavailableReasons = [
  'closed',
  'stale',
  'halted',
  'reserve',
  'source',
  'country',
  'reached',
  'closeOnly',
] as const
export type UnavailableReason = (typeof unavailableReasons)[number]
