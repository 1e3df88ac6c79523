import { taxGroups } from '@candor/rules/accounts/tax-groups.ts'
import { z } from 'zod'
import { decimal, id, isoTime } from '../fields.ts'

export const languages = ['en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk', 'zh'] as const
export type Language = (typeof languages)[number]

export const accountMode = z.enum(['demo', 'real'])
export type AccountMode = z.infer<typeof accountMode>

export const user = z.object({
  id,
  userName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  language: z.enum(languages),
  kyc: z.enum(['none', 'pending', 'approved', 'rejected']),
  kycTier: z.number().int(),
  totpEnabled: z.boolean(),
  inviteCode: z.string(),
  country: z.string().nullable(),
  createdAt: isoTime,
})
export type User = z.infer<typeof user>

export const signedIn = z.object({ token: z.string(), user })

/** Reasons for an operator's freeze; the customer reads them in their language. */
export const freezeReasons = [
  'review',
  'accountSafety',
  'identityCheck',
  'paymentCheck',
  'rulesCheck',
  'legalOrder',
] as const
export type FreezeReason = (typeof freezeReasons)[number]

/** A freeze that an operator has placed on a customer (trust T13). */
export const frozenState = z.object({
  since: isoTime,
  reason: z.enum(freezeReasons),
  /** True while a legal hold stops withdrawals. */
  legalHold: z.boolean(),
  /** Time of the legal hold's review or lapse; null: there is none. */
  reviewAt: isoTime.nullable(),
})
export type FrozenState = z.infer<typeof frozenState>

export const balance = z.object({ asset: z.enum(['USDT', 'BTC', 'ETH']), available: decimal, held: decimal })
export const accountSummary = z.object({
  user,
  mode: accountMode,
  balances: z.array(balance),
  equity: decimal,
  marginUsed: decimal,
  /**
   * (Equity − amounts held for other purposes than trading) ÷ margin used as a fraction (`"2.5"` = 250 %); null while no margin is
   * used.
   */
  marginLevel: decimal.nullable(),
  /**
   * Margin levels at which the customer gets a margin call, and at which positions are closed: those of the open positions, each weighted by its
   * margin, rounded up to 10^-4. Without open positions, those of a position opened now.
   */
  callLevel: decimal,
  closeOutLevel: decimal,
  /** Equity, less amounts held for other purposes than trading, at which positions are closed: each position's margin times its own level. Exact. */
  closeOutAt: decimal,
  expectedProfit: decimal,
  todayEarnings: decimal,
  /** USDT that may leave the account or back new risk: unrealised losses and all held amounts are deducted. Shown as available. */
  free: decimal,
  /** True when `free` contains an estimate for a market without a quote. */
  stale: z.boolean(),
  /** Null: not frozen by the operator. `while-frozen.ts` lists the calls that stay open. */
  frozen: frozenState.nullable(),
  /**
   * `closed`: real money may only make the calls that `while-country-closed.ts` leaves open. `unknown`: the same, until the
   * customer states their country (`saveSettings`).
   */
  countryStanding: z.enum(['open', 'closed', 'unknown']),
})
export type AccountSummary = z.infer<typeof accountSummary>

export const session = z.object({
  id,
  current: z.boolean(),
  device: z.string(),
  address: z.string(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
})

export const statementLine = z.object({
  id,
  at: isoTime,
  asset: z.enum(['USDT', 'BTC', 'ETH']),
  /** Kind of the ledger entry, a key of the texts: `statement.kinds.<kind>`. */
  kind: z.string(),
  /** Signed: a negative amount left the customer's account. */
  amount: decimal,
  balanceAfter: decimal,
  /** The order, plan or loan it belongs to. */
  reference: z.string().nullable(),
  /** For an option adjusted for its market's splits, `new:old`; else null. */
  split: z.string().nullable(),
  /** The order or option that the entry is of; null for entries of anything else. */
  order: z
    .object({
      code: z.string(),
      direction: z.enum(['buy', 'sell', 'up', 'down']),
      /** Volume of the order; null for options. */
      lots: decimal.nullable(),
    })
    .nullable(),
})

/** Totals of a period in one asset: `opening + in − out = closing`. */
export const statementTotal = z.object({
  asset: z.enum(['USDT', 'BTC', 'ETH']),
  opening: decimal,
  in: decimal,
  out: decimal,
  closing: decimal,
  /** Parts of `in` and `out`, by the kind of the ledger entry as in the statement. */
  kinds: z.array(z.object({ kind: z.string(), in: decimal, out: decimal })),
})

/** Totals of a year's entries by group of a tax statement and asset; groups without entries are left out. */
export const taxTotals = z.object({
  year: z.number().int(),
  groups: z.array(
    z.object({
      group: z.enum(taxGroups),
      asset: z.enum(['USDT', 'BTC', 'ETH']),
      in: decimal,
      out: decimal,
      net: decimal,
    }),
  ),
})

export const equityPoint = z.tuple([z.number().int(), decimal])
