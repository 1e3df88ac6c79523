import { divide, type Rate, rateScale, roundDown } from '@candor/money'
import { dayMs } from '../time-units.ts'

/** Reasons why an invite code is refused; shown at its field. */
export type InviteFault = 'unknown' | 'own' | 'taken' | 'circle' | 'late'

export interface InviteContext {
  /** The customer who enters the code. */
  readonly userId: string
  readonly joinedAt: number
  /** The customer's inviter so far; null: none. */
  readonly invitedBy: string | null
  /** Owner of the code, with their own inviter; null: the code is unknown. */
  readonly inviter: { readonly userId: string; readonly invitedBy: string | null } | null
  readonly enterDays: number
  readonly now: number
}

/**
 * Finds the reason why a customer may not name their inviter after signing up; null when they may (rulebook,
 * Invitations: one level).
 */
export function inviteFault({
  userId,
  joinedAt,
  invitedBy,
  inviter,
  enterDays,
  now,
}: InviteContext): InviteFault | null {
  if (inviter === null) return 'unknown'
  if (inviter.userId === userId) return 'own'
  if (invitedBy !== null) return 'taken'
  if (inviter.invitedBy === userId) return 'circle'
  return now >= joinedAt + enterDays * dayMs ? 'late' : null
}

/**
 * The inviter's share of fees paid, both in USDT's smallest unit; rounded down, the operator keeps the remainder. Only
 * fees count.
 */
export const inviteCommission = (feesMinor: bigint, share: Rate): bigint =>
  feesMinor <= 0n ? 0n : divide(feesMinor * share, 10n ** BigInt(rateScale), roundDown)

/** Adds calendar months (UTC) to a moment; a day that the month does not have becomes its last day. */
export function monthsAfter(atMs: number, months: number): number {
  const at = new Date(atMs)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
  return at.getTime()
}

/** Masks a user name for others: its first character, and its last where it has more than three. */
export function maskedName(userName: string): string {
  const letters = [...userName]
  return `${letters[0] ?? ''}•••${letters.slice(3).at(-1) ?? ''}`
}
