import { type LoanLimit, loanLimit } from '@candor/rules'
import type { EvidenceSection } from '../../back-office/cases/case-kind.ts'
import type { ServerContext } from '../../module.ts'
import type { Reader } from '../../platform/database/database.ts'
import { type LoanMove, type LoanRow, termsOf } from '../loan-response.ts'
import type { LoanCustomer } from '../loans-ports.ts'
import { borrowedBefore, borrowedBy } from '../loans-store.ts'
import { costOf, readTariff } from '../offers/loan-offer.ts'
import { amountText, percentText } from './agreement.ts'

/** Reasons for which a reviewer may turn an application down: texts the customer reads in their language. */
export const rejectionReasons = [
  'loans.reason.identity',
  'loans.reason.signature',
  'loans.reason.ability',
  'loans.reason.history',
  'loans.reason.other',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

export const isRejectionReason = (key: string | null): key is RejectionReason =>
  (rejectionReasons as readonly (string | null)[]).includes(key)

/** Summarises the request in one line for the queue. */
export const loanSummary = (row: LoanRow): string => `${amountText(row.amount, 'en')} for ${row.days} days`

/**
 * Collects the evidence for a decision, in English for the reviewer: the application, the applicant, their earlier repayments, the signed
 * agreement.
 */
export async function loanEvidence(
  { parameters }: ServerContext,
  reader: Reader,
  row: LoanRow,
  customer: LoanCustomer,
): Promise<EvidenceSection[]> {
  const [tariff, borrowed, before] = await Promise.all([
    readTariff(parameters),
    borrowedBy(reader, row.user_id),
    borrowedBefore(reader, row.user_id),
  ])
  const limit = loanLimit(tariff, { verified: customer.verified, tier: customer.tier, ...borrowed })
  return [
    section('Application', application(row)),
    section('Customer', [
      ['Username', customer.userName],
      ['Identity', customer.verified ? 'approved' : 'not approved', customer.verified ? 'good' : 'bad'],
      ['Sign-in', customer.frozen ? 'frozen' : 'active', customer.frozen ? 'bad' : 'plain'],
      ...limitRows(limit, borrowed.openMinor),
    ]),
    section('Earlier loans', [
      ['Repaid on time', String(before.onTime), before.onTime > 0 ? 'good' : 'plain'],
      ['Repaid late', String(before.late), before.late > 0 ? 'warn' : 'plain'],
      ['Running', String(before.running)],
      ['Overdue now', String(before.overdue), before.overdue > 0 ? 'bad' : 'plain'],
      ['Refused', String(before.rejected)],
    ]),
    signedSection(row),
  ]
}

/** The name is a legal one. */
const signedSection = (row: LoanRow): EvidenceSection => ({
  title: 'Signed agreement',
  rows: [
    { label: 'Typed name', value: row.signed_name, tone: 'plain', masked: true },
    { label: 'Language', value: row.language, tone: 'plain' },
    { label: 'SHA-256', value: row.agreement_hash, tone: 'plain' },
  ],
  images: [{ fileId: row.signature, label: 'Drawn signature' }],
})

type Tone = 'plain' | 'good' | 'warn' | 'bad'
type Row = readonly [label: string, value: string, tone?: Tone]

function application(row: LoanRow): Row[] {
  const terms = termsOf(row)
  const cost = costOf(terms)
  return [
    ['Amount', amountText(row.amount, 'en')],
    ['Term', `${row.days} days, first ${row.free_days} interest-free`],
    ['Daily rate', percentText(terms.dailyRate, 'en')],
    ['Daily overdue rate', percentText(terms.overdueRate, 'en')],
    ['Interest over the term', amountText(cost.interestMinor, 'en')],
    ['Annual percentage rate', percentText(cost.apr, 'en')],
    ['Set aside in the loan capital', amountText(row.status === 'pending' ? row.amount : 0n, 'en')],
  ]
}

function limitRows({ tier, mostMinor }: LoanLimit, openMinor: bigint): Row[] {
  const beyond = openMinor > mostMinor
  return [
    ['Tier', String(tier)],
    ['Total limit', amountText(mostMinor, 'en')],
    ['Total owed or requested', amountText(openMinor, 'en'), beyond ? 'bad' : 'plain'],
  ]
}

const section = (title: string, rows: readonly Row[]): EvidenceSection => ({
  title,
  rows: rows.map(([label, value, tone = 'plain']) => ({ label, value, tone })),
  images: [],
})

export const caseTimeline = (moves: readonly LoanMove[]) =>
  moves.map(({ status, at, reason }) => ({ status, at: new Date(Number(at)), by: null, reason }))
