import type { ProofAsked } from '@candor/contract'
import { CallFailure } from './failure.ts'

/**
 * Makes a call; where the server wants a fresh proof of who is there (11019), asks for it and makes the call again by itself. A question put away leaves the refusal.
 * The question is no part of a first visit.
 */
export async function withFreshProof<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (failure) {
    if (!(failure instanceof CallFailure) || failure.code !== 11019) throw failure
    const { askForProof } = await import('./fresh-proof.ts').catch(() => {
      throw new CallFailure('network')
    })
    if (!(await askForProof(failure.result as ProofAsked))) throw failure
    return attempt()
  }
}
