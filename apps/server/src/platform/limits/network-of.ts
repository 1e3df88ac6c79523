import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network of an address, for counting: an IPv4 address, also as written within IPv6, or the /64 that a provider gives one
 * customer. Any other text stays unchanged.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const within = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (within !== undefined && isIPv4(within)) return within
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`
}

/** The neighbourhood of an address, which one provider's customer may have whole: an IPv4 /24, an IPv6 /48. */
export function rangeOf(address: string): string {
  const network = networkOf(address)
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(address) ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}

/** Returns the caller and the range by which requests of an address take turns. */
export const lineCallerOf = (address: string) => ({ who: networkOf(address), range: rangeOf(address) })

/** Eight groups without leading zeros, in small letters. */
function groupsOf(address: string): string[] {
  const plain = (address.split('%')[0] ?? address).replace(/\d+\.\d+\.\d+\.\d+$/, '0:0')
  const [head = '', tail] = plain.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const between = Array(8 - before.length - after.length).fill('0')
  return [...before, ...between, ...after].map((group) => Number.parseInt(group, 16).toString(16))
}
