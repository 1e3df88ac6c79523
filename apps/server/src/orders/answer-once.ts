import type { ContractOrder } from '@candor/contract'
import { refusals } from '@candor/refusals'
import type { Decision } from '@candor/rules'
import { orRefuse, Refusal } from '../http/refusal.ts'
import { freeOf, refuseFunds } from './account-funds.ts'
import type { ContractsRoom } from './contracts-room.ts'
import type { Asker, Decided } from './engine-parts.ts'
import { outflowsEnded } from './outflows.ts'

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
  private readonly room: ContractsRoom
  private readonly underWay = new Map<string, UnderWay>()

  constructor(room: ContractsRoom) {
    this.room = room
  }

  /**
   * For a new order: decided first, and the batch that writes it looks the key up. A decision costs nothing if the key
   * turns out to be used, since the batch then writes nothing and the opening is undone.
   */
  placing(asker: Asker, code: string, decide: () => Decision<Decided>): Promise<ContractOrder> {
    return this.together(asker, async () => {
      await this.room.known(asker.userId, asker.mode)
      let decision = await this.room.engine.inTurn(asker, code, decide)
      if (!decision.ok && (await this.mayChange(asker, decision)))
        decision = await this.room.engine.inTurn(asker, code, decide)
      return decision.ok ? committed(this.room, decision.value, asker) : this.firstOr(asker, decision)
    })
  }

  /**
   * Checks whether a refused request may now be decided otherwise, because money has come back. The refused request may repeat an order
   * whose first request is still on its way to the database, so this first waits for the queue.
   */
  private async mayChange(asker: Asker, refused: Decision<Decided>): Promise<boolean> {
    await this.room.queue.passed()
    if (refused.ok || refused.code !== refusals.insufficientFunds) return false
    const account = this.room.book.account(asker.userId, asker.mode)
    await outflowsEnded(account)
    // Another process may have posted what this one has not heard of.
    await this.room.refresh(account)
    return true
  }

  /** For a change of an order: the key is looked up before anything in memory changes. */
  changing(
    asker: Asker,
    decide: () => Decision<Decided> | Promise<Decision<Decided>>,
  ): Promise<ContractOrder> {
    return this.together(asker, async () => {
      const kept = await this.kept(asker)
      if (kept !== null) return firstAnswer(kept, asker)
      await this.room.known(asker.userId, asker.mode)
      return committed(this.room, orRefuse(await this.room.engine.inTurn(asker, null, decide)), asker)
    })
  }

  /**
   * For a change of many orders: which ones is kept under the key before anything happens to them, and the answer once all are written. A
   * repeat after a crash goes on with these, and touches none that was opened since.
   */
  changingMany<T>(
    asker: Asker,
    { choose, work }: { choose: () => readonly string[]; work: (ids: readonly string[]) => Promise<T> },
  ): Promise<T> {
    const { store, engine } = this.room
    return this.together(asker, async () => {
      const ids = await this.chosen(asker, choose)
      if ('answered' in ids) return firstAnswer<T>(ids.answered, asker)
      const answer = await engine.inTurn(asker, null, () => work(ids.chosen))
      if (asker.key !== null) await store.answers.answer(asker.userId, asker.key.key, answer)
      return answer
    })
  }

  private async chosen(asker: Asker, choose: () => readonly string[]) {
    const { store, engine } = this.room
    const kept = await this.kept(asker)
    if (kept !== null) {
      const begun = firstAnswer<Partial<Begun>>(kept, asker)
      return begun.begun === undefined ? { answered: kept } : { chosen: begun.begun }
    }
    const chosen = await engine.inTurn(asker, null, choose)
    const begun: Begun = { begun: chosen }
    if (asker.key !== null) await store.answers.keep(asker.userId, asker.key, begun, this.room.now())
    return { chosen }
  }

  private together<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (asker.key === null) return work()
    const key = `${asker.userId} ${asker.key.key}`
    const running = this.underWay.get(key)
    if (running !== undefined)
      return running.bodyHash === asker.key.bodyHash
        ? (running.answer as Promise<T>)
        : Promise.reject(new Refusal('keyReused'))
    const answer = work().finally(() => this.underWay.delete(key))
    this.underWay.set(key, { bodyHash: asker.key.bodyHash, answer })
    return answer
  }

  /** A refusal, unless the key was accepted before: then its answer, whatever would be decided now. */
  private async firstOr(asker: Asker, decision: Decision<Decided>): Promise<ContractOrder> {
    const kept = await this.kept(asker)
    return kept === null
      ? orRefuse<never>(decision as Extract<typeof decision, { ok: false }>)
      : firstAnswer(kept, asker)
  }

  private async kept(asker: Asker) {
    return asker.key === null ? null : this.room.store.answers.kept(asker.userId, asker.key.key)
  }
}

/** The order, once it is in the database. */
export async function committed(
  room: ContractsRoom,
  decided: Decided,
  asker: Asker | null = null,
): Promise<ContractOrder> {
  const outcome = await decided.outcome
  if (outcome.done) return decided.order
  if ('repeated' in outcome) return firstAnswer(outcome.repeated, asker)
  if (outcome.refused !== 'customer') throw new Refusal('unavailable', { reason: 'reserve' })
  // Money left by a posting that this process had not heard of.
  const { userId, mode } = decided.position.account
  const account = await room.reread(userId, mode)
  return orRefuse(await room.look(() => refuseFunds(freeOf(account, room.valuation))))
}

function firstAnswer<T>(kept: { bodyHash: string; answer: unknown }, asker: Asker | null): T {
  if (kept.bodyHash !== asker?.key?.bodyHash) throw new Refusal('keyReused')
  return kept.answer as T
}
