import { plainRow } from '@candor/contract'
import { type ReversalReason, reversalReasons } from '@candor/contract/funding/reversals-ops.ts'
import { Amount, type AssetCode, assetCodes } from '@candor/money'
import { translator } from '@candor/texts/server.ts'
import { z } from 'zod'
import type { ProposalKind, ProposalPeople } from '../../back-office/proposals/proposal-kind.ts'
import { house, type Ledger } from '../../ledger/ledger.ts'
import type { ReservedMoney } from '../../ledger/spend-once.ts'
import type { ServerContext } from '../../module.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { DepositPorts } from './deposit-ports.ts'
import { type DepositRow, findDeposit } from './deposit-store.ts'
import { addReversal, isReversed, openClaim, reasonKey } from './reversals-store.ts'

/** The reason as the customer reads it, in English. */
const reasonText = (why: ReversalReason): string => translator('en')(`mail.depositReversed.${why}`)

const payloadOf = z.object({
  depositId: z.string(),
  why: z.enum(reversalReasons),
  userId: z.string(),
  coin: z.enum(assetCodes),
  /** Amount that had been credited. */
  amount: z.string(),
})
type ReversalPayload = z.infer<typeof payloadOf>
const closingOf = z.object({ depositId: z.string(), outcome: z.enum(['paid', 'waived']) })
type ClosingPayload = z.infer<typeof closingOf>

const roles = ['finance', 'risk', 'admin'] as const
const text = (coin: AssetCode, minor: bigint) => `${new Amount(coin, minor).toString()} ${coin}`

/**
 * Finds a deposit that was credited and not reversed. Refuses `notFound` for any other, and `changedMeanwhile` for one already
 * reversed.
 */
export async function creditedDeposit(
  reader: Reader,
  id: string,
): Promise<DepositRow & { readonly credited: bigint }> {
  const row = await findDeposit(reader, id)
  if (row === null || row.status !== 'approved' || row.credited === null) throw new Refusal('notFound')
  if (await isReversed(reader, id)) throw new Refusal('changedMeanwhile')
  return { ...row, credited: row.credited }
}

/** Reverses a deposit that was credited in error, by two people (ADR-151). */
export const reversalKind = (context: ServerContext & DepositPorts): ProposalKind<ReversalPayload> => ({
  kind: 'funding.reverseDeposit',
  roles,
  parse: (payload) => payloadOf.parse(payload),
  show: async (db, { depositId, why }) => {
    const row = await findDeposit(db, depositId)
    if (row === null || row.credited === null) throw new Refusal('notFound')
    const amount = text(row.coin, row.credited)
    const userName = await context.depositors.nameOf(row.user_id, db)
    return {
      summary: `Reverse ${userName}’s deposit of ${amount}`,
      sections: [
        {
          title: 'Deposit credited in error',
          rows: [
            plainRow('Customer', userName),
            plainRow('Credited', amount),
            plainRow('Transaction', row.hash ?? row.hash_last6),
            plainRow('Message to the customer', reasonText(why)),
            plainRow(
              'Debited on approval',
              'the available amount in the account, at most the amount credited',
            ),
            plainRow('Remainder', 'becomes a claim, which is never collected automatically'),
          ],
          images: [],
        },
      ],
    }
  },
  judge: (db, { depositId }) => creditedDeposit(db, depositId),
  takes: ({ userId, coin, amount }) =>
    coin === 'USDT' ? { userId, minor: Amount.parse(coin, amount)?.minor ?? 0n, upTo: true } : null,
  apply: (tx, payload, people, money) => reverseDeposit(context, tx, payload, { ...people, money }),
  afterApproval: async () => context.letters.flush(),
})

async function reverseDeposit(
  context: ServerContext & DepositPorts,
  tx: Tx,
  { depositId, why }: ReversalPayload,
  { proposalId, reason, proposedBy, approvedBy, money }: ProposalPeople & { readonly money: ReservedMoney },
): Promise<void> {
  const row = await creditedDeposit(tx, depositId)
  const { coin, user_id: userId, credited } = row
  const taken = await takeBack({ ledger: context.ledger, money }, tx, row)
  const claim = credited - taken
  const added = await addReversal(tx, {
    deposit_id: depositId,
    proposal_id: proposalId,
    user_id: userId,
    asset: coin,
    taken,
    claim,
    why,
    reason,
    proposed_by: proposedBy,
    approved_by: approvedBy,
    at: BigInt(context.clock.now()),
  })
  if (!added) throw new Refusal('changedMeanwhile')
  const owes = claim > 0n ? 'yes' : 'no'
  const once = `deposit:${depositId}:reversed`
  await context.letters.keep(tx, {
    userId,
    kind: 'depositReversed',
    once,
    facts: {
      coin,
      amount: new Amount(coin, credited).toString(),
      received: new Amount(coin, taken).toString(),
      owed: new Amount(coin, claim).toString(),
      back: owes,
      reason: reasonKey(why),
    },
  })
  const facts = { deposit: depositId, title: text(coin, credited), claim: owes, reason: reasonKey(why) }
  await context.notices.keep(tx, userId, [{ kind: 'depositReversed', once, facts }])
}

/** Debits what is free, at most what was credited: in USDT what the engine reserved, in other coins what is not held. */
async function takeBack(
  { ledger, money }: { readonly ledger: Ledger; readonly money: ReservedMoney },
  tx: Tx,
  { id, coin: asset, user_id: owner, credited }: DepositRow & { readonly credited: bigint },
): Promise<bigint> {
  const free = asset === 'USDT' ? money.minor : await availableOf(ledger, tx, { owner, asset })
  const minor = free < credited ? free : credited
  if (minor <= 0n) return 0n
  const outcome = await money.post(tx, {
    id: `deposit-reversal:${id}`,
    reference: id,
    steps: [
      {
        do: 'transfer',
        kind: 'deposit-reversal',
        from: { class: 'customer', owner, asset },
        to: { class: 'world', owner: house, asset },
        minor,
      },
    ],
  })
  if (!outcome.ok) throw new Error(`the ledger refused a reversal: ${outcome.why}`)
  return minor
}

async function availableOf(
  ledger: Ledger,
  tx: Tx,
  { owner, asset }: { readonly owner: string; readonly asset: AssetCode },
): Promise<bigint> {
  const account = (await ledger.balancesOf(owner, tx)).find((one) => one.asset === asset)
  return account === undefined ? 0n : account.balanceMinor - account.heldMinor
}

/** Refuses `notFound` where nothing is owed any more. */
export async function owedClaim(reader: Reader, depositId: string) {
  const row = await openClaim(reader, depositId)
  if (row === null) throw new Refusal('notFound')
  return row
}

/** Ends a claim, by two people: paid outside these books, or given up. No money moves here. */
export const closeClaimKind = ({ clock }: ServerContext): ProposalKind<ClosingPayload> => ({
  kind: 'funding.closeClaim',
  roles,
  parse: (payload) => closingOf.parse(payload),
  show: async (db, { depositId, outcome }) => {
    const row = await owedClaim(db, depositId)
    const amount = text(row.asset, row.claim)
    const how = outcome === 'paid' ? 'paid outside the platform' : 'waived'
    return {
      summary: `Close the claim of ${amount} on ${row.user_name}: ${how}`,
      sections: [
        {
          title: 'Claim',
          rows: [
            plainRow('Customer', row.user_name),
            plainRow('Amount owed', amount),
            plainRow('Outcome', how),
          ],
          images: [],
        },
      ],
    }
  },
  apply: async (tx, { depositId, outcome }, { reason, proposedBy, approvedBy }) => {
    await owedClaim(tx, depositId)
    const added = await tx
      .insertInto('funding_claims_closed')
      .values({
        deposit_id: depositId,
        outcome,
        reason,
        proposed_by: proposedBy,
        approved_by: approvedBy,
        at: BigInt(clock.now()),
      })
      .onConflict((conflict) => conflict.column('deposit_id').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw new Refusal('changedMeanwhile')
  },
})
