import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not part of the public internet (IANA special-purpose registry), and multicast. */
const refusedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/**
 * Global unicast. Everything else is refused, and with it loopback, link-local, unique local and multicast addresses, IPv4-mapped ones
 * and the prefixes of NAT64.
 */
const permittedV6 = '2000::/3'
/** Networks in it that are not public, or wrap an IPv4 address: Teredo and other protocols, documentation, 6to4. */
const refusedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const closedV4 = listOf(refusedV4, 'ipv4')
const openV6 = listOf([permittedV6], 'ipv6')
const closedV6 = listOf(refusedV6, 'ipv6')

/** Reports whether an address belongs to the public internet. A text that is no address does not, nor does one with a zone. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 4) return !closedV4.check(address, 'ipv4')
  return family === 6 && openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
}
