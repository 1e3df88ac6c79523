import type { CallName, Calls } from '@candor/contract'

/** A call that needs no customer. */
export type VisitorCallName = {
  readonly [N in CallName]: Calls[N] extends { readonly access: 'visitor' } ? N : never
}[CallName]

/**
 * Protection of the database from the cost of a public call.
 * - `memory`: answered from the process's memory.
 * - `counted`: admitted by a budget of its own, or as an attempt, before anything is read (`limits`).
 * - `limited`: reads one row by its key, within a visitor's general budget.
 * - `keptMs`: made once for all callers with the same request in the same language, and reused for this time. After a call named in
 *   `changedBy` succeeded in this process it is made again at once; other processes follow when theirs expires.
 */
export type VisitorAnswer =
  | 'memory'
  | 'counted'
  | 'limited'
  | { readonly keptMs: number; readonly changedBy?: readonly CallName[] }

const answers: Readonly<Record<VisitorCallName, VisitorAnswer>> = {
  // Signing up and in.
  checkUserNameOrPhone: 'counted',
  sendCode: 'counted',
  sendSmsCode: 'counted',
  register: 'counted',
  registerByGoogle: 'counted',
  login: 'counted',
  loginBySms: 'counted',
  loginByGoogle: 'counted',
  forget: 'limited',
  passkeyStart: 'limited',
  passkeyFinish: 'limited',
  unfreeze: 'limited',
  readUndoing: 'limited',
  undoChange: 'limited',
  signInWays: 'memory',
  termsInForce: { keptMs: 1_000 },

  listContents: 'memory',
  getContentsById: 'memory',
  searchContents: 'memory',

  listMarketByType: 'memory',
  getMarketInfo: 'memory',
  getParamByKey: 'memory',
  vipTiers: 'memory',
  listLoanProducts: 'memory',
  getKValueByCodeAndDate: { keptMs: 1_000 },
  tariffs: { keptMs: 2_000 },
  statistics: { keptMs: 5_000 },
  quoteRanges: 'counted',
  minuteQuotes: 'counted',

  status: { keptMs: 2_000 },
  serviceRecord: { keptMs: 5_000 },
  liabilities: { keptMs: 5_000 },
  publicReceipt: { keptMs: 1_000 },
  offered: { keptMs: 1_000 },
  listSmartProducts: { keptMs: 1_000, changedBy: ['buySmart', 'exitSmart'] },
  listNft: { keptMs: 1_000, changedBy: ['buyNft'] },
  getNftById: { keptMs: 1_000, changedBy: ['buyNft'] },
  charityLedger: { keptMs: 2_000, changedBy: ['buyNft'] },
}

/** Returns the protection of a public call; null for a customer's own. */
export const visitorAnswerOf = (name: CallName): VisitorAnswer | null =>
  Object.hasOwn(answers, name) ? answers[name as VisitorCallName] : null

/** Returns the public calls whose cached responses a call makes out of date. */
export const madeOldBy = (name: CallName): readonly CallName[] =>
  Object.entries(answers).flatMap(([read, how]) =>
    typeof how === 'object' && how.changedBy?.includes(name) === true ? [read as CallName] : [],
  )
