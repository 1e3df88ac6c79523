import type { WorkAsked } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { CallFailure } from '../calls/failure.ts'

/**
 * Makes a call. Where the server requires a proof of work first (`proofOfWorkRequired`), computes it and repeats the call. Where
 * that fails, the refusal stays. The code for it is not loaded on a first visit.
 */
export async function withWork<T>(attempt: (work?: string) => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (failure) {
    if (!(failure instanceof CallFailure) || failure.code !== refusals.proofOfWorkRequired) throw failure
    const { doWork } = await import('./do-work.ts').catch(() => {
      throw new CallFailure('network')
    })
    const work = await doWork((failure.result as WorkAsked).challenge)
    if (work === null) throw failure
    return attempt(work)
  }
}
