import type { ShownSection } from '@candor/contract'
import { Amount, writeScaled } from '@candor/money'
import { type ChainSight, mayApprove, normaliseHash } from '@candor/rules'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Kysely } from 'kysely'
import type {
  ApprovalWeight,
  CaseDetails,
  CaseKind,
  CaseLine,
  CaseVerdict,
} from '../../back-office/cases/case-kind.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { onePersonLimit } from '../one-person-limit.ts'
import { creditDeposit, rejectDeposit, tellDeposit } from './credit-deposit.ts'
import type { DepositPorts } from './deposit-ports.ts'
import { sightOf } from './deposit-response.ts'
import { eventsOf, findDeposit, lockPending } from './deposit-store.ts'
import { type CaseRow, caseById, casesOf, closedCases, waitingCases } from './review-store.ts'

/** Reasons for which a deposit is rejected, as its customer reads them. */
export const depositReasons = [
  'funding.reason.notFound',
  'funding.reason.otherAddress',
  'funding.reason.otherAmount',
  'funding.reason.otherCoin',
  'funding.reason.proofUnreadable',
  'funding.reason.alreadyCredited',
] as const satisfies readonly TextKey[]

/** Deposits in the console's queue: the claim, what the chain shows, the proof, and the decision. */
export const depositCases = (context: ServerContext & DepositPorts): CaseKind => ({
  kind: 'recharge',
  roles: ['reviewer', 'finance', 'admin'],
  reasons: depositReasons,
  waiting: async () => (await waitingCases(context.db.query)).map(lineOf),
  closed: async ({ before, limit }) =>
    (await closedCases(context.db.query, before.getTime(), limit)).map(lineOf),
  ofCustomer: async (customerId) => (await casesOf(context.db.query, customerId)).map(lineOf),
  details: (db, id, lock) => detailsOf(db, id, lock),
  weigh: (db, id) => weigh(context, db, id),
  namedBy: async (tx, { id, hash }) => {
    const row = await lockPending(tx, id, false)
    return row === null || row.hash !== null ? null : hashFrom(hash, row)
  },
  decide: (tx, verdict) => decide(context, tx, verdict),
  afterDecision: async (id) => {
    const row = await findDeposit(context.db.query, id)
    if (row !== null) await tellDeposit(context, row)
  },
  image: async (id, fileId) => {
    const row = await findDeposit(context.db.query, id)
    return row?.proof === fileId ? context.proofs.read(fileId) : null
  },
})

const amountText = ({ coin }: Pick<CaseRow, 'coin'>, minor: bigint): string =>
  `${new Amount(coin, minor)} ${coin}`

function lineOf(row: CaseRow): CaseLine {
  return {
    id: row.id,
    customer: { id: row.user_id, userName: row.user_name },
    summary: `${amountText(row, row.amount)} on ${row.network}${row.waits_for === null ? '' : `, waits for ${row.waits_for}`}`,
    status: row.status,
    createdAt: new Date(Number(row.created_at)),
    deadlineAt: null,
  }
}

async function detailsOf(db: Kysely<Schema>, id: string, lock: boolean): Promise<CaseDetails | null> {
  const row = await caseById(db, id, lock)
  if (row === null) return null
  const events = (await eventsOf(db, [id])).get(id) ?? []
  const approvable = mayApprove(sightOf(row), row.confirmations_needed)
  return {
    ...lineOf(row),
    sections: [claimSection(row), chainSection(row), ...proofSection(row)],
    timeline: events.map(({ status, at, decided_by: by, reason }) => ({
      status,
      at: new Date(Number(at)),
      by,
      reason,
    })),
    allowed: row.status !== 'pending' ? [] : approvable ? ['approve', 'reject'] : ['reject'],
    hashNeeded: row.hash === null,
    approvalsNeeded: 1,
  }
}

type Tone = ShownSection['rows'][number]['tone']
const rowOf = (label: string, value: string, tone: Tone = 'plain') => ({ label, value, tone })

function claimSection(row: CaseRow): ShownSection {
  const worth = row.value === null ? 'no price at that time' : `${writeScaled(row.value, 6, 2)} USDT`
  return {
    title: 'Reported deposit',
    rows: [
      rowOf('Amount', amountText(row, row.amount)),
      rowOf('Value when reported', worth),
      rowOf('Network', row.network),
      rowOf('Address shown to the customer', row.address),
      row.own_address
        ? rowOf('Address type', 'used by this customer only', 'good')
        : rowOf('Address type', 'shared by all customers: the proof must show who paid', 'warn'),
      row.hash === null
        ? rowOf('Transaction', `ends with ${row.hash_last6}: enter the full hash to approve`, 'warn')
        : rowOf('Transaction', row.hash),
    ],
    images: [],
  }
}

const stateText: Readonly<Record<ChainSight['state'], readonly [string, Tone]>> = {
  missing: ['not found: neither in a block nor pending', 'bad'],
  unconfirmed: ['pending, not in a block yet', 'warn'],
  failed: ['failed (in a block)', 'bad'],
  mined: ['in a block', 'good'],
}

/** Shows only what no longer changes once it is decided: a count that rises with every block would change the hash under the reviewer. */
function chainSection(row: CaseRow): ShownSection {
  const sight = sightOf(row)
  const title = 'On the chain'
  if (sight === null) {
    const why =
      row.hash === null
        ? 'No hash to look up.'
        : 'No node is configured for this network, or it has not responded yet.'
    return { title, rows: [rowOf('Lookup', why, 'warn')], images: [] }
  }
  const [state, tone] = stateText[sight.state]
  const deep = sight.confirmations >= row.confirmations_needed
  return {
    title,
    rows: [
      rowOf('Transaction', state, tone),
      rowOf(
        'Confirmations',
        `${deep ? 'at least' : 'fewer than'} the ${row.confirmations_needed} required`,
        deep ? 'good' : 'warn',
      ),
      rowOf(
        'Paid to the address',
        amountText(row, sight.paidMinor),
        sight.paidMinor === row.amount ? 'good' : 'bad',
      ),
      rowOf('Amount to credit', amountText(row, creditOf(row, sight))),
      rowOf('Block', row.block_hash ?? 'none yet'),
    ],
    images: [],
  }
}

function proofSection(row: CaseRow): ShownSection[] {
  if (row.proof === null) return []
  return [{ title: 'Proof', rows: [], images: [{ fileId: row.proof, label: 'Proof of payment' }] }]
}

/** The worth of what would be credited now. A node has to have seen the payment itself, not only a transaction of that name. */
async function weigh(
  context: ServerContext & DepositPorts,
  db: Kysely<Schema>,
  id: string,
): Promise<ApprovalWeight | null> {
  const row = await caseById(db, id, false)
  if (row?.status !== 'pending') return null
  const sight = sightOf(row)
  const valueMinor = context.checks.valueInUsdt(row.coin, creditOf(row, sight))
  const money = { valueMinor, limitMinor: await onePersonLimit(context) }
  return { money, notSeenOnChain: sight?.state !== 'mined' || sight.paidMinor === 0n }
}

/** Returns the amount that arrived where the chain shows it, else the claimed amount. */
const creditOf = (row: Pick<CaseRow, 'amount'>, sight: ChainSight | null): bigint =>
  sight !== null && sight.paidMinor > 0n ? sight.paidMinor : row.amount

async function decide(context: ServerContext & DepositPorts, tx: Tx, verdict: CaseVerdict): Promise<string> {
  const row = await lockPending(tx, verdict.id, false)
  if (row === null) throw new Refusal('changedMeanwhile')
  const decidedBy = verdict.operator.email
  if (verdict.decision === 'reject') {
    if (verdict.reason === null) throw new Error('a refusal has a reason')
    await rejectDeposit(context, tx, row, { reason: verdict.reason, decidedBy })
    return 'rejected'
  }
  const hash = row.hash ?? hashFrom(verdict.hash, row)
  const credited = await creditDeposit(context, tx, row, {
    minor: creditOf(row, sightOf(row)),
    hash,
    decidedBy,
  }).catch(refuseSeen)
  if (!credited) throw new Refusal('transactionAlreadyUsed')
  return 'approved'
}

/** Returns the whole hash that the reviewer found: it must end with the customer's last six characters. */
function hashFrom(hash: string | null, row: Pick<CaseRow, 'network' | 'hash_last6'>): string {
  const found = hash === null ? null : normaliseHash(row.network, hash)
  if (found?.endsWith(row.hash_last6)) return found
  throw new Refusal('invalidInput', {
    issues: [{ path: 'hash', code: hash === null ? 'required' : 'wrong' }],
  })
}

/** Refuses an entered hash that another customer reported at the same address. */
function refuseSeen(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'funding_deposits_once')
    throw new Refusal('transactionAlreadyUsed')
  throw error
}
