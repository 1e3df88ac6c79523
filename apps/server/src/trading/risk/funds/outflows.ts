import type { Account } from '../../engine/position.ts'

/** Longest time a transaction may take to use its promised money. */
export const goodForMs = 10_000
/** Delay before an expired promise is taken back, so that no clock of ours can still consider it valid. */
export const graceMs = 2_000

/**
 * Resolves when all outflows of the account that are under way now have ended. Until then their promised money may become free again, or
 * has left and still counts as promised; and one of them may be this very call, sent twice. Resolves to false when they did not end while a
 * promise is valid.
 */
export function outflowsEnded({ outflows }: Account): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), goodForMs + graceMs)
    timer.unref()
    void Promise.all(outflows).then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
