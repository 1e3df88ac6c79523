import { lookup } from 'node:dns/promises'
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
