import type { CallName } from '@candor/contract'
import type { Clock } from '../../clock.ts'
import { forSeconds, PreparedText } from '../pages/prepared-text.ts'
import { Refusal } from '../refusal.ts'
import { ResponseCache } from './response-cache.ts'

/** Maximum per call; a response is some tens of kB at most. */
const mostOfOneCall = 100

/** Public responses by the call or route they are of, cached ready to be sent: each is computed once until it expires, however many request it. */
export class SharedResponses<Name extends string = CallName> {
  private readonly clock: Clock
  private readonly byCall = new Map<Name, ResponseCache<PreparedText | Refusal>>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /**
   * Returns the response. `key` names everything it depends on; `make` writes it. A refusal is shared by all alike, but not a 429: it
   * is only that of the caller whose request began the computation.
   */
  async get(
    name: Name,
    { key, lifetimeMs }: { readonly key: string; readonly lifetimeMs: number },
    make: () => Promise<string>,
  ): Promise<PreparedText> {
    const cache = this.byCall.get(name) ?? new ResponseCache(this.clock, mostOfOneCall)
    this.byCall.set(name, cache)
    const prepare = () => preparedOf(make())
    const response = await cache.getInTurn(key, prepare, () => lifetimeMs)
    if (response instanceof Refusal) throw response
    return response
  }

  /** Drops the cached responses of these calls, or of all. */
  forget(names: readonly Name[] = [...this.byCall.keys()]): void {
    for (const name of names) this.byCall.get(name)?.clear()
  }
}

const preparedOf = (text: Promise<string>): Promise<PreparedText | Refusal> =>
  text.then(
    (written) => new PreparedText(written, forSeconds),
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
