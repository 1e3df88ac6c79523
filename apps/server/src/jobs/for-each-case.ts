import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { failedBefore, forgetFailure, noteFailure, setAside } from './stuck-cases-store.ts'

export interface CasesOfJob<Case extends { readonly id: string }> {
  readonly job: string
  /** Finds cases that are due, at most `limit`; those set aside may be among them. */
  readonly find: (limit: number) => Promise<readonly Case[]>
  /** Moves one case, in a transaction of its own; true: it moved. */
  readonly move: (one: Case) => Promise<boolean>
  /** Cases asked for at once. */
  readonly atOnce: number
  /** Ends the turn after this many were tried; left out: after all that are due. */
  readonly mostPerTurn?: number
  readonly firstWaitMs?: number
  readonly longestWaitMs?: number
  /** Takes a failure; left out: the turn throws all of them once every other case was tried. */
  readonly onFailure?: (failure: unknown, one: Case) => void
}

type Deps = { readonly db: Pick<Database, 'query'>; readonly clock: Clock }

const fiveSeconds = 5_000
const tenMinutes = 600_000
const longestError = 300

/**
 * Tries every due case of a job, each on its own. One that fails does not stop the others and is set aside: for five seconds, then twice as
 * long each time, up to ten minutes (decision 0169). Returns how many moved.
 */
export async function forEachCase<Case extends { readonly id: string }>(
  deps: Deps,
  cases: CasesOfJob<Case>,
): Promise<number> {
  const turn = new Turn(deps, cases, {
    waiting: await setAside(deps.db.query, cases.job, deps.clock.now()),
    failed: await failedBefore(deps.db.query, cases.job),
  })
  await turn.run()
  const { moved, failures } = turn
  if (failures.length > 0) throw new AggregateError(failures, `${cases.job}: ${failures.length} cases failed`)
  return moved
}

interface Before {
  readonly waiting: ReadonlySet<string>
  readonly failed: ReadonlySet<string>
}

class Turn<Case extends { readonly id: string }> {
  readonly failures: unknown[] = []
  moved = 0
  private readonly deps: Deps
  private readonly cases: CasesOfJob<Case>
  private readonly before: Before
  private readonly tried = new Set<string>()

  constructor(deps: Deps, cases: CasesOfJob<Case>, before: Before) {
    this.deps = deps
    this.cases = cases
    this.before = before
  }

  async run(): Promise<void> {
    const { find, atOnce, mostPerTurn = Number.POSITIVE_INFINITY } = this.cases
    // Cases that come back with each page: set aside, failed, or still due after they were tried.
    let known = this.before.failed.size
    while (this.tried.size < mostPerTurn) {
      const limit = atOnce + known
      const page = await find(limit)
      const fresh = page.filter(({ id }) => !this.tried.has(id) && !this.before.waiting.has(id))
      if (fresh.length === 0 && page.length < limit) return
      known = page.length - fresh.length
      // Those that failed before come last, so that a bounded turn never consists of them alone.
      const failedLast = (one: Case) => Number(this.before.failed.has(one.id))
      const order = fresh.toSorted((a, b) => failedLast(a) - failedLast(b))
      for (const one of order.slice(0, mostPerTurn - this.tried.size)) await this.try(one)
    }
  }

  private async try(one: Case): Promise<void> {
    const { cases, deps, before } = this
    this.tried.add(one.id)
    try {
      if (await cases.move(one)) this.moved += 1
      if (before.failed.has(one.id)) await forgetFailure(deps.db.query, cases.job, one.id)
    } catch (failure) {
      await this.note(one, failure)
      if (cases.onFailure === undefined) this.failures.push(failure)
      else cases.onFailure(failure, one)
    }
  }

  private note({ id }: Case, failure: unknown): Promise<void> {
    const { job, firstWaitMs = fiveSeconds, longestWaitMs = tenMinutes } = this.cases
    const { db, clock } = this.deps
    const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, longestError)
    return noteFailure(db.query, { job, id, now: clock.now(), error, firstWaitMs, longestWaitMs })
  }
}
