import type { Recharge } from '@candor/contract'
import { house, type Posting } from '../../ledger/ledger.ts'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import { letterOfCredit, letterOfRefusal } from '../funding-letters.ts'
import type { DepositPorts } from './deposit-ports.ts'
import { toDepositResponse } from './deposit-response.ts'
import { addEvent, type DepositRow, eventsOf, moveDeposit, timesReversed } from './deposit-store.ts'

/** Decider recorded when the chain confirmed a deposit without an operator. */
export const byChain = 'chain'

export interface Credit {
  readonly minor: bigint
  readonly hash: string
  readonly decidedBy: string
}

/** Id of one transaction's payment to one address: posted once, and once more after each reversal of its credit. */
function depositPosting(row: DepositRow, { minor, hash }: Credit, reversals: number): Posting {
  const { coin: asset } = row
  const payment = `deposit:${row.chain}:${hash}:${row.address}`
  return {
    id: reversals === 0 ? payment : `${payment}:${reversals}`,
    reference: row.id,
    steps: [
      {
        do: 'transfer',
        kind: 'deposit',
        from: { class: 'world', owner: house, asset },
        to: { class: 'customer', owner: row.user_id, asset },
        minor,
      },
    ],
  }
}

/** Credits a deposit that the caller holds locked and pending. False: this transaction was credited before, and nothing happened now. */
export async function creditDeposit(
  context: ServerContext & DepositPorts,
  tx: Tx,
  row: DepositRow,
  credit: Credit,
): Promise<boolean> {
  const reversals = await timesReversed(tx, row, credit.hash)
  const [outcome] = await context.ledger.postIn(tx, [depositPosting(row, credit, reversals)])
  if (outcome?.ok !== true) throw new Error(`the ledger refused a deposit: ${outcome?.why}`)
  if (outcome.repeated) return false
  const at = context.clock.now()
  await moveDeposit(tx, row.id, {
    status: 'approved',
    waits_for: null,
    credited: credit.minor,
    hash: credit.hash,
  })
  await addEvent(tx, {
    deposit_id: row.id,
    status: 'approved',
    at: BigInt(at),
    decided_by: credit.decidedBy,
    reason: null,
  })
  await context.checks.monitor(tx, {
    ...{ kind: 'deposit', id: row.id, userId: row.user_id, requestedAt: Number(row.created_at) },
    ...{ stage: 'credited', at },
  })
  await context.letters.keep(tx, letterOfCredit(row, credit.minor))
  return true
}

/** Rejects a deposit that the caller holds locked and pending; the reason is a key of the catalogue. */
export async function rejectDeposit(
  { clock, letters }: ServerContext,
  tx: Tx,
  row: DepositRow,
  { reason, decidedBy }: { readonly reason: string; readonly decidedBy: string },
): Promise<void> {
  await moveDeposit(tx, row.id, { status: 'rejected', waits_for: null })
  await addEvent(tx, {
    deposit_id: row.id,
    status: 'rejected',
    at: BigInt(clock.now()),
    decided_by: decidedBy,
    reason,
  })
  await letters.keep(tx, letterOfRefusal(row, reason))
}

/** Sends a deposit's present state to the customer's open tabs, and its letter. Call it after the commit. */
export async function tellDeposit(
  { db, events, letters }: ServerContext,
  row: DepositRow,
): Promise<Recharge> {
  letters.flush()
  const timelines = await eventsOf(db.query, [row.id])
  const shown = toDepositResponse(row, timelines.get(row.id) ?? [])
  events.publish(row.user_id, 'real', 'balance', { deposit: shown })
  return shown
}
