/**
 * Every code the server answers with: 1xxxx and 2xxxx from the specification (§8), 110xx ours (calls page).
 * The texts stand in packages/texts, `codes.<code>`, in ten languages.
 */
export const refusalCodes = [
  10001, 10002, 10003, 10004, 10005, 10006, 10007, 10008, 10009, 10010, 10011, 10012, 10013, 10014, 10015,
  10016, 10017, 10018, 10019, 10020, 10021, 10022, 10023, 10024, 10025, 10091, 11000, 11001, 11002, 11003,
  11004, 11005, 11006, 11007, 11008, 11009, 11010, 11011, 11012, 11013, 11014, 11015, 11016, 11017, 11018,
  11019, 11020, 11021, 11023, 11030, 11031, 11032, 11040, 11041, 11042, 11043, 11044, 11045, 11046, 11047,
  11048, 11050, 11051, 11052,
] as const
export const successCodes = [200, 20001, 20002, 20003, 20004, 20005] as const

export type RefusalCode = (typeof refusalCodes)[number]
export type SuccessCode = (typeof successCodes)[number]

/** Why a market or product is not available now: stands in `result.reason` beside code 10015. */
export const unavailableReasons = ['closed', 'stale', 'halted', 'reserve', 'source', 'country'] as const
export type UnavailableReason = (typeof unavailableReasons)[number]
