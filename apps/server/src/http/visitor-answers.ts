import type { CallName, Calls } from '@candor/contract'

/** A call that needs no customer. */
export type VisitorCallName = {
  readonly [N in CallName]: Calls[N] extends { readonly access: 'visitor' } ? N : never
}[CallName]

/**
 * How a call that anybody can make is kept from costing the database something each time.
 * - `memory`: answered from what the process holds.
 * - `counted`: admitted by a budget of its own, or as an attempt, before anything is read (`limits`).
 * - `limited`: one row by its key, within what a visitor may ask for at all.
 * - `keptMs`: made once for everybody who asks the same in the same language, and given again for so long. After a call named in
 *   `changedBy` succeeded in this process it is made again at once; other processes follow when theirs is too old.
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

/** How a call that anybody can make is answered; null for a customer's own. */
export const visitorAnswerOf = (name: CallName): VisitorAnswer | null =>
  Object.hasOwn(answers, name) ? answers[name as VisitorCallName] : null

/** The kept answers that a call makes out of date. */
export const madeOldBy = (name: CallName): readonly CallName[] =>
  Object.entries(answers).flatMap(([read, how]) =>
    typeof how === 'object' && how.changedBy?.includes(name) === true ? [read as CallName] : [],
  )
