import { byMoment, type MarketAction } from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'

/** Delay before an action that failed is tried again. */
const retryMs = 60_000

/** Splits and dividends that were requested and are neither carried out nor cancelled, as far as the engine knows. */
export class ActionCalendar {
  private readonly clock: Clock
  private scheduled: readonly MarketAction[] = []
  /** Ids of actions that were carried out or cancelled, rolls too. */
  private readonly over = new Set<string>()
  private readonly retryAt = new Map<string, number>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Schedules all requested actions. What was read before an action was written or cancelled does not bring it back. */
  schedule(actions: readonly MarketAction[]): void {
    this.scheduled = actions.filter(({ id, kind }) => kind !== 'roll' && !this.over.has(id)).sort(byMoment)
    const left = new Set(this.scheduled.map(({ id }) => id))
    for (const id of this.retryAt.keys()) if (!left.has(id)) this.retryAt.delete(id)
  }

  /**
   * Returns the next action to begin that is due by a moment. One that was put off is passed over until it is tried again, and so are the
   * later ones of its market: a dividend is paid on the shares of before a split.
   */
  due(time: number): MarketAction | undefined {
    const now = this.clock.now()
    const waiting = new Set<string>()
    for (const action of this.scheduled) {
      if (action.at > time) return undefined
      if ((this.retryAt.get(action.id) ?? 0) > now) waiting.add(action.code)
      else if (!waiting.has(action.code)) return action
    }
    return undefined
  }

  /**
   * Checks whether an action of a market was put off and is not over, for a decision or a quote of a moment (epoch ms). Until then nothing
   * is decided there, whenever the action is tried again: quotes may be of another scale than positions, and nobody may leave before a
   * dividend (ADR-229).
   */
  isSuspended(code: string, time = this.clock.now()): boolean {
    // Every price is read through this: usually nothing is put off.
    if (this.retryAt.size === 0) return false
    return this.scheduled.some(({ id, code: of, at }) => of === code && at <= time && this.retryAt.has(id))
  }

  /**
   * Checks whether an action of a market is due and not over, also before it begins: no order is placed, edited or closed there from its moment
   * on, as nobody can tell which scale its prices are of (ADR-231).
   */
  isDueIn(code: string): boolean {
    const now = this.clock.now()
    return this.scheduled.some((action) => action.code === code && action.at <= now)
  }

  putOff({ id }: MarketAction): void {
    this.retryAt.set(id, this.clock.now() + retryMs)
  }

  /** Marks an action as over, so that a reading of the calendar that began earlier does not schedule it again. */
  end({ id }: MarketAction): void {
    this.over.add(id)
    this.retryAt.delete(id)
    this.scheduled = this.scheduled.filter((action) => action.id !== id)
  }
}
