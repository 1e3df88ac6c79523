import type { OpsCalls, OpsParsedInputOf, OpsResultOf, ShownSection } from '@candor/contract'
import { plainRow } from '@candor/contract'
import { Amount, writeUsdt } from '@candor/money'
import { charityAddsUp, normaliseHash } from '@candor/rules'
import type { Kysely } from 'kysely'
import type { WaitingEntry } from '../back-office/dashboard/work-queue.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import type { ProposalKind } from '../back-office/proposals/proposal-kind.ts'
import type { Posting } from '../ledger/ledger.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Json } from '../platform/json.ts'
import { isUuid } from '../platform/uuid.ts'
import { charityAccount } from './charity-ledger.ts'
import type { NftPorts } from './nft-ports.ts'
import { approvedTransferPosting, cancelledTransferPosting, sentTransferPosting } from './nft-postings.ts'

// A type and not an interface: it has to be plain JSON.
export type TransferPayload = {
  readonly recipient: string
  readonly network: 'ERC20' | 'TRC20'
  readonly address: string
  readonly amount: string
}

const shownTransfers = 100

/** Refuses `payoutAddressMissing` for an address of another network, `amountInvalid` for what is no amount. */
export function readTransfer(
  { readAddress }: NftPorts,
  input: OpsParsedInputOf<OpsCalls['opsProposeCharityTransfer']>,
): TransferPayload {
  const address = readAddress(input.network, input.address)
  if (address === null) throw new Refusal('payoutAddressMissing')
  const amount = Amount.parse('USDT', input.amount)
  if (amount === null || !amount.isPositive()) throw new Refusal('amountInvalid')
  return { recipient: input.recipient, network: input.network, address, amount: amount.toString() }
}

/** Transfers to the charity. Each takes two people (⚖, trust T10); their approval sets the money aside until it was sent. */
export const transferProposals = (context: ServerContext): ProposalKind<TransferPayload> => ({
  kind: 'nft.transfer',
  roles: ['finance', 'admin'],
  parse: parsePayload,
  show: (db, payload) => showTransfer(db, payload),
  apply: async (tx, payload, people) => {
    const id = context.newId()
    const minor = minorOf(payload.amount)
    await move(context, tx, approvedTransferPosting(id, minor))
    await tx
      .insertInto('nft_transfers')
      .values({
        id,
        recipient: payload.recipient,
        network: payload.network,
        address: payload.address,
        amount: minor,
        reason: people.reason,
        proposed_by: people.proposedBy,
        approved_by: people.approvedBy,
        approved_at: BigInt(context.clock.now()),
        hash: null,
        ended_at: null,
      })
      .execute()
  },
})

function parsePayload(payload: Json): TransferPayload {
  const { recipient, network, address, amount } = Object(payload) as Partial<Record<string, unknown>>
  const known = (['ERC20', 'TRC20'] as const).find((one) => one === network)
  if (known === undefined || [recipient, address, amount].some((one) => typeof one !== 'string'))
    throw new TypeError('not a transfer to the charity')
  return { recipient: String(recipient), network: known, address: String(address), amount: String(amount) }
}

async function showTransfer(db: Kysely<Schema>, { recipient, network, address, amount }: TransferPayload) {
  const { balanceMinor, promisedMinor } = await charityAccount(db)
  const rest = balanceMinor - promisedMinor - minorOf(amount)
  const sections: ShownSection[] = [
    {
      title: 'Transfer',
      rows: [
        plainRow('To', recipient),
        plainRow('Network', network),
        plainRow('Address', address),
        plainRow('Amount', `${amount} USDT`),
      ],
      images: [],
    },
    {
      title: 'Charity account',
      rows: [
        plainRow('Current balance', `${writeUsdt(balanceMinor)} USDT`),
        plainRow('Set aside for approved transfers', `${writeUsdt(promisedMinor)} USDT`),
        {
          label: 'Remaining after this transfer',
          value: `${writeUsdt(rest)} USDT`,
          tone: rest < 0n ? 'bad' : 'plain',
        },
      ],
      images: [],
    },
  ]
  return { summary: `Transfer ${amount} USDT to ${recipient}`, sections }
}

const minorOf = (amount: string): bigint => {
  const minor = Amount.parse('USDT', amount)?.minor
  if (minor === undefined) throw new Error(`not an amount: ${amount}`)
  return minor
}

/** `insufficientFunds` when the charity's account does not hold it. */
async function move({ ledger }: ServerContext, tx: Tx, posting: Posting): Promise<void> {
  const [outcome] = await ledger.postIn(tx, [posting])
  if (outcome?.ok === true) return
  if (outcome?.why === 'insufficient') throw new Refusal('insufficientFunds')
  throw new Error(`the ledger refused ${posting.id}: ${outcome?.why}`)
}

/**
 * Names the transaction, which puts the transfer on the public ledger. Refuses `invalidInput` for a text that is no hash,
 * `transactionAlreadyUsed` for one seen before.
 */
export async function sendTransfer(
  context: ServerContext,
  { id, hash: text }: { readonly id: string; readonly hash: string },
  operator: Operator,
): Promise<true> {
  return context.ledger.transaction(async (tx) => {
    const row = await lockApproved(tx, id)
    const hash = normaliseHash(row.network, text)
    if (hash === null) throw new Refusal('invalidInput', { issues: [{ path: 'hash', code: 'unreadable' }] })
    const seen = await tx.selectFrom('nft_transfers').select('id').where('hash', '=', hash).executeTakeFirst()
    if (seen !== undefined) throw new Refusal('transactionAlreadyUsed')
    await move(context, tx, sentTransferPosting(id, row.amount))
    await end(context, tx, id, { state: 'sent', hash })
    await context.console.audit.write(tx, {
      actor: operator.id,
      action: 'nft.transfer.sent',
      subject: `charity-transfer:${id}`,
      reason: row.reason,
      after: { hash, amount: writeUsdt(row.amount), recipient: row.recipient },
    })
    return true as const
  })
}

/** Cancels a transfer that was approved and not sent, and releases its hold. */
export async function cancelTransfer(
  context: ServerContext,
  { id, reason }: { readonly id: string; readonly reason: string },
  operator: Operator,
): Promise<true> {
  return context.ledger.transaction(async (tx) => {
    const row = await lockApproved(tx, id)
    await move(context, tx, cancelledTransferPosting(id))
    await end(context, tx, id, { state: 'cancelled' })
    await context.console.audit.write(tx, {
      actor: operator.id,
      action: 'nft.transfer.cancelled',
      subject: `charity-transfer:${id}`,
      reason,
      after: { amount: writeUsdt(row.amount), recipient: row.recipient },
    })
    return true as const
  })
}

/** Refuses `notFound` what is not there, `changedMeanwhile` what was sent or cancelled already. */
async function lockApproved(tx: Tx, id: string) {
  if (!isUuid(id)) throw new Refusal('notFound')
  const row = await tx
    .selectFrom('nft_transfers')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('notFound')
  if (row.state !== 'approved') throw new Refusal('changedMeanwhile')
  return row
}

const end = (
  { clock }: ServerContext,
  tx: Tx,
  id: string,
  change: { readonly state: 'sent' | 'cancelled'; readonly hash?: string },
) =>
  tx
    .updateTable('nft_transfers')
    .set({ ...change, ended_at: BigInt(clock.now()) })
    .where('id', '=', id)
    .execute()

/** Lists the transfers that are approved and not sent, for the dashboard. */
export async function unsentTransfers({ db }: ServerContext, limit: number): Promise<WaitingEntry[]> {
  const rows = await db.query
    .selectFrom('nft_transfers')
    .select(['id', 'approved_at'])
    .where('state', '=', 'approved')
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, sinceMs: Number(row.approved_at), deadlineMs: null }))
}

/** The charity's books as finance sees them, with the newest hundred transfers. */
export async function showCharity({ db }: ServerContext): Promise<OpsResultOf<OpsCalls['opsCharity']>> {
  const [account, rows, people] = await Promise.all([
    charityAccount(db.query),
    db.query
      .selectFrom('nft_transfers')
      .selectAll()
      .orderBy('sequence', 'desc')
      .limit(shownTransfers)
      .execute(),
    db.query.selectFrom('operators_names').select(['id', 'email']).execute(),
  ])
  const nameOf = (id: string) => people.find((one) => one.id === id)?.email ?? id
  return {
    sold: writeUsdt(account.soldMinor),
    fees: writeUsdt(account.feesMinor),
    credited: writeUsdt(account.creditedMinor),
    transferred: writeUsdt(account.transferredMinor),
    kept: writeUsdt(account.balanceMinor),
    promised: writeUsdt(account.promisedMinor),
    addsUp: charityAddsUp(account),
    transfers: rows.map((row) => ({
      id: row.id,
      recipient: row.recipient,
      network: row.network,
      address: row.address,
      amount: writeUsdt(row.amount),
      reason: row.reason,
      state: row.state,
      hash: row.hash,
      approvedAt: new Date(Number(row.approved_at)).toISOString(),
      proposedBy: nameOf(row.proposed_by),
      approvedBy: nameOf(row.approved_by),
      endedAt: row.ended_at === null ? null : new Date(Number(row.ended_at)).toISOString(),
    })),
  }
}
