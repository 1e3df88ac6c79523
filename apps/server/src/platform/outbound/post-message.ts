import { FetchFailure } from './fetch-failure.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import {
  checkedAddress,
  type OutboundMessage,
  readOutboundUrl,
  requestPinned,
  wordsOf,
} from './pinned-request.ts'

/** Addresses that messages are posted to: unencrypted only where the policy permits it. */
export interface PostPolicy extends OutboundPolicy {
  permitsPlain(address: string): boolean
}

/**
 * Posts a message to a URL that a person typed and returns the status of the answer, whose body is not read. The host is resolved once,
 * checked, and connected to at the checked address; redirects are not followed. Throws `FetchFailure`.
 */
export async function postMessage(
  policy: PostPolicy,
  typed: string,
  message: OutboundMessage,
  { patienceMs, stopping }: { readonly patienceMs: number; readonly stopping: AbortSignal },
): Promise<number> {
  const timeout = AbortSignal.timeout(patienceMs)
  const signal = AbortSignal.any([timeout, stopping])
  try {
    const url = readOutboundUrl(policy, typed)
    const address = await checkedAddress(policy, url, signal)
    if (url.protocol === 'http:' && !policy.permitsPlain(address.address))
      throw new FetchFailure('url', 'http:')
    const response = await requestPinned(url, address, signal, message)
    response.destroy()
    return response.statusCode ?? 0
  } catch (error) {
    if (error instanceof FetchFailure || stopping.aborted) throw error
    throw timeout.aborted ? new FetchFailure('timeout') : new FetchFailure('unreachable', wordsOf(error))
  }
}
