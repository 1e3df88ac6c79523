import type { CaseShown } from '@candor/contract'

const usualMs = 20_000
const claimLastsMs = 10 * 60_000

/**
 * Returns the time until a case is loaded again. Each load by its holder is a look in the audit log, so their page waits for the
 * end of the claim, when personal data disappears from it. A deposit shows none, and its confirmations count up.
 */
export function refreshMs(
  shown: Pick<CaseShown, 'kind' | 'claimedBy' | 'claimedUntil'> | undefined,
  me: string,
  now: number,
): number {
  if (shown === undefined || shown.kind === 'recharge') return usualMs
  if (shown.claimedUntil === null || shown.claimedBy?.id !== me) return usualMs
  const leftMs = Date.parse(shown.claimedUntil) - now
  return Math.min(claimLastsMs, Math.max(usualMs, leftMs + 1_000))
}
