import type { ContractOrder } from '@candor/contract'
import { refusals } from '@candor/refusals'
import { type Decision, refuseUnavailable } from '@candor/rules'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import type { Requester } from '../engine/engine-context.ts'
import type { PendingCommit } from '../engine/position-change.ts'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import { freeOf, refuseFunds } from '../risk/funds/account-funds.ts'
import { outflowsEnded } from '../risk/funds/outflows.ts'

/** Stored under a key while a change of many orders runs: the orders it changes. */
interface Begun {
  readonly begun: readonly string[]
}

interface UnderWay {
  readonly bodyHash: string
  readonly response: Promise<unknown>
}

/** Gives every key one effect: a repeated call, at once or later, gets the first response (calls page, Idempotency-Key). */
export class IdempotentCalls {
  private readonly runtime: TradingRuntime
  private readonly underWay = new Map<string, UnderWay>()

  constructor(runtime: TradingRuntime) {
    this.runtime = runtime
  }

  /**
   * Decides a new order first; the batch that writes it looks the key up. A decision costs nothing if the key turns out to be used: the
   * batch then writes nothing, and the opening is undone.
   */
  placing(requester: Requester, code: string, decide: () => Decision<PendingCommit>): Promise<ContractOrder> {
    return this.together(requester, async () => {
      await this.runtime.known(requester.userId, requester.mode)
      let decision = await this.decideAtFreshPrice(requester, code, decide)
      if (!decision.ok && (await this.mayChange(requester, decision)))
        decision = await this.decideAtFreshPrice(requester, code, decide)
      return decision.ok
        ? committed(this.runtime, decision.value, requester)
        : this.firstOr(requester, decision)
    })
  }

  /** Refuses `unavailable` (`stale`) where no fresh price came in time. */
  private decideAtFreshPrice<D extends Decision<PendingCommit> | Promise<Decision<PendingCommit>>>(
    requester: Requester,
    code: string | null,
    decide: () => D,
  ): Promise<Awaited<D>> {
    const atFreshPrice = () => (requester.prices?.anyTooOld === true ? refuseUnavailable('stale') : decide())
    return this.runtime.engine.inTurn(requester, code, atFreshPrice) as Promise<Awaited<D>>
  }

  /**
   * Checks whether a refused request may now be decided otherwise, because money is available again. The refused request may repeat an
   * order whose first request is not written yet, so this first waits for the queue.
   */
  private async mayChange(requester: Requester, refused: Decision<PendingCommit>): Promise<boolean> {
    await this.runtime.queue.passed()
    if (refused.ok || refused.code !== refusals.insufficientFunds) return false
    const account = this.runtime.book.account(requester.userId, requester.mode)
    await outflowsEnded(account)
    // Another process may have posted something that this one has not read yet.
    await this.runtime.refresh(account)
    return true
  }

  /** Changes an order. The key is looked up before anything in memory changes. */
  changing(
    requester: Requester,
    decide: () => Decision<PendingCommit> | Promise<Decision<PendingCommit>>,
  ): Promise<ContractOrder> {
    return this.together(requester, async () => {
      const stored = await this.storedResponse(requester)
      if (stored !== null) return firstResponse(stored, requester)
      await this.runtime.known(requester.userId, requester.mode)
      return committed(
        this.runtime,
        orRefuse(await this.decideAtFreshPrice(requester, null, decide)),
        requester,
      )
    })
  }

  /**
   * Changes many orders. Stores their ids under the key before changing the first, and the response once all are written: a repeat after a
   * crash continues with the same orders and changes none that was opened since.
   */
  changingMany<T>(
    requester: Requester,
    { choose, work }: { choose: () => readonly string[]; work: (ids: readonly string[]) => Promise<T> },
  ): Promise<T> {
    const { store, engine } = this.runtime
    return this.together(requester, async () => {
      const ids = await this.chosen(requester, choose)
      if ('stored' in ids) return firstResponse<T>(ids.stored, requester)
      const response = await engine.inTurn(requester, null, () => work(ids.chosen))
      if (requester.key !== null)
        await store.responses.complete(requester.userId, requester.key.key, response)
      return response
    })
  }

  private async chosen(requester: Requester, choose: () => readonly string[]) {
    const { store, engine } = this.runtime
    const stored = await this.storedResponse(requester)
    if (stored !== null) {
      const begun = firstResponse<Partial<Begun>>(stored, requester)
      return begun.begun === undefined ? { stored } : { chosen: begun.begun }
    }
    const { userId, mode } = requester
    // Which orders it changes depends on no price.
    const chosen = await engine.inTurn({ userId, mode }, null, choose)
    const begun: Begun = { begun: chosen }
    if (requester.key !== null)
      await store.responses.keep(requester.userId, requester.key, begun, this.runtime.now())
    return { chosen }
  }

  private together<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    if (requester.key === null) return work()
    const key = `${requester.userId} ${requester.key.key}`
    const running = this.underWay.get(key)
    if (running !== undefined)
      return running.bodyHash === requester.key.bodyHash
        ? (running.response as Promise<T>)
        : Promise.reject(new Refusal('keyReused'))
    const response = work().finally(() => this.underWay.delete(key))
    this.underWay.set(key, { bodyHash: requester.key.bodyHash, response })
    return response
  }

  /** Refuses, unless the key was accepted before: then returns the first response, even if the decision would differ now. */
  private async firstOr(requester: Requester, decision: Decision<PendingCommit>): Promise<ContractOrder> {
    const stored = await this.storedResponse(requester)
    return stored === null
      ? orRefuse<never>(decision as Extract<typeof decision, { ok: false }>)
      : firstResponse(stored, requester)
  }

  private async storedResponse(requester: Requester) {
    return requester.key === null
      ? null
      : this.runtime.store.responses.find(requester.userId, requester.key.key)
  }
}

/** Resolves with the order when it is in the database. */
export async function committed(
  runtime: TradingRuntime,
  pending: PendingCommit,
  requester: Requester | null = null,
): Promise<ContractOrder> {
  const outcome = await pending.outcome
  if (outcome.done) return pending.order
  if ('repeated' in outcome) return firstResponse(outcome.repeated, requester)
  if (outcome.refused === 'database')
    throw new Error(`the database does not take a change of order ${pending.position.id}`)
  if (outcome.refused !== 'customer') throw new Refusal('unavailable', { reason: 'reserve' })
  // Money left the account by a posting that this process had not read yet.
  const { userId, mode } = pending.position.account
  const account = await runtime.reread(userId, mode)
  return orRefuse(await runtime.look(() => refuseFunds(freeOf(account, runtime.valuation))))
}

function firstResponse<T>(stored: { bodyHash: string; response: unknown }, requester: Requester | null): T {
  if (stored.bodyHash !== requester?.key?.bodyHash) throw new Refusal('keyReused')
  return stored.response as T
}
