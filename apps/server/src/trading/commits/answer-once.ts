import type { ContractOrder } from '@candor/contract'
import { refusals } from '@candor/refusals'
import type { Decision } from '@candor/rules'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import type { PendingCommit, Requester } from '../engine/engine-context.ts'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import { freeOf, refuseFunds } from '../risk/funds/account-funds.ts'
import { outflowsEnded } from '../risk/funds/outflows.ts'

/** Kept under a key until its answer is: the orders it is about. */
interface Begun {
  readonly begun: readonly string[]
}

interface UnderWay {
  readonly bodyHash: string
  readonly answer: Promise<unknown>
}

/** One effect a key: who repeats it, at once or later, gets the first answer (calls page, Idempotency-Key). */
export class AnswerOnce {
  private readonly room: TradingRuntime
  private readonly underWay = new Map<string, UnderWay>()

  constructor(room: TradingRuntime) {
    this.room = room
  }

  /**
   * For a new order: decided first, and the batch that writes it looks the key up. A decision costs nothing if the key
   * turns out to be used, since the batch then writes nothing and the opening is undone.
   */
  placing(requester: Requester, code: string, decide: () => Decision<PendingCommit>): Promise<ContractOrder> {
    return this.together(requester, async () => {
      await this.room.known(requester.userId, requester.mode)
      let decision = await this.room.engine.inTurn(requester, code, decide)
      if (!decision.ok && (await this.mayChange(requester, decision)))
        decision = await this.room.engine.inTurn(requester, code, decide)
      return decision.ok ? committed(this.room, decision.value, requester) : this.firstOr(requester, decision)
    })
  }

  /**
   * Checks whether a refused request may now be decided otherwise, because money has come back. The refused request may repeat an order
   * whose first request is still on its way to the database, so this first waits for the queue.
   */
  private async mayChange(requester: Requester, refused: Decision<PendingCommit>): Promise<boolean> {
    await this.room.queue.passed()
    if (refused.ok || refused.code !== refusals.insufficientFunds) return false
    const account = this.room.book.account(requester.userId, requester.mode)
    await outflowsEnded(account)
    // Another process may have posted what this one has not heard of.
    await this.room.refresh(account)
    return true
  }

  /** For a change of an order: the key is looked up before anything in memory changes. */
  changing(
    requester: Requester,
    decide: () => Decision<PendingCommit> | Promise<Decision<PendingCommit>>,
  ): Promise<ContractOrder> {
    return this.together(requester, async () => {
      const kept = await this.kept(requester)
      if (kept !== null) return firstAnswer(kept, requester)
      await this.room.known(requester.userId, requester.mode)
      return committed(this.room, orRefuse(await this.room.engine.inTurn(requester, null, decide)), requester)
    })
  }

  /**
   * For a change of many orders: which ones is kept under the key before anything happens to them, and the answer once all are written. A
   * repeat after a crash goes on with these, and touches none that was opened since.
   */
  changingMany<T>(
    requester: Requester,
    { choose, work }: { choose: () => readonly string[]; work: (ids: readonly string[]) => Promise<T> },
  ): Promise<T> {
    const { store, engine } = this.room
    return this.together(requester, async () => {
      const ids = await this.chosen(requester, choose)
      if ('answered' in ids) return firstAnswer<T>(ids.answered, requester)
      const answer = await engine.inTurn(requester, null, () => work(ids.chosen))
      if (requester.key !== null) await store.answers.complete(requester.userId, requester.key.key, answer)
      return answer
    })
  }

  private async chosen(requester: Requester, choose: () => readonly string[]) {
    const { store, engine } = this.room
    const kept = await this.kept(requester)
    if (kept !== null) {
      const begun = firstAnswer<Partial<Begun>>(kept, requester)
      return begun.begun === undefined ? { answered: kept } : { chosen: begun.begun }
    }
    const chosen = await engine.inTurn(requester, null, choose)
    const begun: Begun = { begun: chosen }
    if (requester.key !== null)
      await store.answers.keep(requester.userId, requester.key, begun, this.room.now())
    return { chosen }
  }

  private together<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    if (requester.key === null) return work()
    const key = `${requester.userId} ${requester.key.key}`
    const running = this.underWay.get(key)
    if (running !== undefined)
      return running.bodyHash === requester.key.bodyHash
        ? (running.answer as Promise<T>)
        : Promise.reject(new Refusal('keyReused'))
    const answer = work().finally(() => this.underWay.delete(key))
    this.underWay.set(key, { bodyHash: requester.key.bodyHash, answer })
    return answer
  }

  /** A refusal, unless the key was accepted before: then its answer, whatever would be decided now. */
  private async firstOr(requester: Requester, decision: Decision<PendingCommit>): Promise<ContractOrder> {
    const kept = await this.kept(requester)
    return kept === null
      ? orRefuse<never>(decision as Extract<typeof decision, { ok: false }>)
      : firstAnswer(kept, requester)
  }

  private async kept(requester: Requester) {
    return requester.key === null ? null : this.room.store.answers.find(requester.userId, requester.key.key)
  }
}

/** The order, once it is in the database. */
export async function committed(
  room: TradingRuntime,
  decided: PendingCommit,
  requester: Requester | null = null,
): Promise<ContractOrder> {
  const outcome = await decided.outcome
  if (outcome.done) return decided.order
  if ('repeated' in outcome) return firstAnswer(outcome.repeated, requester)
  if (outcome.refused !== 'customer') throw new Refusal('unavailable', { reason: 'reserve' })
  // Money left by a posting that this process had not heard of.
  const { userId, mode } = decided.position.account
  const account = await room.reread(userId, mode)
  return orRefuse(await room.look(() => refuseFunds(freeOf(account, room.valuation))))
}

function firstAnswer<T>(kept: { bodyHash: string; response: unknown }, requester: Requester | null): T {
  if (kept.bodyHash !== requester?.key?.bodyHash) throw new Refusal('keyReused')
  return kept.response as T
}
