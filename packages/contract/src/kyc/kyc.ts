import { identityItems, identityReasons } from '@candor/rules'
import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, fileId, isoTime } from '../fields.ts'

export const identityStatus = z.enum(['none', 'pending', 'approved', 'rejected'])
export const identitySex = z.enum(['male', 'female'])
export const identityDocument = z.enum(['idCard', 'passport', 'driverLicence'])
export const identityItem = z.enum(identityItems)

/** Text typed by a person: no control characters. */
const words = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}]*$/u)
const country = z.string().regex(/^[A-Z]{2}$/)
const day = z.iso.date()

const draft = {
  firstName: words(80).nullable(),
  lastName: words(80).nullable(),
  sex: identitySex.nullable(),
  birthdate: day.nullable(),
  country: country.nullable(),
  address: words(200).nullable(),
  phone: words(30).nullable(),
  companyAddress: words(200).nullable(),
  guarantorId: words(60).nullable(),
  guarantorName: words(120).nullable(),
  documentType: identityDocument.nullable(),
  documentNumber: words(60).nullable(),
  /** The last day on which the document is valid; null: none, or not given. */
  documentExpiry: day.nullable(),
  photoFront: fileId.nullable(),
  photoBack: fileId.nullable(),
  photoHolding: fileId.nullable(),
  signature: fileId.nullable(),
}
const some = words(200).min(1)

const submitted = {
  firstName: words(80).min(1),
  lastName: words(80).min(1),
  sex: identitySex,
  birthdate: day,
  country,
  address: some,
  phone: words(30).min(1),
  companyAddress: draft.companyAddress.default(null),
  guarantorId: draft.guarantorId.default(null),
  guarantorName: draft.guarantorName.default(null),
  documentType: identityDocument,
  /** A client that was written before these two were asked for leaves them out; sent, they are checked. */
  documentNumber: draft.documentNumber.optional(),
  documentExpiry: draft.documentExpiry.optional(),
  photoFront: fileId,
  photoBack: draft.photoBack.default(null),
  photoHolding: fileId,
  signature: fileId,
}

/**
 * A customer's identity case. Before the first submission, the fields hold the draft; after a refusal, the submitted values with
 * later changes.
 */
export const identification = z.object({
  ...draft,
  status: identityStatus,
  /** 0 without an approved identity; 1 with; 2 for larger loans. */
  tier: z.number().int(),
  /** The first of the reasons below; null unless rejected. */
  reason: z.enum(identityReasons).nullable(),
  /** Items to change, each with its reason; the others are accepted. */
  failed: z.array(z.object({ item: identityItem, reason: z.enum(identityReasons) })),
  submittedAt: isoTime.nullable(),
  /** Promised time of the decision; null unless pending. */
  deadlineAt: isoTime.nullable(),
  decidedAt: isoTime.nullable(),
  /** Total of deposits from which identity is required, in USDT. */
  neededFrom: decimal,
  /** Hours within which a decision is promised. */
  reviewHours: z.number(),
})
export type Identification = z.infer<typeof identification>

const own = '/swx/customer/user'

export const kycCalls = {
  getIdentification: call({
    method: 'GET',
    path: `${own}/identification`,
    summary: 'The customer’s identity verification: how far it is, what was sent, what has to be changed',
    access: 'customer',
    input: z.object({}),
    result: identification,
  }),
  saveIdentification: call({
    method: 'POST',
    path: `${own}/identification/draft`,
    summary: 'Keeps what was typed and uploaded so far, to go on later; fields that are not named stay',
    access: 'customer',
    input: z.object(draft).partial(),
    result: identification,
    success: 20005,
  }),
  identification: call({
    method: 'POST',
    path: `${own}/identification`,
    summary: 'Sends the identity verification for review',
    access: 'customer',
    input: z.object(submitted),
    result: identification,
    success: 20001,
  }),
} as const
