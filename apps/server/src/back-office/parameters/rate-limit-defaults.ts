import { whole } from './fits.ts'
import { guard } from './no-terms.ts'
import type { ParameterRule } from './parameter-rule.ts'

const limit = whole(1, 1_000_000_000)

/** Limits on requests, codes, sockets and guesses. */
export const rateLimitDefaults = {
  /**
   * Limits in requests: a number at once, refilled at a number per hour. A sandbox has twenty times those of visitors,
   * accounts, names, sign-ins, networks' and accounts' codes, networks' sockets and stored quotes.
   */
  'limits.visitor.burst': { noTerm: guard, value: 2_000, fits: limit },
  'limits.visitor.perHour': { noTerm: guard, value: 720_000, fits: limit },
  'limits.account.burst': { noTerm: guard, value: 1_000, fits: limit },
  'limits.account.perHour': { noTerm: guard, value: 360_000, fits: limit },
  'limits.names.burst': { noTerm: guard, value: 60, fits: limit },
  'limits.names.perHour': { noTerm: guard, value: 600, fits: limit },
  'limits.signIns.burst': { noTerm: guard, value: 300, fits: limit },
  'limits.signIns.perHour': { noTerm: guard, value: 3_600, fits: limit },
  'limits.codesOfNetwork.burst': { noTerm: guard, value: 60, fits: limit },
  'limits.codesOfNetwork.perHour': { noTerm: guard, value: 240, fits: limit },
  'limits.codesOfAccount.burst': { noTerm: guard, value: 10, fits: limit },
  'limits.codesOfAccount.perHour': { noTerm: guard, value: 30, fits: limit },
  'limits.codes.burst': { noTerm: guard, value: 5, fits: limit },
  'limits.codes.perHour': { noTerm: guard, value: 60, fits: limit },
  'limits.sms.burst': { noTerm: guard, value: 10, fits: limit },
  'limits.sms.perHour': { noTerm: guard, value: 60, fits: limit },
  'limits.codesOfRange.burst': { noTerm: guard, value: 240, fits: limit },
  'limits.codesOfRange.perHour': { noTerm: guard, value: 960, fits: limit },
  'limits.smsOfRange.burst': { noTerm: guard, value: 40, fits: limit },
  'limits.smsOfRange.perHour': { noTerm: guard, value: 240, fits: limit },
  /** Codes a day that are never unusual; beyond that a day is when it has twice as many as the busiest of 14 (ADR-200). */
  'limits.messages.mail': { noTerm: guard, value: 500, fits: limit },
  'limits.messages.sms': { noTerm: guard, value: 100, fits: limit },
  'limits.keptQuotes.burst': { noTerm: guard, value: 120, fits: limit },
  'limits.keptQuotes.perHour': { noTerm: guard, value: 36_000, fits: limit },
  'limits.uploads.burst': { noTerm: guard, value: 60, fits: limit },
  'limits.uploads.perHour': { noTerm: guard, value: 120, fits: limit },
  'limits.apiKeys.burst': { noTerm: guard, value: 20, fits: limit },
  'limits.apiKeys.perHour': { noTerm: guard, value: 18_000, fits: limit },
  'limits.serviceTokens.burst': { noTerm: guard, value: 50, fits: limit },
  'limits.serviceTokens.perHour': { noTerm: guard, value: 18_000, fits: limit },
  /** Open websockets of one process: of one network before authentication, and of one account by sessions, and as many by keys. */
  'limits.sockets.network': { noTerm: guard, value: 2_000, fits: whole(10, 1_000_000) },
  'limits.sockets.account': { noTerm: guard, value: 20, fits: whole(2, 10_000) },
  /** Free wrong attempts: of one network on one account, of all networks on one account, of one network on all accounts. */
  'limits.guesses.pair': { noTerm: guard, value: 5, fourEyes: true, fits: whole(1, 20) },
  'limits.guesses.account': { noTerm: guard, value: 50, fourEyes: true, fits: whole(5, 1_000) },
  'limits.guesses.network': { noTerm: guard, value: 100, fourEyes: true, fits: whole(5, 10_000) },
} as const satisfies Readonly<Record<string, ParameterRule>>
