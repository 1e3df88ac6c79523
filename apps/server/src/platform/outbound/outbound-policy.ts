import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Address of a host, as a name server gives it. */
export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** Addresses that the server connects to when an operator names a URL. Tests pass their own; no setting changes it. */
export interface OutboundPolicy {
  resolve(hostname: string): Promise<readonly ResolvedAddress[]>
  permitsAddress(address: string): boolean
  permitsPort(port: number): boolean
}

const webPorts = [80, 443]

/** Public addresses on the web's two ports. */
export const publicHosts: OutboundPolicy = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  permitsAddress: isPublicAddress,
  permitsPort: (port) => webPorts.includes(port),
}

/** Addresses of these networks, with or without the length of their prefix. */
export function networkList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
