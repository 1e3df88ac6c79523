/**
 * Every refusal of the server, by name. The numbers are the wire: 1xxxx below 11000 come from the specification (section 8), those
 * from 11000 on are ours. Clients depend on them: a name may change, a number never does. The texts for customers are in
 * packages/texts as `codes.<code>`, in ten languages.
 */
export const refusals = {
  identifierMissing: 10001,
  emailInvalid: 10002,
  userNameInvalid: 10003,
  passwordWrong: 10004,
  signInBlocked: 10005,
  userNameTaken: 10006,
  emailOrPhoneTaken: 10007,
  accountFrozen: 10008,
  accountUnknown: 10009,
  productNotOffered: 10010,
  insufficientFunds: 10011,
  termNotOffered: 10012,
  amountOutsideLimits: 10013,
  optionMarketNotOffered: 10014,
  unavailable: 10015,
  amountInvalid: 10016,
  periodNotOffered: 10017,
  parameterUnreadable: 10018,
  identityStateWrong: 10019,
  artworkNotForSale: 10020,
  payoutAddressMissing: 10021,
  identityRequired: 10022,
  loanTermNotOffered: 10023,
  alreadyHeld: 10024,
  withdrawalMethodMissing: 10025,
  textMessageCodeWrong: 10091,
  unexpectedError: 11000,
  invalidInput: 11001,
  tooManyRequests: 11002,
  keyReused: 11003,
  notFound: 11004,
  roleNotAllowed: 11005,
  changedMeanwhile: 11006,
  caseNotClaimed: 11007,
  secondPersonRequired: 11008,
  credentialsWrong: 11009,
  codeWrong: 11010,
  secondFactorRequired: 11011,
  passkeyRejected: 11012,
  apiKeyNotAllowed: 11013,
  signInMethodNotOffered: 11014,
  googleSignInFailed: 11015,
  googleAccountUnknown: 11016,
  termsChanged: 11017,
  frozenByCustomer: 11018,
  freshProofRequired: 11019,
  transactionAlreadyUsed: 11020,
  addressUnconfirmed: 11021,
  fileRejected: 11023,
  realAccountRequired: 11030,
  belowMinimumBalance: 11031,
  beyondOwnLimit: 11032,
  stopLossInvalid: 11040,
  takeProfitInvalid: 11041,
  protectionRequired: 11042,
  slippageExceeded: 11043,
  lotsInvalid: 11044,
  leverageNotOffered: 11045,
  triggerPriceInvalid: 11046,
  tooManyOptions: 11047,
  quoteExpired: 11048,
  bidTooLow: 11050,
  tooManyPositions: 11051,
  proofOfWorkRequired: 11052,
  singleSignOnFailed: 11053,
  accountNotLinked: 11054,
  providerUnreachable: 11055,
} as const

export type RefusalName = keyof typeof refusals
export type RefusalCode = (typeof refusals)[RefusalName]

/** Finds the name of a code that came over a wire or from a call's declaration. Throws on one that does not exist. */
export function refusalName(code: number): RefusalName {
  for (const [name, known] of Object.entries(refusals)) if (known === code) return name as RefusalName
  throw new Error(`there is no refusal ${code}`)
}
