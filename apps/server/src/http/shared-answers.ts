import type { CallName } from '@candor/contract'
import type { Clock } from '../clock.ts'
import { AnswerCache } from './answer-cache.ts'
import { forSeconds, PreparedText } from './prepared-text.ts'
import { Refusal } from './refusal.ts'

/** Of one call; an answer is some tens of kB at most. */
const mostOfOneCall = 100

/** What anybody may read, kept ready to be sent: however many ask, an answer is made once until it is too old. */
export class SharedAnswers {
  private readonly clock: Clock
  private readonly byCall = new Map<CallName, AnswerCache<PreparedText | Refusal>>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** `key` says what the answer depends on; `make` writes it. What is refused is refused to all alike. */
  async get(
    name: CallName,
    { key, keptMs }: { readonly key: string; readonly keptMs: number },
    make: () => Promise<string>,
  ): Promise<PreparedText> {
    const kept = this.byCall.get(name) ?? new AnswerCache(this.clock, mostOfOneCall)
    this.byCall.set(name, kept)
    const prepare = () =>
      make().then(
        (text) => new PreparedText(text, forSeconds),
        (error: unknown) => {
          if (error instanceof Refusal) return error
          throw error
        },
      )
    const answer = await kept.get(key, prepare, () => keptMs)
    if (answer instanceof Refusal) throw answer
    return answer
  }

  /** What is asked for from now on is made again: of these calls, or of all. */
  forget(names: readonly CallName[] = [...this.byCall.keys()]): void {
    for (const name of names) this.byCall.get(name)?.clear()
  }
}
