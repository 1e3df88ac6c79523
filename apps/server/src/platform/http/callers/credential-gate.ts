import type { FastifyRequest } from 'fastify'
import { evictOldest } from '../../evict-oldest.ts'
import { lineCallerOf, networkOf } from '../../limits/network-of.ts'
import type { Budget } from '../../limits/request-budget.ts'
import { spend } from '../../limits/spend.ts'
import type { VisitorLines } from '../files/fair-line.ts'
import { Refusal, SignedOut } from '../refusal.ts'

/** A session's token or an API key, as the request carries it. */
export interface Credential {
  readonly text: string
  /** This installation issued it, as far as can be seen without a query. */
  readonly recognized: boolean
}

export interface CredentialGateOptions {
  /** Requests without a valid session, by network; null counts none (tests). */
  readonly budget: Budget | null
  /** Lines of visitors, with whom lookups of unknown credentials take turns; null admits all at once (tests). */
  readonly visitors: VisitorLines | null
}

const mostRemembered = 10_000

type Found<Holder> = Holder | Refusal | 'ended' | 'forged'

/**
 * Decides what the lookup of a credential costs its network. A recognized one is looked up first, so that an exhausted network does not
 * shut out its customers; a refused one is counted as a visitor's request. One that is not recognized, or was refused before, is counted
 * first and takes its turn among visitors: an exhausted network costs no query.
 */
export class CredentialGate {
  private readonly options: CredentialGateOptions
  /** Issued by this installation, and refused when they were last looked up. */
  private readonly refused = new Set<string>()

  constructor(options: CredentialGateOptions) {
    this.options = options
  }

  /**
   * Returns the holder that `find` finds; throws `SignedOut` where there is none, or the refusal that `find` returns in place of one that has
   * ended, and `TooMany` where the network's budget is exhausted.
   */
  async holderOf<Holder extends object>(
    request: FastifyRequest,
    { text, recognized }: Credential,
    find: () => Found<Holder> | Promise<Found<Holder>>,
  ): Promise<Holder> {
    const paysFirst = !recognized || this.refused.has(text)
    if (paysFirst) await this.count(request)
    const found = paysFirst ? await this.inTurn(request, async () => find()) : await find()
    if (typeof found !== 'string' && !(found instanceof Refusal)) {
      this.refused.delete(text)
      return found
    }
    if (recognized && found !== 'forged') {
      evictOldest(this.refused, mostRemembered)
      this.refused.add(text)
    }
    if (!paysFirst) await this.count(request)
    throw typeof found === 'string' ? new SignedOut(found) : found
  }

  /** Counts the request as its network's and throws `SignedOut`; `TooMany` where the budget is exhausted. */
  async refuse(request: FastifyRequest, why: 'ended' | 'forged'): Promise<never> {
    await this.count(request)
    throw new SignedOut(why)
  }

  private async count({ ip }: FastifyRequest): Promise<void> {
    const { budget } = this.options
    if (budget !== null) await spend(budget, networkOf(ip))
  }

  private inTurn<T>({ ip }: FastifyRequest, find: () => Promise<T>): Promise<T> {
    const { visitors } = this.options
    return visitors === null ? find() : visitors.calls.run(lineCallerOf(ip), find)
  }
}
