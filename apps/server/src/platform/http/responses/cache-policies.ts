import type { CallName, Calls } from '@candor/contract'

/** A call that needs no customer. */
export type VisitorCallName = {
  readonly [N in CallName]: Calls[N] extends { readonly access: 'visitor' } ? N : never
}[CallName]

/** Budgets of one network that are spent before the call does anything. */
export type VisitorBudget = 'names' | 'signIns'

interface Budgeted {
  readonly budget: VisitorBudget
  /** True where the call waits for another server: it does so in a queue of its own. */
  readonly waitsElsewhere?: true
}

interface Shared {
  readonly lifetimeMs: number
  readonly changedBy?: readonly CallName[]
  /** Computed from the process's memory: it does not wait among visitors' calls. */
  readonly from?: 'memory'
}

/**
 * Protection of the database from the cost of a public call.
 * - `memory`: answered from the process's memory.
 * - `budget`: spends this budget of its network before its handler runs.
 * - `counted`: its handler spends a budget of its own before anything is read (`limits`).
 * - `limited`: reads one row by its key, within a visitor's general budget.
 * - `lifetimeMs`: made once for all callers with the same request in the same language, and reused for this time. After a call named in
 *   `changedBy` succeeded in this process it is made again at once; other processes follow when theirs expires.
 */
export type CachePolicy = 'memory' | 'counted' | 'limited' | Budgeted | Shared

const cachePolicies: Readonly<Record<VisitorCallName, CachePolicy>> = {
  // Signing up and in.
  checkUserNameOrPhone: { budget: 'names' },
  sendCode: 'counted',
  sendSmsCode: 'counted',
  // Both tell whether a name is taken, as checkUserNameOrPhone does.
  register: { budget: 'names' },
  registerByGoogle: { budget: 'names' },
  login: { budget: 'signIns' },
  loginBySms: { budget: 'signIns' },
  loginByGoogle: { budget: 'signIns', waitsElsewhere: true },
  forget: 'limited',
  passkeyStart: 'limited',
  passkeyFinish: 'limited',
  unfreeze: 'limited',
  readUndoing: 'limited',
  undoChange: 'limited',
  signInWays: 'memory',
  termsInForce: { lifetimeMs: 1_000 },

  listContents: 'memory',
  getContentsById: 'memory',
  searchContents: 'memory',
  newsAndCalendar: { lifetimeMs: 5_000 },

  listMarketByType: { lifetimeMs: 200, from: 'memory' },
  getMarketInfo: 'memory',
  getParamByKey: 'memory',
  vipTiers: 'memory',
  listLoanProducts: 'memory',
  getKValueByCodeAndDate: { lifetimeMs: 1_000 },
  getCandleOrigins: { lifetimeMs: 2_000 },
  tariffs: { lifetimeMs: 2_000 },
  listInstruments: { lifetimeMs: 2_000 },
  statistics: { lifetimeMs: 5_000 },
  quoteRanges: 'counted',
  minuteQuotes: 'counted',

  status: { lifetimeMs: 2_000 },
  serviceRecord: { lifetimeMs: 5_000 },
  liabilities: { lifetimeMs: 5_000 },
  execution: { lifetimeMs: 5_000 },
  executionFills: { lifetimeMs: 5_000 },
  publicReceipt: { lifetimeMs: 1_000 },
  offered: { lifetimeMs: 1_000 },
  listSmartProducts: { lifetimeMs: 1_000, changedBy: ['buySmart', 'exitSmart'] },
  listNft: { lifetimeMs: 1_000, changedBy: ['buyNft'] },
  getNftById: { lifetimeMs: 1_000, changedBy: ['buyNft'] },
  charityLedger: { lifetimeMs: 2_000, changedBy: ['buyNft'] },
}

/** Returns the protection of a public call; null for a customer's own. */
export const cachePolicyOf = (name: CallName): CachePolicy | null =>
  Object.hasOwn(cachePolicies, name) ? cachePolicies[name as VisitorCallName] : null

export const isBudgeted = (policy: CachePolicy | null): policy is Budgeted =>
  typeof policy === 'object' && policy !== null && 'budget' in policy

/** True where the response is computed from the process's memory. */
export const isFromMemory = (policy: CachePolicy | null): boolean =>
  policy === 'memory' || (isShared(policy) && policy.from === 'memory')

export const isShared = (policy: CachePolicy | null): policy is Shared =>
  typeof policy === 'object' && policy !== null && 'lifetimeMs' in policy

/** Returns the public calls whose cached responses a call makes out of date. */
export const madeOldBy = (name: CallName): readonly CallName[] =>
  Object.entries(cachePolicies).flatMap(([read, how]) =>
    isShared(how) && how.changedBy?.includes(name) === true ? [read as CallName] : [],
  )
