import {
  type IdentityForm,
  type IdentityItem,
  type IdentityReason,
  identityReasons,
  isOptional,
  isRequired,
  sanctionedRegionIn,
} from '@candor/rules'
import { utcDay } from '@candor/rules/time-units.ts'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Kysely } from 'kysely'
import type { CaseDetails, CaseKind, CaseLine, CaseVerdict } from '../back-office/cases/case-kind.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { KycPorts } from './kyc-ports.ts'
import { type CaseRow, caseById, casesOf, closedCases, decideCase, waitingCases } from './kyc-store.ts'
import type { FailedItem } from './kyc-tables.ts'
import { releaseDocument } from './marks-store.ts'
import { emptyForm, formOfCase, openForm } from './sealed-form.ts'
import { tellDecision } from './tell-decision.ts'

/** Identity checks in the reviewers' queue. What they read of a person is opened only here, and only as long as the key is there. */
export const identityCases = (context: ServerContext & KycPorts): CaseKind => ({
  kind: 'kyc',
  roles: ['reviewer', 'risk', 'admin'],
  reasons: identityReasons.map(reasonKey),
  waiting: async () => lines(context, await waitingCases(context.db.query)),
  closed: async ({ before, limit }) => lines(context, await closedCases(context.db.query, before, limit)),
  ofCustomer: async (userId) => lines(context, await casesOf(context.db.query, userId)),
  details: async (db, id, lock) => {
    const row = await caseById(db, id, lock)
    return row === undefined ? null : detailsOf(context, db, row)
  },
  // It moves no money, yet counts: no one decides identity, deposit and withdrawal of one customer alone.
  weigh: async () => ({ money: null, notSeenOnChain: false }),
  decide: (tx, verdict) => decide(context, tx, verdict),
  afterDecision: (id) => tellDecision(context, id),
  image: async (id, fileId) => {
    const row = await caseById(context.db.query, id, false)
    return row?.files.includes(fileId) === true ? context.files.read(fileId) : null
  },
})

const reasonKey = (reason: IdentityReason): TextKey => `kyc.reason.${reason}`

async function lines(context: ServerContext & KycPorts, rows: readonly CaseRow[]): Promise<CaseLine[]> {
  const names = await context.standings.namesOf(
    rows.map((row) => row.user_id),
    context.db.query,
  )
  return rows.map((row) => lineOf(row, names.get(row.user_id) ?? ''))
}

const lineOf = (row: CaseRow, userName: string): CaseLine => ({
  id: row.id,
  customer: { id: row.user_id, userName },
  summary: row.attempt === 1 ? 'Identity verification' : `Identity verification, attempt ${row.attempt}`,
  status: row.status,
  createdAt: row.submitted_at,
  deadlineAt: row.status === 'pending' ? row.deadline_at : null,
})

const labels: Readonly<Record<IdentityItem, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  sex: 'Sex',
  birthdate: 'Date of birth',
  country: 'Country',
  address: 'Address',
  phone: 'Phone',
  companyAddress: 'Company address',
  guarantorId: 'Guarantor’s document number',
  guarantorName: 'Guarantor’s name',
  documentType: 'Document type',
  documentNumber: 'Document number',
  documentExpiry: 'Valid until',
  photoFront: 'Document, front',
  photoBack: 'Document, back',
  photoHolding: 'Person holding the document',
  signature: 'Signature',
}
const documents: Readonly<Record<string, string>> = {
  idCard: 'Identity card',
  passport: 'Passport',
  driverLicence: 'Driving licence',
}
const laterItems: ReadonlySet<IdentityItem> = new Set(['documentNumber', 'documentExpiry'])
const person = ['firstName', 'lastName', 'sex', 'birthdate', 'country', 'address', 'phone'] as const
const surroundings = ['companyAddress', 'guarantorName', 'guarantorId'] as const
const pictures = ['photoFront', 'photoBack', 'photoHolding', 'signature'] as const

async function detailsOf(
  context: ServerContext & KycPorts,
  db: Kysely<Schema>,
  row: CaseRow,
): Promise<CaseDetails> {
  const names = await context.standings.namesOf([row.user_id], db)
  const form = await openForm(context, db, formOfCase(row.user_id, row.id), row.sealed)
  const earlier = (await casesOf(db, row.user_id)).filter(({ attempt }) => attempt < row.attempt)
  const open = row.status === 'pending' && form !== null
  return {
    ...lineOf(row, names.get(row.user_id) ?? ''),
    sections:
      form === null
        ? [erasedSection]
        : [
            ...(await closedSection(context, form)),
            ...sectionsOf(form, utcDay(context.clock.now())),
            ...earlier.map(earlierSection),
          ],
    timeline: [
      { status: 'pending', at: row.submitted_at, by: null, reason: null },
      ...(row.decided_at === null
        ? []
        : [{ status: row.status, at: row.decided_at, by: row.decided_by, reason: noteOf(row.failed) }]),
    ],
    items: open ? itemsOf(form) : [],
    allowed: open ? ['approve', 'reject'] : [],
    approvalsNeeded: 1,
  }
}

const erasedSection = {
  title: 'Erased',
  rows: [{ label: 'Customer', value: 'erased; none of their data can be read', tone: 'plain' as const }],
  images: [],
}

/** The warning a reviewer must not overlook: a closed country, or a region that is closed within an open one. */
async function closedSection(
  context: ServerContext & KycPorts,
  { country, address }: IdentityForm,
): Promise<CaseDetails['sections']> {
  const region = address === null ? null : sanctionedRegionIn(address)
  const rows: CaseDetails['sections'][number]['rows'] = [
    ...(country !== null && (await context.standings.isClosedCountry(country))
      ? [{ label: 'Country', value: `${country} is closed`, tone: 'bad' as const }]
      : []),
    ...(region === null
      ? []
      : [{ label: 'Address', value: `mentions ${region}, which is under sanctions`, tone: 'bad' as const }]),
  ]
  return rows.length === 0 ? [] : [{ title: 'Closed country or region', rows, images: [] }]
}

function sectionsOf(form: IdentityForm, today: string): CaseDetails['sections'] {
  const document = documents[form.documentType ?? ''] ?? 'None'
  return [
    { title: 'Person', rows: person.map((item) => rowOf(item, form)), images: [] },
    {
      title: 'Document',
      rows: [
        { label: labels.documentType, value: document, tone: 'plain' },
        ...(['documentNumber', 'documentExpiry'] as const).map((item) => documentRow(item, form, today)),
      ],
      images: pictures.flatMap((item) => {
        const fileId = form[item]
        return fileId === null ? [] : [{ fileId, label: labels[item] }]
      }),
    },
    { title: 'Work and guarantor', rows: surroundings.map((item) => rowOf(item, form)), images: [] },
  ]
}

/** Masks what identifies a person until an operator has claimed the case; the country alone identifies no one. */
const rowOf = (item: IdentityItem, form: IdentityForm) => ({
  label: labels[item],
  value: form[item] ?? '–',
  tone: 'plain' as const,
  ...(form[item] === null || item === 'country' ? {} : { masked: true as const }),
})

/** A client written before they were asked for sends neither number nor expiry, which a reviewer must not overlook. */
function documentRow(item: 'documentNumber' | 'documentExpiry', form: IdentityForm, today: string) {
  if (form[item] === null)
    return {
      label: labels[item],
      value: 'not given',
      tone: isOptional(item, form) ? ('warn' as const) : ('bad' as const),
    }
  if (item === 'documentExpiry' && form[item] < today)
    return {
      label: labels[item],
      value: `${form[item]}, expired`,
      tone: 'bad' as const,
      masked: true as const,
    }
  return rowOf(item, form)
}

const earlierSection = (row: CaseRow): CaseDetails['sections'][number] => ({
  title: `Attempt ${row.attempt}, refused ${row.decided_at?.toISOString().slice(0, 10) ?? ''}`,
  rows: row.failed.map(({ item, reason }) => ({ label: labels[item], value: reason, tone: 'warn' })),
  images: [],
})

const noteOf = (failed: readonly FailedItem[]) =>
  failed.length === 0 ? null : failed.map(({ item, reason }) => `${labels[item]}: ${reason}`).join('; ')

/** Items that can be refused one by one: everything that was given, the back of a document that has one, and what is missing of it. */
const itemsOf = (form: IdentityForm) =>
  (Object.keys(emptyForm) as IdentityItem[])
    .filter((item) => isRequired(item, form) && (form[item] !== null || laterItems.has(item)))
    .map((item) => ({ key: item, label: labels[item] }))

async function decide(
  context: ServerContext & KycPorts,
  tx: Tx,
  verdict: CaseVerdict,
): Promise<'approved' | 'rejected'> {
  const row = await caseById(tx, verdict.id, true)
  if (row === undefined) throw new Error('a case that was just shown is gone')
  const status = verdict.decision === 'approve' ? 'approved' : 'rejected'
  await context.standings.lock(tx, row.user_id)
  const failed = status === 'approved' ? [] : failedOf(verdict)
  const at = new Date(context.clock.now())
  await decideCase(tx, row.id, { status, at, by: verdict.operator.id, failed })
  if (failed.some(({ item }) => item === 'documentNumber')) await releaseDocument(tx, row.user_id)
  await context.standings.set(tx, row.user_id, status, status === 'approved' ? 1 : 0)
  if (status === 'approved') {
    await keepShownCountry(context, tx, row)
    await context.checkNames(tx, row.user_id)
  }
  // It reveals nothing about the content of the case.
  const kind = status === 'approved' ? 'identityApproved' : 'identityRejected'
  await context.letters.keep(tx, { userId: row.user_id, kind, once: `identity:${row.id}`, facts: {} })
  return status
}

/** Stores the country of residence on the approved document, which overrides the one given at sign-up. */
async function keepShownCountry(context: ServerContext & KycPorts, tx: Tx, row: CaseRow): Promise<void> {
  const country = (await openForm(context, tx, formOfCase(row.user_id, row.id), row.sealed))?.country ?? null
  if (country !== null) await context.standings.setCountry(tx, row.user_id, country)
}

/** Without items the reason holds for the pictures of the document and the person. */
function failedOf({ items, reason }: CaseVerdict): FailedItem[] {
  if (items.length > 0) {
    return items.map((one) => ({ item: one.item as IdentityItem, reason: reasonOf(one.reason) }))
  }
  return (['photoFront', 'photoHolding'] as const).map((item) => ({ item, reason: reasonOf(reason) }))
}

function reasonOf(key: TextKey | null): IdentityReason {
  const reason = identityReasons.find((known) => reasonKey(known) === key)
  if (reason === undefined) throw new Error(`unknown reason: ${key}`)
  return reason
}
