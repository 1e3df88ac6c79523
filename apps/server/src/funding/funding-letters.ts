import { Amount } from '@candor/money'
import type { Letter } from '../platform/email/letters.ts'
import type { DepositRow } from './deposits/deposit-store.ts'
import type { WithdrawalRow } from './withdrawals/withdrawal-store.ts'

/** The letter about a credited deposit: what arrived, not what was claimed. */
export const letterOfCredit = ({ id, user_id: userId, coin }: DepositRow, minor: bigint): Letter => ({
  userId,
  kind: 'depositCredited',
  once: `deposit:${id}:approved`,
  facts: { coin, amount: new Amount(coin, minor).toString() },
})

export const letterOfRefusal = (
  { id, user_id: userId, coin, amount }: DepositRow,
  reason: string,
): Letter => ({
  userId,
  kind: 'depositRefused',
  // A refused payment can be reported again: that is another deposit.
  once: `deposit:${id}:rejected`,
  facts: { coin, amount: new Amount(coin, amount).toString(), reason },
})

/** Builds the letter about a withdrawal that a legal check holds. It leaves out the reason, because many countries forbid naming it. */
export const letterOfHold = (
  { id, user_id: userId, coin, amount }: WithdrawalRow,
  until: bigint,
): Letter => ({
  userId,
  kind: 'withdrawalHeld',
  once: `withdrawal:${id}:held`,
  facts: { coin, amount: new Amount(coin, amount).toString(), due: new Date(Number(until)).toISOString() },
})

const kinds = {
  approved: 'withdrawalApproved',
  sent: 'withdrawalSent',
  completed: 'withdrawalCompleted',
  rejected: 'withdrawalRefused',
  failed: 'withdrawalRefused',
} as const

/** Builds the letter about a withdrawal's new state; `more` is its transaction or the reason it was not paid. */
export const letterOfWithdrawal = (
  { id, user_id: userId, coin, amount, received }: WithdrawalRow,
  status: keyof typeof kinds,
  more: { readonly hash?: string; readonly reason?: string } = {},
): Letter => ({
  userId,
  kind: kinds[status],
  once: `withdrawal:${id}:${status}`,
  facts: {
    coin,
    amount: new Amount(coin, amount).toString(),
    received: new Amount(coin, received).toString(),
    ...more,
  },
})
