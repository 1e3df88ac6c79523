import type { Withdrawal } from '@candor/contract'
import type { AssetCode } from '@candor/money'
import { type AccountRef, house, type Posting, type Step } from '../../ledger/ledger.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { IdempotencyContext } from '../../platform/http/handlers.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { letterOfWithdrawal } from '../funding-letters.ts'
import { toWithdrawalResponse } from './withdrawal-response.ts'
import { findWithdrawal, moveWithdrawal, timelinesOf, type WithdrawalRow } from './withdrawal-store.ts'

const holdOf = (id: string) => `withdrawal:${id}`
const customer = (owner: string, asset: AssetCode): AccountRef => ({ class: 'customer', owner, asset })

export interface Held {
  readonly id: string
  readonly userId: string
  readonly coin: AssetCode
  readonly minor: bigint
}

/** Sets the amount aside, the fee within it. */
export const holdPosting = ({ id, userId, coin, minor }: Held): Posting => ({
  id: `withdrawal:${id}:held`,
  reference: id,
  steps: [{ do: 'hold', holdId: holdOf(id), account: customer(userId, coin), minor, purpose: 'other' }],
})

interface WithdrawalEnd {
  readonly id: string
  readonly end: 'given-back' | 'paid'
  readonly steps: readonly Step[]
}

/** One end of a withdrawal: `given-back` or `paid`. The ledger allows only one of them, because the hold is gone after it. */
async function post(context: ServerContext, tx: Tx, { id, end, steps }: WithdrawalEnd) {
  const released: Step = { do: 'release', holdId: holdOf(id), minor: null }
  const posting: Posting = { id: `withdrawal:${id}:${end}`, reference: id, steps: [released, ...steps] }
  const [outcome] = await context.ledger.postIn(tx, [posting])
  if (outcome?.ok !== true || outcome.repeated) throw new Error(`a withdrawal ended twice: ${id}`)
}

export interface Ending {
  readonly status: 'rejected' | 'cancelled' | 'failed'
  readonly by: string
  readonly reason?: string
}

/** Everything back at once, the fee too. The caller holds the row locked. */
export async function giveBack(
  context: ServerContext,
  tx: Tx,
  row: WithdrawalRow,
  ending: Ending,
): Promise<void> {
  await post(context, tx, { id: row.id, end: 'given-back', steps: [] })
  await moveWithdrawal(tx, { id: row.id, at: context.clock.now(), ...ending })
  const { status, reason } = ending
  // Customers who cancelled it themselves need no letter.
  if (status !== 'cancelled')
    await context.letters.keep(tx, letterOfWithdrawal(row, status, reason === undefined ? {} : { reason }))
}

/**
 * Pays out the held money: the amount to the world, the fee to the operator. The caller has locked the row. A sent payment can
 * always be completed: where the account holds less than was set aside (losses could spend it before a rule forbade that), the
 * operator pays the difference.
 */
export async function complete(
  context: ServerContext,
  tx: Tx,
  row: WithdrawalRow,
  by: string,
): Promise<void> {
  const { coin: asset } = row
  const from = customer(row.user_id, asset)
  const toWorld = {
    do: 'transfer',
    kind: 'withdrawal',
    from,
    to: { class: 'world', owner: house, asset },
    minor: row.received,
  } as const
  const toFee = {
    do: 'transfer',
    kind: 'withdrawal-fee',
    from,
    to: { class: 'fee-revenue', owner: house, asset },
    minor: row.fee,
  } as const
  await coverShortfall(context, tx, row, [from, toWorld.to, toFee.to])
  await post(context, tx, { id: row.id, end: 'paid', steps: row.fee > 0n ? [toWorld, toFee] : [toWorld] })
  await moveWithdrawal(tx, { id: row.id, status: 'completed', at: context.clock.now(), by })
  await context.letters.keep(tx, letterOfWithdrawal(row, 'completed'))
}

/** Pays the customer's account what it lacks for the payout, as a posting of its own, which the money report lists. */
async function coverShortfall(
  { ledger }: ServerContext,
  tx: Tx,
  row: WithdrawalRow,
  [to, ...others]: readonly [AccountRef, ...AccountRef[]],
): Promise<void> {
  const from: AccountRef = { class: 'negative-balance', owner: house, asset: row.coin }
  const [balance = 0n] = await ledger.lock(tx, [to, from, ...others])
  const missing = row.received + row.fee - balance
  if (missing <= 0n) return
  const [outcome] = await ledger.postIn(tx, [
    {
      id: `withdrawal:${row.id}:shortfall`,
      reference: row.id,
      steps: [{ do: 'transfer', kind: 'negative-balance-protection', from, to, minor: missing }],
    },
  ])
  if (outcome?.ok !== true) throw new Refusal('unavailable', { reason: 'reserve' })
}

/** Cancels a withdrawal on the customer's request, before a decision. Refuses `notFound`, `changedMeanwhile`. */
export const cancelWithdrawal = (
  context: ServerContext,
  id: string,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<Withdrawal> =>
  context.runOnce(caller, idempotency, async (tx) => {
    const row = await findWithdrawal(tx, id, 'lock')
    if (row === null || row.user_id !== caller.userId) throw new Refusal('notFound')
    if (row.status !== 'pending') throw new Refusal('changedMeanwhile')
    await giveBack(context, tx, row, { status: 'cancelled', by: 'customer' })
    return shownNow(context, tx, id)
  })

async function shownNow({ clock }: ServerContext, reader: Tx, id: string): Promise<Withdrawal> {
  const row = await findWithdrawal(reader, id, 'read')
  if (row === null) throw new Error('a withdrawal is never deleted')
  return toWithdrawalResponse(row, (await timelinesOf(reader, [id])).get(id) ?? [], clock.now())
}

/** Notifies a customer's open tabs about withdrawals that wait for review, after a hold on them ended. Call it after the commit. */
export async function tellReleased(context: ServerContext, userId: string): Promise<void> {
  const rows = await context.db.query
    .selectFrom('funding_withdrawals')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'approved'])
    .execute()
  // No cases: the few withdrawals of one customer
  for (const { id } of rows) await tellWithdrawal(context, id)
}

/** Sends a withdrawal's present state to the customer's open tabs, and its letter. Call it after the commit. */
export async function tellWithdrawal(context: ServerContext, id: string): Promise<void> {
  context.letters.flush()
  const row = await findWithdrawal(context.db.query, id, 'read')
  if (row === null) return
  const events = (await timelinesOf(context.db.query, [id])).get(id) ?? []
  const shown = toWithdrawalResponse(row, events, context.clock.now())
  context.events.publish(row.user_id, 'real', 'balance', { withdrawal: shown })
}
