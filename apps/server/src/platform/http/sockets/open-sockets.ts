import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { networkOf } from '../../limits/network-of.ts'
import type { RequestBudget } from '../../limits/request-budget.ts'
import { spend } from '../../limits/spend.ts'
import { TooMany } from '../refusal.ts'

const comeAgainMs = 5_000

/** Gives a socket's place back: it closed, or it counts for a customer from now on. Once or more often. */
export type GivePlaceBack = () => void

export interface SocketLimits {
  /** An upgrade is a request as any other. */
  readonly visitor: RequestBudget
  /** Most open sockets of one network that are not authenticated yet. */
  readonly mostOfNetwork: () => Promise<number>
  /** Proxies that may state the client's address, as for calls. */
  readonly trustProxy: boolean | string
}

/** Counts the open sockets of each network in this process, so that one machine cannot take all of them. */
export class OpenSockets {
  private readonly limits: SocketLimits
  private readonly byNetwork = new Map<string, number>()
  private readonly trusts: (address: string, hop: number) => boolean

  constructor(limits: SocketLimits) {
    this.limits = limits
    const { trustProxy } = limits
    this.trusts =
      typeof trustProxy === 'string'
        ? proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()))
        : () => trustProxy
  }

  /** Admits the socket; throws `TooMany` where its network has too many, or requests too often. */
  async admit(request: IncomingMessage): Promise<GivePlaceBack> {
    const network = networkOf(proxyAddr(request, this.trusts))
    await spend(this.limits.visitor, network)
    const most = await this.limits.mostOfNetwork()
    const open = this.byNetwork.get(network) ?? 0
    if (open >= most) throw new TooMany(comeAgainMs)
    this.byNetwork.set(network, open + 1)
    let given = false
    return () => {
      if (given) return
      given = true
      this.leave(network)
    }
  }

  private leave(network: string): void {
    const others = (this.byNetwork.get(network) ?? 0) - 1
    if (others > 0) this.byNetwork.set(network, others)
    else this.byNetwork.delete(network)
  }
}
