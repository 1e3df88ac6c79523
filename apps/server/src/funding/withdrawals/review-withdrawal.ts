import type { CaseDecision, ShownSection } from '@candor/contract'
import { Amount } from '@candor/money'
import { type ChainSight, maskedCardNumber } from '@candor/rules'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Kysely } from 'kysely'
import type {
  ApprovalWeight,
  CaseDetails,
  CaseKind,
  CaseLine,
  EvidenceSection,
} from '../../back-office/cases/case-kind.ts'
import type { ServerContext } from '../../module.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { openCardNumber } from '../bank-cards/bank-cards.ts'
import { onePersonLimit } from '../one-person-limit.ts'
import { applyWithdrawalVerdict } from './approve-withdrawal.ts'
import { dueOf } from './look-at-payouts.ts'
import { tellWithdrawal } from './move-withdrawal.ts'
import { freshMs, isLookedAt, lookAtNamedPayments, namedPayments, noneIsOnChain } from './named-payments.ts'
import type { WithdrawalPorts } from './withdrawal-ports.ts'
import {
  endedWithdrawals,
  findWithdrawal,
  listWithdrawals,
  timelinesOf,
  type WithdrawalRow,
  waitingWithdrawals,
} from './withdrawal-store.ts'

/** Reasons for which a withdrawal is not paid, as its customer reads them; the money is back in each case. */
export const withdrawalReasons = [
  'withdraw.reason.address',
  'withdraw.reason.notYours',
  'withdraw.reason.network',
  'withdraw.reason.bank',
  'withdraw.reason.paymentFailed',
] as const satisfies readonly TextKey[]

/** Withdrawals in the console's queue, from the first approval until they are paid. */
export const withdrawalCases = (context: ServerContext & WithdrawalPorts): CaseKind => ({
  kind: 'withdrawal',
  roles: ['reviewer', 'finance', 'admin'],
  reasons: withdrawalReasons,
  waiting: async () => (await waitingWithdrawals(context.db.query)).map(lineOf),
  closed: async ({ before, limit }) =>
    (await endedWithdrawals(context.db.query, before.getTime(), limit)).map(lineOf),
  ofCustomer: async (userId) =>
    (await listWithdrawals(context.db.query, { userId, status: undefined, before: null, limit: 50 })).map(
      lineOf,
    ),
  details: (db, id, lock) => detailsOf(context, db, id, lock),
  weigh: (db, id) => weigh(context, db, id),
  beforeDecision: async (id, decision) => {
    if (decision === 'reject') await lookAtNamedPayments(context, id)
  },
  decide: (tx, verdict) => applyWithdrawalVerdict(context, tx, verdict),
  afterDecision: (id) => tellWithdrawal(context, id),
})

const text = ({ coin }: WithdrawalRow, minor: bigint): string => `${new Amount(coin, minor)} ${coin}`

const lineOf = (row: WithdrawalRow): CaseLine => ({
  id: row.id,
  customer: { id: row.user_id, userName: row.user_name },
  summary: `${text(row, row.received)} to ${row.network ?? row.bank ?? 'a bank'}, ${row.status}`,
  status: row.status,
  createdAt: new Date(Number(row.created_at)),
  deadlineAt: new Date(Number(row.deadline_at)),
})

async function detailsOf(
  context: ServerContext & WithdrawalPorts,
  db: Kysely<Schema>,
  id: string,
  lock: boolean,
): Promise<CaseDetails | null> {
  const row = await findWithdrawal(db, id, lock ? 'lock' : 'read')
  if (row === null) return null
  const events = (await timelinesOf(db, [id])).get(id) ?? []
  const frozenUntil = (await context.checks.freezeOf(db, row.user_id))?.holdUntil ?? null
  const holdUntil = laterOf(frozenUntil, heldByName(row, context.clock.now()))
  return {
    ...lineOf(row),
    sections: [
      ...holdSection(row, holdUntil),
      await requestSection(context, db, row),
      ...(await paymentSections(context, db, row)),
    ],
    timeline: events.map(({ status, at, decided_by: by, reason }) => ({
      status,
      at: new Date(Number(at)),
      by,
      reason,
    })),
    allowed: isHeld(row, holdUntil) ? ['reject'] : await allowedFor(context, db, row, lock),
    approvalsNeeded: row.reviewers,
    // Money that was sent may have arrived, so returning it takes two people.
    rejectionsNeeded: row.status === 'sent' ? 2 : 1,
  }
}

/** Until when it waits for the decision about a listed name; null: it does not, or no longer. */
const heldByName = ({ held_until: until }: WithdrawalRow, now: number): number | null =>
  until !== null && Number(until) > now ? Number(until) : null

const laterOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** Under a legal hold, what is not yet sent waits. Its deadline keeps running, so that its lateness is public (trust T11, T13). */
const isHeld = ({ status }: WithdrawalRow, holdUntil: number | null): holdUntil is number =>
  holdUntil !== null && (status === 'pending' || status === 'approved')

function holdSection(row: WithdrawalRow, holdUntil: number | null): ShownSection[] {
  if (!isHeld(row, holdUntil)) return []
  const until = new Date(holdUntil).toISOString()
  return [
    {
      title: 'Legal hold',
      rows: [rowOf('On hold until', `${until}, unless reviewed earlier`, 'bad')],
      images: [],
    },
  ]
}

async function allowedFor(
  context: ServerContext & WithdrawalPorts,
  db: Kysely<Schema>,
  row: WithdrawalRow,
  deciding: boolean,
): Promise<CaseDecision[]> {
  if (row.status === 'pending') return ['approve', 'reject']
  if (row.status === 'approved') return ['sent', 'reject']
  if (row.status !== 'sent') return []
  if (!isLookedAt(context, row)) return ['approve', 'sent', 'reject']
  // A node looks: it completes what is paid, and money is given back only while none of the named transactions is on the chain.
  const freshFrom = deciding ? context.clock.now() - freshMs : null
  return (await noneIsOnChain(db, row.id, freshFrom)) ? ['sent', 'reject'] : ['sent']
}

function sightOf({ sight_state: state, confirmations, paid }: WithdrawalRow): ChainSight | null {
  if (state === null || confirmations === null || paid === null) return null
  return { state, confirmations, paidMinor: paid }
}

type Tone = ShownSection['rows'][number]['tone']
const rowOf = (label: string, value: string, tone: Tone = 'plain') => ({ label, value, tone })

async function requestSection(
  ports: WithdrawalPorts,
  db: Kysely<Schema>,
  row: WithdrawalRow,
): Promise<EvidenceSection> {
  return {
    title: 'Request',
    rows: [
      rowOf('Amount to pay', text(row, row.received)),
      rowOf('Debited from the account', text(row, row.amount)),
      rowOf('Fee included', text(row, row.fee)),
      ...(await placeRows(ports, db, row)),
    ],
    images: [],
  }
}

async function placeRows(
  { places }: WithdrawalPorts,
  db: Kysely<Schema>,
  row: WithdrawalRow,
): Promise<EvidenceSection['rows']> {
  if (row.network !== null && row.address !== null)
    return [rowOf('Network', row.network), rowOf('Address', row.address)]
  if (row.bank_card === null) throw new Error('a withdrawal goes to an address or a card')
  // The full number is for the operator who pays; after the payment, the last digits identify the card.
  const open = ['pending', 'approved', 'sent'].includes(row.status)
  const number = open ? await openCardNumber(places.keys, db, row.bank_card) : null
  const masked = maskedCardNumber(row.number_ending ?? '')
  return [
    rowOf('Bank', `${row.bank}, ${row.branch}`),
    { ...rowOf('Account name', row.account_name ?? ''), masked: true },
    { ...rowOf('Number', number ?? masked), masked },
  ]
}

const stateText: Readonly<Record<ChainSight['state'], readonly [string, Tone]>> = {
  missing: ['not found: neither in a block nor pending', 'bad'],
  unconfirmed: ['pending, not in a block yet', 'warn'],
  failed: ['failed (in a block)', 'bad'],
  mined: ['in a block', 'good'],
}

async function paymentSections(
  ports: WithdrawalPorts,
  db: Kysely<Schema>,
  row: WithdrawalRow,
): Promise<ShownSection[]> {
  if (row.hash === null) return []
  const named = rowOf(row.method === 'bank' ? 'Reference' : 'Transaction', row.hash)
  const sight = sightOf(row)
  const unseen = isLookedAt(ports, row) ? 'not looked up yet' : 'no node is configured'
  const rows = sight === null ? [rowOf('On the chain', unseen, 'warn')] : sightRows(row, sight)
  const earlier = (await namedPayments(db, row.id)).filter(({ hash }) => hash !== row.hash)
  const earlierRows = earlier.map(({ hash, sight_state: state }) =>
    rowOf(hash, ...(state === null ? ([unseen, 'warn'] as const) : stateText[state])),
  )
  return [
    { title: 'Payment', rows: [named, ...rows], images: [] },
    ...(earlier.length === 0 ? [] : [{ title: 'Earlier transactions', rows: earlierRows, images: [] }]),
  ]
}

/** Shows only what does not change: a count that rises with every block would change the hash under the reviewer. */
function sightRows(row: WithdrawalRow, sight: ChainSight): ShownSection['rows'] {
  const needed = dueOf(row).confirmationsNeeded
  const deep = sight.confirmations >= needed
  return [
    rowOf('On the chain', ...stateText[sight.state]),
    rowOf(
      'Paid to the address',
      text(row, sight.paidMinor),
      sight.paidMinor >= row.received ? 'good' : 'bad',
    ),
    rowOf('Confirmations', `${deep ? 'at least' : 'fewer than'} the ${needed} required`),
  ]
}

/** Weighs the approval of the payment. Completing it by hand later takes the same number of people. */
async function weigh(
  context: ServerContext & WithdrawalPorts,
  db: Kysely<Schema>,
  id: string,
): Promise<ApprovalWeight | null> {
  const row = await findWithdrawal(db, id, 'read')
  if (row?.status !== 'pending') return null
  const valueMinor = context.checks.valueInUsdt(row.coin, row.amount)
  return { money: { valueMinor, limitMinor: await onePersonLimit(context) }, notSeenOnChain: false }
}
