import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { networkOf, rangeOf } from '../../limits/network-of.ts'
import type { Budget } from '../../limits/request-budget.ts'
import { spend } from '../../limits/spend.ts'
import { TooMany } from '../refusal.ts'

const comeAgainMs = 5_000
/** A range may have the sockets of so many networks: one machine has 65 536 of them. */
const networksOfRange = 5

/** The place of an open socket among those of its network. */
export interface SocketPlace {
  /** The client's address, as for calls. */
  readonly address: string
  /** Gives the place back: the socket closed, or it counts for a customer from now on. Once or more often. */
  readonly giveBack: () => void
}

export interface SocketLimits {
  /** An upgrade is a request as any other. */
  readonly visitor: Budget
  /** Most open sockets of one network that are not authenticated yet. */
  readonly mostOfNetwork: () => Promise<number>
  /** Proxies that may state the client's address, as for calls. */
  readonly trustProxy: boolean | string
}

/** Counts the open sockets of each network and range in this process, so that one machine cannot take all of them. */
export class OpenSockets {
  private readonly limits: SocketLimits
  /** By network, and by the range that it is in. */
  private readonly byPlace = new Map<string, number>()
  private readonly trusts: (address: string, hop: number) => boolean

  constructor(limits: SocketLimits) {
    this.limits = limits
    const { trustProxy } = limits
    this.trusts =
      typeof trustProxy === 'string'
        ? proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()))
        : () => trustProxy
  }

  /** Admits the socket; throws `TooMany` where its network or range has too many, or its network requests too often. */
  async admit(request: IncomingMessage): Promise<SocketPlace> {
    const address = proxyAddr(request, this.trusts)
    await spend(this.limits.visitor, networkOf(address))
    const most = await this.limits.mostOfNetwork()
    const places = [
      { name: networkOf(address), most },
      { name: rangeOf(address), most: most * networksOfRange },
    ]
    if (places.some(({ name, most }) => this.openOf(name) >= most)) throw new TooMany(comeAgainMs)
    for (const { name } of places) this.byPlace.set(name, this.openOf(name) + 1)
    let given = false
    const giveBack = () => {
      if (given) return
      given = true
      for (const { name } of places) this.leave(name)
    }
    return { address, giveBack }
  }

  private openOf(name: string): number {
    return this.byPlace.get(name) ?? 0
  }

  private leave(name: string): void {
    const others = this.openOf(name) - 1
    if (others > 0) this.byPlace.set(name, others)
    else this.byPlace.delete(name)
  }
}
