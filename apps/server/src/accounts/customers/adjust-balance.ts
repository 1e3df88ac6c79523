import { adjustmentReasons } from '@candor/contract'
import { Amount, type AssetCode, writeMinor } from '@candor/money'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { ProposalKind, ProposalPeople } from '../../back-office/proposals/proposal-kind.ts'
import { house } from '../../ledger/ledger.ts'
import type { ReservedMoney } from '../../ledger/spend-once.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { messageText } from '../message-text.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'

export type AdjustmentPayload = {
  userId: string
  asset: AssetCode
  amount: string
  why: (typeof adjustmentReasons)[number]
  reverses: string | null
}
const payloadOf = z.object({
  userId: z.string(),
  asset: z.enum(['USDT', 'BTC', 'ETH']),
  amount: z.string(),
  why: z.enum(adjustmentReasons),
  reverses: z.string().nullable(),
})

/**
 * Makes a correction (trust T9): a posting with a reason and two people, from the operator's capital to the customer. A
 * reversal names the correction and debits at most what is left of it (ADR-082). Refuses `insufficientFunds` when the paying
 * account has too little.
 */
export const adjustmentKind = (context: OpenedAccounts): ProposalKind<AdjustmentPayload> => ({
  kind: 'accounts.adjust',
  roles: ['finance', 'risk', 'admin'],
  parse: (payload) => payloadOf.parse(payload),
  show: async (db, { userId, asset, amount, why, reverses }) => {
    const user = await context.users.byId(userId, db)
    const left = reverses === null ? null : await leftOf(db, reverses, userId, asset)
    return {
      summary: `${reverses === null ? 'Credit' : 'Debit'} ${user.user_name} ${amount} ${asset}`,
      sections: [
        {
          title: 'Correction',
          rows: [
            { label: 'Customer', value: user.user_name, tone: 'plain' },
            {
              label: reverses === null ? 'Credited' : 'Debited',
              value: `${amount} ${asset}`,
              tone: 'warn',
            },
            {
              label: 'Message to the customer',
              value: messageText('en', `mail.adjustment.${why}`),
              tone: 'plain',
            },
            {
              label: 'Paid by',
              value:
                reverses === null
                  ? 'trading capital'
                  : `the customer; up to ${writeMinor(left ?? 0n, asset)} ${asset} of the correction can be reversed`,
              tone: 'plain',
            },
          ],
          images: [],
        },
      ],
    }
  },
  takes: ({ userId, asset, amount, reverses }) =>
    reverses === null || asset !== 'USDT' ? null : { userId, minor: minorOf(asset, amount), upTo: false },
  apply: (tx, payload, by, money) => adjust(context, tx, payload, { ...by, money }),
  afterApproval: async () => context.letters.flush(),
})

/** Amounts that are no amount of their asset, or nothing, are refused where they are proposed. */
export function minorOf(asset: AssetCode, amount: string): bigint {
  const minor = Amount.parse(asset, amount)?.minor
  if (minor === undefined || minor <= 0n)
    throw new Refusal('invalidInput', { issues: [{ path: 'amount', code: 'invalid' }] })
  return minor
}

async function adjust(
  { clock, ledger, letters }: ServerContext,
  tx: Tx,
  { userId, asset, amount, why, reverses }: AdjustmentPayload,
  { proposalId, proposedBy, approvedBy, money }: ProposalPeople & { readonly money: ReservedMoney },
): Promise<void> {
  const minor = minorOf(asset, amount)
  if (reverses !== null) await lockLeft(tx, { reverses, userId, asset, minor })
  const customer = { class: 'customer', owner: userId, asset } as const
  const capital = { class: 'trading-capital', owner: house, asset } as const
  await ledger.open([customer, capital], tx)
  const outcome = await money.post(tx, {
    id: `adjustment:${proposalId}`,
    reference: proposalId,
    steps: [
      reverses === null
        ? { do: 'transfer', kind: 'adjustment', from: capital, to: customer, minor }
        : { do: 'transfer', kind: 'adjustment-reversal', from: customer, to: capital, minor },
    ],
  })
  if (!outcome.ok && outcome.why === 'insufficient') throw new Refusal('insufficientFunds')
  if (!outcome.ok) throw new Error('the ledger refused a correction')
  await tx
    .insertInto('accounts_adjustments')
    .values({
      id: proposalId,
      user_id: userId,
      asset,
      minor,
      why,
      reverses,
      proposed_by: proposedBy,
      approved_by: approvedBy,
      at: new Date(clock.now()),
    })
    .execute()
  const back = reverses === null ? 'no' : 'yes'
  const facts = { amount, coin: asset, back, reason: `mail.adjustment.${why}` }
  await letters.keep(tx, { userId, kind: 'adjustment', once: `adjustment:${proposalId}`, facts })
}

async function lockLeft(
  tx: Tx,
  request: {
    readonly reverses: string
    readonly userId: string
    readonly asset: AssetCode
    readonly minor: bigint
  },
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`adjustment:${request.reverses}`}, 0))`.execute(
    tx,
  )
  const left = await leftOf(tx, request.reverses, request.userId, request.asset)
  if (left < request.minor) throw new Refusal('changedMeanwhile')
}

/** Returns the part of an earlier correction that is not reversed yet; refuses `notFound` unless it is this customer's, in this asset. */
export async function leftOf(
  db: Kysely<Schema>,
  id: string,
  userId: string,
  asset: AssetCode,
): Promise<bigint> {
  const { rows } = await sql<{ left: bigint }>`
    SELECT (a.minor - coalesce((SELECT sum(r.minor) FROM accounts_adjustments r WHERE r.reverses = a.id), 0))::bigint AS left
      FROM accounts_adjustments a
     WHERE a.id::text = ${id} AND a.user_id = ${userId} AND a.asset = ${asset} AND a.reverses IS NULL`.execute(
    db,
  )
  const [found] = rows
  if (found === undefined) throw new Refusal('notFound')
  return found.left
}
