import { z } from 'zod'
import { queueEntry } from '../back-office/operators-ops.ts'
import { opsCall } from '../back-office/ops-call.ts'
import { proposalEntry } from '../back-office/proposals-ops.ts'
import { calendarYear, decimal, id, isoTime, pageOf, pageQuery, positiveDecimal } from '../fields.ts'
import { ownLimits } from '../trust/trust.ts'
import { freezeReasons } from './account-entities.ts'
import { email } from './account-fields.ts'

/** Kinds of things a customer is found by, beside username, contact and id. */
export const customerTraces = ['order', 'address', 'transaction', 'network', 'document', 'name'] as const
export type CustomerTrace = (typeof customerTraces)[number]

export const customerEntry = z.object({
  id,
  userName: z.string(),
  email: z.string(),
  status: z.enum(['active', 'frozen', 'closed']),
  kyc: z.string(),
  country: z.string().nullable(),
  createdAt: isoTime,
})
export type CustomerEntry = z.infer<typeof customerEntry>

/** A tag as it is typed: `customerTag` of the rules gives the form in which it is stored. */
const typedTag = z.string().max(100)

export const foundCustomer = customerEntry.extend({
  /** Operators' tags, sorted. */
  tags: z.array(z.string()),
  /** The number of an order, option, plan or loan, an address of deposits or payouts, a transaction, an IP address, the number of a document of theirs or words of their legal name; null: found by username, contact or id. A service token finds nobody by document or legal name. */
  foundBy: z.enum(customerTraces).nullable(),
})
export type FoundCustomer = z.infer<typeof foundCustomer>

export const freezeShown = z.object({
  /** For colleagues only. */
  reason: z.string(),
  /** Reason shown to the customer. */
  why: z.enum(freezeReasons),
  at: isoTime,
  /** Start of the uninterrupted freeze: a review does not change it. */
  since: isoTime,
  /** End of a legal hold that also stops withdrawals; null: there is none. */
  legalHoldUntil: isoTime.nullable(),
  /** True while withdrawals are stopped. */
  onHold: z.boolean(),
})

/** Reasons for an adjustment; the customer reads them in their language. */
export const adjustmentReasons = ['feeReturned', 'priceFault', 'goodwill', 'reversed'] as const

export const customerShown = customerEntry.extend({
  /** Operators' tags, sorted. */
  tags: z.array(z.string()),
  /** The name in the newest identity check that was not refused; null: there is none, or a service token asks. */
  legalName: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.string(),
  kycTier: z.number().int(),
  totpEnabled: z.boolean(),
  freeze: freezeShown.nullable(),
  /** Time at which the customer froze their own account; only they can end it. Null: not frozen. */
  ownFreezeAt: isoTime.nullable(),
  /** Time of the erasure that the customer requested; null: none. */
  erasesAt: isoTime.nullable(),
  balances: z.array(
    z.object({ mode: z.enum(['real', 'demo']), asset: z.string(), available: decimal, held: decimal }),
  ),
  figures: z.object({ equity: decimal, marginUsed: decimal, marginLevel: decimal.nullable() }),
  positions: z.array(
    z.object({
      id,
      mode: z.enum(['real', 'demo']),
      code: z.string(),
      direction: z.string(),
      lots: decimal,
      openPrice: decimal,
      /** The newest price it could be closed at; null: none is known. */
      lastPrice: decimal.nullable(),
      /** Result of closing at that price, before its commission, USDT. */
      profit: decimal.nullable(),
      margin: decimal,
      openedAt: isoTime,
    }),
  ),
  /** The newest thirty closed positions and parts of them; the result after commission and swap, USDT. */
  trades: z.array(
    z.object({
      id,
      orderNo: z.string(),
      mode: z.enum(['real', 'demo']),
      code: z.string(),
      direction: z.string(),
      lots: decimal,
      openPrice: decimal,
      closePrice: decimal,
      result: decimal,
      reason: z.string(),
      closedAt: isoTime,
    }),
  ),
  /** The newest fifty, removed ones too. */
  payoutAddresses: z.array(
    z.object({
      id,
      network: z.string(),
      address: z.string(),
      label: z.string(),
      addedAt: isoTime,
      /** Null: not confirmed. */
      usableAt: isoTime.nullable(),
      removedAt: isoTime.nullable(),
    }),
  ),
  /** Limits that the customer set for themselves, of the real account; only they change them. */
  ownLimits,
  entries: z.array(
    z.object({
      id,
      at: isoTime,
      kind: z.string(),
      asset: z.string(),
      amount: decimal,
      balanceAfter: decimal,
      reference: z.string().nullable(),
    }),
  ),
  sessions: z.array(
    z.object({ id, device: z.string(), address: z.string(), createdAt: isoTime, lastSeenAt: isoTime }),
  ),
  cases: z.array(queueEntry),
  notes: z.array(z.object({ id, text: z.string(), by: z.string(), at: isoTime })),
  invitedBy: z.object({ id, userName: z.string() }).nullable(),
  /** The newest fifty customers that this one invited; USDT. */
  invited: z.array(z.object({ id, userName: z.string(), joinedAt: isoTime, fees: decimal, earned: decimal })),
  adjustments: z.array(
    z.object({ id, asset: z.string(), amount: decimal, why: z.string(), at: isoTime, reversed: decimal }),
  ),
})
export type CustomerShown = z.infer<typeof customerShown>

/** Lists what a customer may lose, and two operators can reset. */
export const resettableAccess = ['secondFactor', 'email'] as const
export type ResettableAccess = (typeof resettableAccess)[number]
/** Roles that may propose such a reset, and approve it (another person). */
export const resettingRoles = ['reviewer', 'risk', 'admin'] as const

const reason = z.string().trim().min(3).max(500)

export const customersOps = {
  opsCustomers: opsCall({
    method: 'GET',
    path: '/ops/customers',
    summary:
      'Customers by a part of username, email or phone, by whole words of the legal name, or by a whole id, order number, deposit or payout address, transaction hash, IP address or document number; with `tag`, of the customers who have it; the newest first',
    roles: ['reviewer', 'finance', 'risk', 'admin'],
    input: z.object({ q: z.string().max(200).optional(), tag: typedTag.optional(), ...pageQuery }),
    result: pageOf(foundCustomer),
  }),
  opsFindCustomers: opsCall({
    method: 'POST',
    path: '/ops/customers/find',
    summary:
      'The same as `opsCustomers`, with the words in the body: a name or address in a URL may end up in a log',
    changesNothing: true,
    roles: ['reviewer', 'finance', 'risk', 'admin'],
    input: z.object({ q: z.string().max(200), tag: typedTag.optional(), ...pageQuery }),
    result: pageOf(foundCustomer),
  }),
  opsCustomer: opsCall({
    method: 'GET',
    path: '/ops/customers/{id}',
    summary: 'Everything of one customer; that it was looked at stands in the audit log',
    roles: ['reviewer', 'finance', 'risk', 'admin'],
    input: z.object({ id }),
    result: customerShown,
  }),
  opsTaxStatement: opsCall({
    method: 'GET',
    path: '/ops/customers/{id}/tax-statement',
    summary:
      'A customer’s tax statement of a calendar year (UTC), as a file in the customer’s language; that it was made stands in the audit log',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({ id, year: calendarYear, format: z.enum(['csv', 'pdf']) }),
    result: z.string(),
  }),
  opsNote: opsCall({
    method: 'POST',
    path: '/ops/customers/{id}/note',
    summary: 'Writes a note for colleagues; notes stay as they are',
    roles: ['reviewer', 'finance', 'risk', 'admin'],
    input: z.object({ id, text: z.string().trim().min(1).max(2000) }),
    result: z.literal(true),
  }),
  opsCustomerTags: opsCall({
    method: 'GET',
    path: '/ops/customer-tags',
    summary: 'The tags in use, sorted, and how many customers have each; at most 500',
    roles: ['reviewer', 'finance', 'risk', 'admin'],
    input: z.object({}),
    result: z.array(z.object({ tag: z.string(), customers: z.number().int() })),
  }),
  opsTagCustomer: opsCall({
    method: 'POST',
    path: '/ops/customers/{id}/tag',
    summary:
      'Puts a tag on a customer (`on`) or takes it off: up to 20 of 1 to 24 characters without a comma, stored in lower case; customers never see them',
    roles: ['reviewer', 'finance', 'risk', 'admin'],
    input: z.object({ id, tag: typedTag, on: z.boolean() }),
    result: z.literal(true),
  }),
  opsFreeze: opsCall({
    method: 'POST',
    path: '/ops/customers/{id}/freeze',
    summary:
      'Proposes to stop trading and new risk; a legal hold also stops withdrawals until its review date (at most 90 days)',
    roles: ['risk', 'finance', 'admin'],
    input: z.object({
      id,
      reason,
      /** Reason shown to the customer in their language. */
      why: z.enum(freezeReasons).default('review'),
      legalHoldUntil: isoTime.nullable(),
    }),
    result: proposalEntry,
  }),
  opsUnfreeze: opsCall({
    method: 'POST',
    path: '/ops/customers/{id}/unfreeze',
    summary: 'Lifts a freeze',
    roles: ['risk', 'admin'],
    input: z.object({ id, reason }),
    result: z.literal(true),
  }),
  opsResetAccess: opsCall({
    method: 'POST',
    path: '/ops/customers/{id}/reset-access',
    summary:
      'Proposes to turn off two-factor authentication of a lost device, or to set another email address (`email`, else null), for a customer whose identity is approved (else 10022); the customer’s addresses get a letter that undoes it for seven days',
    roles: resettingRoles,
    input: z.object({
      id,
      what: z.enum(resettableAccess),
      email: email.nullable(),
      reason,
    }),
    result: proposalEntry,
  }),
  opsRaiseTier: opsCall({
    method: 'POST',
    path: '/ops/customers/{id}/tier',
    summary: 'Opens larger loans (tier 2) to a customer whose identity is approved (else 10022)',
    roles: ['reviewer', 'finance', 'admin'],
    input: z.object({ id, reason }),
    result: z.literal(true),
  }),
  opsAdjust: opsCall({
    method: 'POST',
    path: '/ops/adjustments',
    summary:
      'Proposes a correction in the customer’s favour, or to take back (`reverses`) what is left of an earlier one',
    roles: ['finance', 'risk', 'admin'],
    input: z.object({
      customerId: id,
      asset: z.enum(['USDT', 'BTC', 'ETH']),
      amount: positiveDecimal,
      why: z.enum(adjustmentReasons),
      reason,
      reverses: id.nullable(),
    }),
    result: proposalEntry,
  }),
} as const
