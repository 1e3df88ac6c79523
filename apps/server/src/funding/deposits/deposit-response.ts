import type { Recharge } from '@candor/contract'
import { Amount } from '@candor/money'
import type { ChainSight } from '@candor/rules'
import { isoOf } from '../../platform/iso-time.ts'
import type { DepositEvent, DepositRow } from './deposit-store.ts'

/** The deposit record as customers read it. */
export function toDepositResponse(
  row: DepositRow,
  events: readonly DepositEvent[],
  reversal: Recharge['reversal'] = null,
): Recharge {
  return {
    id: row.id,
    coin: row.coin,
    network: row.network,
    amount: new Amount(row.coin, row.amount).toString(),
    credited: row.credited === null ? null : new Amount(row.coin, row.credited).toString(),
    address: row.address,
    hash: row.hash,
    hashLast6: row.hash_last6,
    proof: row.proof,
    status: row.status,
    waitsFor: row.waits_for,
    reversal,
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmations_needed,
    timeline: events.map(({ status, at, reason }) => ({ status, at: isoOf(at), reason })),
    createdAt: isoOf(row.created_at),
  }
}

/** Returns the last look at the chain; null: there was none. */
export function sightOf(row: DepositRow): ChainSight | null {
  const { sight_state: state, confirmations, paid } = row
  if (state === null || confirmations === null || paid === null) return null
  return { state, confirmations, paidMinor: paid }
}
