import { byMoment, type MarketAction, type ScheduledAction } from '@candor/rules'
import type { Clock } from '../../platform/clock.ts'

/** Delay before an action that failed is tried again. */
const retryMs = 60_000

/** Splits and dividends that were requested and are neither carried out nor cancelled, as far as the engine knows. */
export class ActionCalendar {
  private readonly clock: Clock
  private scheduled: readonly ScheduledAction[] = []
  /** Ids of actions that were carried out or cancelled, rolls too. */
  private readonly over = new Set<string>()
  private readonly retryAt = new Map<string, number>()
  private hasPutOff = false

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Schedules all requested actions. What was read before an action was written or cancelled does not bring it back. */
  schedule(actions: readonly ScheduledAction[]): void {
    this.keep(actions.filter(({ id, kind }) => kind !== 'roll' && !this.over.has(id)).sort(byMoment))
    const left = new Set(this.scheduled.map(({ id }) => id))
    for (const id of this.retryAt.keys()) if (!left.has(id)) this.retryAt.delete(id)
  }

  /**
   * Returns the next action to begin that is due now, or before a quote that was missed at a moment (epoch ms). One that was put off is passed
   * over until it is tried again, and so are the later ones of its market: a dividend is paid on the shares of before a split. A clock that is
   * set back neither makes it early again nor delays the next try by more than its usual time.
   */
  due(missedAt: number | null = null): MarketAction | undefined {
    const by = missedAt ?? this.clock.now()
    const isDue = (one: ScheduledAction) => one.at <= by || (missedAt === null && this.isPutOff(one))
    const waiting = new Set<string>()
    for (const action of this.scheduled.filter(isDue)) {
      if (this.isEarly(action)) waiting.add(action.code)
      else if (!waiting.has(action.code)) return action
    }
    return undefined
  }

  private isEarly({ id }: MarketAction): boolean {
    const waitMs = (this.retryAt.get(id) ?? 0) - this.clock.now()
    return waitMs > 0 && waitMs <= retryMs
  }

  /**
   * Checks whether an action of a market was put off and is not over, now or for a quote that was missed at a moment (epoch ms). Until then
   * nothing is decided there, whenever the action is tried again and whatever the clock says: quotes may be of another scale than positions,
   * and nobody may leave before a dividend (ADR-229).
   */
  isSuspended(code: string, missedAt?: number): boolean {
    return this.suspendedBy(code, missedAt) !== undefined
  }

  /** Returns the first action that suspends a market (see `isSuspended`). */
  suspendedBy(code: string, missedAt = Number.POSITIVE_INFINITY): MarketAction | undefined {
    // Every price is read through this: usually nothing is put off.
    if (!this.hasPutOff) return undefined
    return this.scheduled.find((one) => one.code === code && one.at <= missedAt && this.isPutOff(one))
  }

  private keep(scheduled: readonly ScheduledAction[]): void {
    this.scheduled = scheduled
    this.hasPutOff = scheduled.some((one) => this.isPutOff(one))
  }

  private isPutOff({ id, isPutOff = false }: ScheduledAction): boolean {
    return isPutOff || this.retryAt.has(id)
  }

  /**
   * Checks whether an action of a market is due and not over, also before it begins: no order is placed, edited or closed there from its moment
   * on, as nobody can tell which scale its prices are of (ADR-231).
   */
  isDueIn(code: string): boolean {
    const now = this.clock.now()
    return this.scheduled.some((one) => one.code === code && (one.at <= now || this.isPutOff(one)))
  }

  putOff({ id }: MarketAction): void {
    this.retryAt.set(id, this.clock.now() + retryMs)
    this.hasPutOff = true
  }

  /** Marks an action as over, so that a reading of the calendar that began earlier does not schedule it again. */
  end({ id }: MarketAction): void {
    this.over.add(id)
    this.retryAt.delete(id)
    this.keep(this.scheduled.filter((action) => action.id !== id))
  }
}
