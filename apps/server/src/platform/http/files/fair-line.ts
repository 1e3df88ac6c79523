import { TooMany } from '../refusal.ts'

export interface LineLimits {
  /** Most tasks at once. */
  readonly atOnce: number
  /** Most tasks of one caller at once: a caller's slow tasks leave capacity for others. */
  readonly atOnceOfOne: number
  /** The same of one range; by default those of its callers. */
  readonly atOnceOfRange?: number
  /** Most waiting tasks, of all callers and of one. */
  readonly mostWaiting: number
  readonly mostOfOne: number
  /** Delay after which a rejected caller may try again. */
  readonly comeAgainMs: number
}

/** A caller, and the range that one person may control as a whole: an IPv6 /48 has 65 536 networks. */
export interface LineCaller {
  readonly who: string
  readonly range: string
}

/** Lines in which visitors' calls take turns (ADR-198). */
export interface VisitorLines {
  readonly calls: FairLine
  /** For calls that wait for another server: a slow one delays no other call. */
  readonly elsewhere: FairLine
}

interface Task {
  start(): Promise<void>
  /** Rejects it with a 429 before it began. */
  drop(): void
}

/** Waiting tasks of one range, by caller in the order of their turns. */
interface Range {
  readonly callers: Map<string, Task[]>
  waiting: number
}

/** A caller with waiting tasks, which are never none. */
interface Turn extends LineCaller {
  readonly of: Range
  readonly tasks: Task[]
}

/**
 * Limits expensive work to a few tasks at once. Waiting ranges take turns, one task each, and so do the callers of a range. A caller
 * with too many waiting tasks is rejected with a 429. In a full line, the range with the most waiting tasks loses one to a newcomer: a
 * caller who floods the line delays only themselves, from however many addresses.
 */
export class FairLine {
  private readonly limits: LineLimits
  /** Waiting ranges, in the order of their turns. */
  private readonly ranges = new Map<string, Range>()
  private waitingInAll = 0
  private readonly workingForOne = new Map<string, number>()
  private readonly workingForRange = new Map<string, number>()
  private working = 0

  constructor(limits: LineLimits) {
    this.limits = limits
  }

  /** Runs `work` when its turn comes among the tasks of this caller and others; throws `TooMany` when it gets no place, or loses it. */
  run<T>(caller: string | LineCaller, work: () => Promise<T>): Promise<T> {
    const by = typeof caller === 'string' ? { who: caller, range: caller } : caller
    return new Promise((resolve, reject) => {
      const drop = () => reject(new TooMany(this.limits.comeAgainMs))
      if (!this.findPlace(by)) return drop()
      this.add(by, { start: () => work().then(resolve, reject), drop })
      this.next()
    })
  }

  private add({ who, range }: LineCaller, task: Task): void {
    const of = this.ranges.get(range) ?? { callers: new Map(), waiting: 0 }
    this.ranges.set(range, of)
    const tasks = of.callers.get(who) ?? []
    of.callers.set(who, tasks)
    tasks.push(task)
    of.waiting += 1
    this.waitingInAll += 1
  }

  /** Checks for a place in the line; a full one makes place by dropping a task of those with the most. */
  private findPlace({ who, range }: LineCaller): boolean {
    const own = this.ranges.get(range)
    const ownTasks = own?.callers.get(who)?.length ?? 0
    if (ownTasks >= this.limits.mostOfOne) return false
    if (this.waitingInAll < this.limits.mostWaiting) return true
    const largest = largestOf(this.ranges, ({ waiting }) => waiting)
    if (largest !== null && largest.size > (own?.waiting ?? 0) + 1)
      return this.dropFrom(largest.key, largest.entry, 0)
    // Its own range has as much as any: its callers share that.
    return own !== undefined && this.dropFrom(range, own, ownTasks + 1)
  }

  /** Drops the newest task of the range's caller with the most tasks, if there are more than `fairShare`. */
  private dropFrom(range: string, of: Range, fairShare: number): boolean {
    const largest = largestOf(of.callers, ({ length }) => length)
    if (largest === null || largest.size <= fairShare) return false
    this.take({ who: largest.key, range, of, tasks: largest.entry }, 'newest')?.drop()
    return true
  }

  private next(): void {
    if (this.working >= this.limits.atOnce) return
    const turn = this.firstWithCapacity()
    if (turn === null) return
    this.count(turn, 1)
    void this.take(turn, 'oldest')
      ?.start()
      .finally(() => {
        this.count(turn, -1)
        this.next()
      })
  }

  private firstWithCapacity(): Turn | null {
    const { atOnceOfOne, atOnceOfRange = Number.POSITIVE_INFINITY } = this.limits
    for (const [range, of] of this.ranges) {
      if ((this.workingForRange.get(range) ?? 0) >= atOnceOfRange) continue
      for (const [who, tasks] of of.callers)
        if ((this.workingForOne.get(who) ?? 0) < atOnceOfOne) return { who, range, of, tasks }
    }
    return null
  }

  /** Removes a waiting task. The oldest is taken in turn: its caller and range wait behind all others for their next. */
  private take({ who, range, of, tasks }: Turn, which: 'oldest' | 'newest'): Task | undefined {
    const task = which === 'oldest' ? tasks.shift() : tasks.pop()
    of.waiting -= 1
    this.waitingInAll -= 1
    if (tasks.length === 0) of.callers.delete(who)
    else if (which === 'oldest') moveToEnd(of.callers, who, tasks)
    if (of.waiting === 0) this.ranges.delete(range)
    else if (which === 'oldest') moveToEnd(this.ranges, range, of)
    return task
  }

  private count({ who, range }: LineCaller, more: 1 | -1): void {
    this.working += more
    addTo(this.workingForOne, who, more)
    addTo(this.workingForRange, range, more)
  }
}

function moveToEnd<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
}

function addTo(counts: Map<string, number>, key: string, more: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + more
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

interface Sized<T> {
  readonly key: string
  readonly entry: T
  readonly size: number
}

/** The last of the largest entries; null: there is none. */
function largestOf<T>(entries: ReadonlyMap<string, T>, sizeOf: (entry: T) => number): Sized<T> | null {
  let largest: Sized<T> | null = null
  for (const [key, entry] of entries) {
    const size = sizeOf(entry)
    if (largest === null || size >= largest.size) largest = { key, entry, size }
  }
  return largest
}
