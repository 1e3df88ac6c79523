import type { Withdrawal } from '@candor/contract'
import { Amount } from '@candor/money'
import { maskedCardNumber } from '@candor/rules'
import { isoOf } from '../../platform/iso-time.ts'
import type { WithdrawalEvent, WithdrawalRow } from './withdrawal-store.ts'

/** The withdrawal record as customers read it. */
export function toWithdrawalResponse(
  row: WithdrawalRow,
  events: readonly WithdrawalEvent[],
  now: number,
): Withdrawal {
  const text = (minor: bigint) => new Amount(row.coin, minor).toString()
  return {
    id: row.id,
    method: row.method,
    coin: row.coin,
    network: row.network,
    address: row.address,
    bankAccountId: row.bank_card,
    bankAccount: row.bank === null ? null : `${row.bank} ${maskedCardNumber(row.number_ending ?? '')}`,
    amount: text(row.amount),
    fee: text(row.fee),
    received: text(row.received),
    deadlineAt: isoOf(row.deadline_at),
    heldUntil: isHeld(row, now) ? isoOf(row.held_until) : null,
    late: isLate(row, events, now),
    hash: row.hash,
    status: row.status,
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmations_needed,
    timeline: events.map(({ status, at, reason }) => ({ status, at: isoOf(at), reason })),
    createdAt: isoOf(row.created_at),
  }
}

/**
 * The promise is met once a node shows the payment in a block, once the money was sent where no node looks, or once the
 * withdrawal was answered.
 */
function isLate(row: WithdrawalRow, events: readonly WithdrawalEvent[], now: number): boolean {
  const before = row.sight_state === null ? ['pending', 'approved'] : ['pending', 'approved', 'sent']
  const times = events.flatMap(({ status, at }) => (before.includes(status) ? [] : [Number(at)]))
  const seen = row.seen_at === null ? [] : [Number(row.seen_at)]
  return Math.min(now, ...times, ...seen) > Number(row.deadline_at)
}

const isHeld = (row: WithdrawalRow, now: number): row is WithdrawalRow & { readonly held_until: bigint } =>
  row.held_until !== null && Number(row.held_until) > now && ['pending', 'approved'].includes(row.status)
