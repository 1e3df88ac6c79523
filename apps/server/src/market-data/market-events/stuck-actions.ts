import type { MarketAction } from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { forgetFailure, noteFailure } from '../../platform/jobs/stuck-cases-store.ts'

/** Name of these cases among the stuck ones. */
const job = 'market-actions'
const retryMs = 60_000

interface StuckActionsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: { error(details: object, message: string): void }
}

/** Names a roll by its moment: before it is on the calendar it may have another id with each try. */
const caseOf = ({ id, kind, code, at }: MarketAction): string => (kind === 'roll' ? `${code} ${at}` : id)

/** Removes an action of the calendar that is cancelled. */
export const forgetStuckAction = (reader: Reader, action: MarketAction): Promise<void> =>
  forgetFailure(reader, job, caseOf(action))

/** Actions that failed. They are logged, and are stuck cases until they are carried out or cancelled. */
export class StuckActions {
  private readonly options: StuckActionsOptions
  /** One statement after the other, in their order. */
  private writing: Promise<void> = Promise.resolve()

  constructor(options: StuckActionsOptions) {
    this.options = options
  }

  note(action: MarketAction, err: unknown): void {
    const { id, code, kind, at } = action
    const { db, clock, log } = this.options
    log.error({ err, id, code, kind, at }, 'a corporate action failed; it will be retried')
    const error = `${kind} of ${code}: ${err instanceof Error ? err.message : String(err)}`
    const times = { firstWaitMs: retryMs, longestWaitMs: retryMs }
    this.write(() => noteFailure(db.query, { job, id: caseOf(action), now: clock.now(), error, ...times }))
  }

  forget(action: MarketAction): void {
    this.write(() => forgetFailure(this.options.db.query, job, caseOf(action)))
  }

  private write(statement: () => Promise<void>): void {
    const { log } = this.options
    this.writing = this.writing
      .then(statement)
      .catch((err: unknown) => log.error({ err }, 'a stuck action could not be noted'))
  }
}
