import type { Account } from './position.ts'

/** How long a transaction may take to use what was promised to it. */
export const goodForMs = 10_000
/** An expired promise is taken back a little later, when no clock of ours can still think it good. */
export const graceMs = 2_000

/**
 * Resolves when all outflows of the account that are under way now have ended. Until then what they were promised may become
 * free again, or has left and is still counted as promised; and one of them may be this very call, asked twice. False when they did
 * not end in the time a promise is good.
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
