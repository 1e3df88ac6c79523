import { withRetry } from '../../platform/database/transient-errors.ts'
import type { CommitQueue } from '../commits/commit-queue.ts'
import type { ActionWriter } from '../engine/engine-context.ts'
import type { TradingRuntimeOptions } from '../engine/runtime-options.ts'
import { lastQuoteBefore } from '../quotes/last-quote.ts'
import { appliedAction } from './applied-action.ts'

/** Writes markets' actions through the commit queue; null where there are none. `rolled` returns the newest roll of each futures market. */
export function actionWriterOf(
  options: TradingRuntimeOptions,
  queue: CommitQueue,
  rolled: () => ReadonlyMap<string, number>,
): ActionWriter | null {
  const { actions, clock } = options
  if (actions === undefined) return null
  const { onDone, onPutOff, onAwaitingRate, cancelled } = actions
  return {
    write: async (effects, action) => {
      for (const { account } of effects) account.writing += 1
      let written: readonly (() => void)[] | null = null
      try {
        written = await queue.together(effects, appliedAction(action, clock.now()))
        return written
      } finally {
        if (written === null) for (const { account } of effects) account.writing -= 1
      }
    },
    hasStopped: () => queue.failed !== null,
    stop: (error) => queue.stop(error),
    lastQuote: (code, at, mode) => withRetry(() => lastQuoteBefore(options, { code, at, mode })),
    cancelled: ({ id }) => withRetry(() => cancelled(id)),
    rolledThrough: (code) => rolled().get(code) ?? null,
    onDone,
    onPutOff,
    onAwaitingRate,
  }
}
