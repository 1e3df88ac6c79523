import { divide, type Rate, rateScale, roundDown } from '@candor/money'

/** Why a friend's code cannot be entered; said at its field. */
export type InviteFault = 'unknown' | 'own' | 'taken' | 'circle' | 'late'

export interface InviteFacts {
  /** Who enters it. */
  readonly userId: string
  readonly joinedAt: number
  /** Who invited them already; null: nobody. */
  readonly invitedBy: string | null
  /** Whose code it is, and who invited that person; null: nobody's code. */
  readonly inviter: { readonly userId: string; readonly invitedBy: string | null } | null
  readonly enterDays: number
  readonly now: number
}

const dayMs = 86_400_000

/** Whether a customer may name who invited them after signing up; null when they may (rulebook, Invitations: one level). */
export function inviteFault({
  userId,
  joinedAt,
  invitedBy,
  inviter,
  enterDays,
  now,
}: InviteFacts): InviteFault | null {
  if (inviter === null) return 'unknown'
  if (inviter.userId === userId) return 'own'
  if (invitedBy !== null) return 'taken'
  if (inviter.invitedBy === userId) return 'circle'
  return now >= joinedAt + enterDays * dayMs ? 'late' : null
}

/** The inviter's part of fees paid, both in USDT's smallest unit; rounded down, the operator keeps the remainder. Nothing of what is no fee. */
export const inviteCommission = (feesMinor: bigint, share: Rate): bigint =>
  feesMinor <= 0n ? 0n : divide(feesMinor * share, 10n ** BigInt(rateScale), roundDown)

/** The moment so many calendar months (UTC) after another; a day the month does not have is its last. */
export function monthsAfter(atMs: number, months: number): number {
  const at = new Date(atMs)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
  return at.getTime()
}

/** A user name as somebody else may see it: its first character, and its last where there are more than three. */
export function maskedName(userName: string): string {
  const letters = [...userName]
  const last = letters.length > 3 ? (letters.at(-1) ?? '') : ''
  return `${letters[0] ?? ''}•••${last}`
}
