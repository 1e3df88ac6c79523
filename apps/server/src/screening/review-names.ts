import type { FreezeReason } from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Kysely } from 'kysely'
import type {
  CaseDetails,
  CaseKind,
  CaseLine,
  CaseVerdict,
  EvidenceRow,
} from '../back-office/cases/case-kind.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Match } from './find-matches.ts'
import {
  closedNameCases,
  decideNameCase,
  matchesOf,
  type NameCaseRow,
  nameCaseById,
  nameCasesOf,
  openNameCases,
} from './name-cases-store.ts'
import type { ScreeningPorts } from './screening-ports.ts'
import type { ListSource } from './screening-tables.ts'

/** Reasons of a legal hold that two people place, as the customer reads them. */
const reasonKeys = {
  'trust.frozen.why.legalOrder': 'legalOrder',
  'trust.frozen.why.rulesCheck': 'rulesCheck',
  'trust.frozen.why.identityCheck': 'identityCheck',
} as const satisfies Partial<Record<TextKey, FreezeReason>>

/** A confirmed name is reviewed, or its hold lapses, after this long (trust T13). */
const confirmedHoldMs = 90 * 24 * 3_600_000

const sourceNames: Readonly<Record<ListSource, string>> = {
  'ofac-sdn': 'OFAC SDN list',
  opensanctions: 'OpenSanctions',
}
const occasions = {
  'sign-up': 'sign-up',
  identity: 'identity verification',
  withdrawal: 'withdrawal',
} as const

/** Cases of customers whose names are similar to listed ones: cleared, or confirmed by two people with a legal hold. */
export const nameCases = (context: ServerContext & ScreeningPorts): CaseKind => ({
  kind: 'names',
  roles: ['reviewer', 'risk', 'admin'],
  reasons: Object.keys(reasonKeys) as (keyof typeof reasonKeys)[],
  waiting: async () => lines(context, await openNameCases(context.db.query)),
  closed: async ({ before, limit }) => lines(context, await closedNameCases(context.db.query, before, limit)),
  ofCustomer: async (userId) => lines(context, await nameCasesOf(context.db.query, userId)),
  details: async (db, id, lock) => {
    const row = await nameCaseById(db, id, lock)
    return row === undefined ? null : detailsOf(context, db, row)
  },
  decide: (tx, verdict) => decide(context, tx, verdict),
  afterDecision: async (id) => {
    const row = await nameCaseById(context.db.query, id, false)
    if (row?.status === 'confirmed') context.legalHolds.afterCommit(row.user_id)
    if (row?.status === 'cleared') await context.withdrawals.afterRelease(row.user_id)
  },
})

async function lines(
  context: ServerContext & ScreeningPorts,
  rows: readonly NameCaseRow[],
): Promise<CaseLine[]> {
  const names = await context.names.of(
    rows.map((row) => row.user_id),
    context.db.query,
  )
  return rows.map((row) => lineOf(row, names.get(row.user_id) ?? ''))
}

const lineOf = (row: NameCaseRow, userName: string): CaseLine => ({
  id: row.id,
  customer: { id: row.user_id, userName },
  summary: `${row.hits === 1 ? 'A listed name' : `${row.hits} listed names`}, at ${occasions[row.occasion]}`,
  status: row.status,
  createdAt: row.opened_at,
  deadlineAt: row.status === 'open' ? row.hold_until : null,
})

async function detailsOf(
  context: ServerContext & ScreeningPorts,
  db: Kysely<Schema>,
  row: NameCaseRow,
): Promise<CaseDetails> {
  const names = await context.names.of([row.user_id], db)
  const matches = await matchesOf(context, db, row)
  const people = row.hold_until === null ? 1 : 2
  return {
    ...lineOf(row, names.get(row.user_id) ?? ''),
    sections: [...holdSection(row), ...(matches === null ? [erased] : matches.map(sectionOf))],
    timeline: [
      { status: 'open', at: row.opened_at, by: null, reason: null },
      ...(row.decided_at === null
        ? []
        : [{ status: row.status, at: row.decided_at, by: row.decided_by, reason: row.reason }]),
    ],
    allowed: row.status === 'open' ? allowedFor(matches) : [],
    approvalsNeeded: people,
    rejectionsNeeded: 2,
  }
}

/** Nothing is left of an erased person that could be confirmed. */
const allowedFor = (matches: readonly Match[] | null): CaseDetails['allowed'] =>
  matches === null ? ['approve'] : ['approve', 'reject']

const row = (label: string, value: string, tone: EvidenceRow['tone'] = 'plain'): EvidenceRow => ({
  label,
  value,
  tone,
})
const erased = { title: 'Erased', rows: [row('Customer', 'erased')], images: [] }

const holdSection = ({ hold_until: until }: NameCaseRow): CaseDetails['sections'] =>
  until === null
    ? []
    : [{ title: 'Legal hold', rows: [row('Withdrawals on hold until', minuteOf(until), 'bad')], images: [] }]

const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const births = {
  same: ['same date', 'bad'],
  near: ['within two years', 'warn'],
  far: ['different year', 'good'],
} as const

/** Both sides of one pair, and which words of them count as the same. */
function sectionOf({
  checked,
  source,
  entry,
  person,
  listedName,
  words,
  birth,
  score,
}: Match): CaseDetails['sections'][number] {
  const masked = { masked: true } as const
  const [birthText, birthTone] = birth === null ? (['not known for both', 'plain'] as const) : births[birth]
  return {
    title: `${sourceNames[source]}, entry ${entry}`,
    rows: [
      { ...row(`Customer: ${checked.where}`, checked.name), ...masked },
      row('Listed as', listedName, 'warn'),
      // With the listed name, these would tell the customer's.
      { ...row('Similarity', `${Math.round(score * 100)} of 100`, 'warn'), ...masked },
      ...words.map(({ ours, listed, likeness }) => ({
        ...row('Words', `${ours} – ${listed}: ${likeness}`),
        ...masked,
      })),
      ...(checked.birthdate === null
        ? []
        : [{ ...row('Customer: date of birth', checked.birthdate), ...masked }]),
      row('Listed: date of birth', person.births.join('; ') || '–'),
      { ...row('Birth dates', birthText, birthTone), ...masked },
      row('Listed: type', person.kind),
      row('Listed: countries', person.countries || '–'),
      row('Listed: programmes', person.programs || '–'),
      row('All listed names', person.names.join('; ')),
    ],
    images: [],
  }
}

async function decide(
  context: ServerContext & ScreeningPorts,
  tx: Tx,
  verdict: CaseVerdict,
): Promise<string> {
  const found = await nameCaseById(tx, verdict.id, true)
  if (found === undefined) throw new Error('a case that was just shown is gone')
  const at = new Date(context.clock.now())
  const by = verdict.operator.id
  if (verdict.decision === 'approve') {
    const reason = verdict.note?.trim() ?? ''
    if (reason === '') throw new Refusal('invalidInput', { issues: [{ path: 'note', code: 'required' }] })
    await decideNameCase(tx, found.id, { status: 'cleared', at, by, reason })
    if (!(await isStillHeld(tx, found.user_id))) await context.withdrawals.release(tx, found.user_id)
    return 'cleared'
  }
  const { reason, approvers } = verdict
  const [first, second] = approvers
  if (reason === null || first === undefined || second === undefined)
    throw new Error('a name is confirmed by two people, with a reason')
  await decideNameCase(tx, found.id, { status: 'confirmed', at, by, reason })
  await context.legalHolds.place(tx, {
    userId: found.user_id,
    why: reasonKeys[reason as keyof typeof reasonKeys],
    reason: verdict.note ?? `a listed name: case ${found.id}`,
    until: new Date(at.getTime() + confirmedHoldMs),
    people: [first, second],
    once: `names:${found.id}`,
  })
  return 'confirmed'
}

/** Reports whether another open case of this customer holds withdrawals. */
const isStillHeld = async (tx: Tx, userId: string): Promise<boolean> =>
  (await nameCasesOf(tx, userId)).some(({ status, hold_until: until }) => status === 'open' && until !== null)
