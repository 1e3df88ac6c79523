import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs long work step by step: between two steps everything else that waits has its turn. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  // No cases: the steps of one work.
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await nextTurn()
  }
}
