import { networkList, type OutboundPolicy } from './outbound-policy.ts'
import type { PostPolicy } from './post-message.ts'

/**
 * Permits what `policy` does, on any port, and addresses of the operator's own networks, also unencrypted. A message goes to a port that an
 * admin named, and its answer is not read.
 */
export function postPolicy(policy: OutboundPolicy, networks: readonly string[]): PostPolicy {
  const isOwn = networkList(networks)
  return {
    resolve: (host) => policy.resolve(host),
    permitsAddress: (address) => isOwn(address) || policy.permitsAddress(address),
    permitsPort: () => true,
    permitsPlain: isOwn,
  }
}
