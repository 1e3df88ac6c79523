import { z } from 'zod'
import { id, isoTime } from '../fields.ts'
import { caseKind } from './operators-ops.ts'
import { operatorRoles, opsCall } from './ops-call.ts'

/** Things that two accounts of one person share, the strongest first. */
export const relationKinds = [
  'document',
  'person',
  'card',
  'payoutAddress',
  'device',
  'phone',
  'address',
  'network',
] as const
export type RelationKind = (typeof relationKinds)[number]

/** An IP address or a device that more other accounts used than this is not listed account by account. */
export const mostSharing = 20

export const relatedAccount = z.object({
  id,
  userName: z.string(),
  status: z.enum(['active', 'frozen', 'closed']),
  kyc: z.string(),
  country: z.string().nullable(),
  createdAt: isoTime,
  /** Everything that this account has in common with the case's customer, the strongest first. */
  shared: z.array(
    z.object({
      by: z.enum(relationKinds),
      /** The device, the IP address, the payout address or the end of the card's number; null for what the identity check says. */
      what: z.string().nullable(),
      /** Time at which the related account had or used it last. */
      at: isoTime,
    }),
  ),
})
export type RelatedAccount = z.infer<typeof relatedAccount>

export const relatedAccounts = z.object({
  /** The strongest relation first; at most 50. */
  accounts: z.array(relatedAccount),
  /** True where there are more than these. */
  more: z.boolean(),
  /** Shared with more than `mostSharing` other accounts, such as the address of a mobile network: none is listed for it. */
  crowded: z.array(z.object({ by: z.enum(relationKinds), what: z.string().nullable() })),
})
export type RelatedAccounts = z.infer<typeof relatedAccounts>

export const relatedOps = {
  opsRelatedAccounts: opsCall({
    method: 'GET',
    path: '/ops/case/{kind}/{id}/related',
    summary:
      'Other accounts with the same document, name and birthdate, card, payout address, device, phone, address or IP address as the customer of a case, for who holds it (else 11007); that they were looked at stands in the audit log',
    roles: operatorRoles,
    input: z.object({ kind: caseKind, id }),
    result: relatedAccounts,
  }),
} as const
