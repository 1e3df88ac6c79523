import type { ProofAsked } from '@candor/contract'
import { refusals } from '@candor/refusals'
import { CallFailure } from './failure.ts'

/**
 * Makes a call; where the server wants a fresh proof of who is there (`freshProofRequired`), asks for it and makes the call again by itself. A question put away leaves the refusal.
 * The question is no part of a first visit.
 */
export async function withFreshProof<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (failure) {
    if (!(failure instanceof CallFailure) || failure.code !== refusals.freshProofRequired) throw failure
    const { askForProof } = await import('./fresh-proof.ts').catch(() => {
      throw new CallFailure('network')
    })
    if (!(await askForProof(failure.result as ProofAsked))) throw failure
    return attempt()
  }
}
