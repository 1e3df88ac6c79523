import type { ProofRequired } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { CallFailure } from './calls/failure.ts'

/**
 * Makes a call. Where the server requires a fresh proof of identity (`freshProofRequired`), asks for it and repeats the call.
 * Closing the question leaves the refusal. The dialog is not loaded on a first visit.
 */
export async function withFreshProof<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (failure) {
    if (!(failure instanceof CallFailure) || failure.code !== refusals.freshProofRequired) throw failure
    const { requestProof } = await import('./fresh-proof.ts').catch(() => {
      throw new CallFailure('network')
    })
    if (!(await requestProof(failure.result as ProofRequired))) throw failure
    return attempt()
  }
}
