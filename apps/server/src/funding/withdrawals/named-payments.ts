import { type ChainSight, chainOfNetwork } from '@candor/rules'
import type { Kysely, Selectable } from 'kysely'
import type { ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { stateOf } from '../chain/sight.ts'
import type { WithdrawalPorts } from './withdrawal-ports.ts'
import { findWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'
import type { WithdrawalTables } from './withdrawal-tables.ts'

/** Validity of a node's response for returning money. */
export const freshMs = 60_000

/** Checks whether a node of this withdrawal's network is configured. */
export const isLookedAt = ({ chains }: WithdrawalPorts, { network }: WithdrawalRow): boolean =>
  network !== null && chains[chainOfNetwork(network)] !== undefined

/** Stores a transaction entered for a withdrawal permanently, even if another is entered later. */
export async function keepNamedPayment(tx: Tx, id: string, hash: string, now: number): Promise<void> {
  await tx
    .insertInto('funding_withdrawal_payments')
    .values({ withdrawal_id: id, hash, named_at: BigInt(now), sight_state: null, looked_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface PaymentSeen {
  readonly id: string
  readonly hash: string
  readonly state: ChainSight['state']
  readonly at: number
}

/** Writes down what the node shows of a named transaction now. */
export async function seePayment(db: Kysely<Schema>, { id, hash, state, at }: PaymentSeen): Promise<void> {
  await db
    .updateTable('funding_withdrawal_payments')
    .set({ sight_state: state, looked_at: BigInt(at) })
    .where('withdrawal_id', '=', id)
    .where('hash', '=', hash)
    .execute()
}

/** Lists every transaction ever named for a withdrawal, in the order they were named. */
export const namedPayments = (
  db: Kysely<Schema>,
  id: string,
): Promise<Selectable<WithdrawalTables['funding_withdrawal_payments']>[]> =>
  db
    .selectFrom('funding_withdrawal_payments')
    .selectAll()
    .where('withdrawal_id', '=', id)
    .orderBy('named_at')
    .orderBy('hash')
    .execute()

/** Queries the node about every transaction named for a sent withdrawal. A node that does not respond changes nothing. */
export async function lookAtNamedPayments(
  context: ServerContext & WithdrawalPorts,
  id: string,
): Promise<void> {
  const { db, chains, clock, log } = context
  const row = await findWithdrawal(db.query, id, 'read')
  if (row?.status !== 'sent' || row.network === null) return
  const chain = chains[chainOfNetwork(row.network)]
  if (chain === undefined) return
  for (const { hash } of await namedPayments(db.query, id)) {
    try {
      const state = stateOf(await chain.transaction(hash))
      await seePayment(db.query, { id, hash, state, at: clock.now() })
    } catch (err) {
      log.error({ err, id }, 'a withdrawal could not be looked up on the chain')
    }
  }
}

/** Reports whether the node found none of a withdrawal's transactions, or found them failed. Results before `freshFrom` do not count. */
export async function noneIsOnChain(
  db: Kysely<Schema>,
  id: string,
  freshFrom: number | null,
): Promise<boolean> {
  const payments = await namedPayments(db, id)
  const absent = payments.filter(
    ({ sight_state: state, looked_at: lookedAt }) =>
      (state === 'missing' || state === 'failed') && (freshFrom === null || Number(lookedAt) >= freshFrom),
  )
  return payments.length > 0 && absent.length === payments.length
}
