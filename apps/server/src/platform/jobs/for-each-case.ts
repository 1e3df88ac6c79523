import type { ClockedDatabase } from '../database/database.ts'
import { type FailedCases, failedCases, forgetFailure, noteFailure } from './stuck-cases-store.ts'

declare const walked: unique symbol
/** Number of cases that moved. Only `forEachCase` returns it, so a job that must return one has used it (`timetable.ts`). */
export type Moved = number & { readonly [walked]: true }

export interface CasesOfJob<Case extends { readonly id: string }> {
  readonly job: string
  /**
   * Finds due cases, at most `limit`; those set aside may be among them. With `inOrderOfId` it returns them in the order of
   * their ids, those after `after`, and each page continues where the previous one ended: for jobs whose cases may stay due in
   * great numbers.
   */
  readonly find: (limit: number, after: string | null) => Promise<readonly Case[]>
  readonly inOrderOfId?: true
  /** Moves one case, in its own transaction; true: it moved. */
  readonly move: (one: Case) => Promise<boolean>
  /**
   * Moves a page of cases in one transaction and returns their number; for jobs with one case per customer. When it fails, all of it is
   * rolled back, and each case is moved on its own.
   */
  readonly moveTogether?: (page: readonly Case[]) => Promise<number>
  /** Cases read at once. */
  readonly atOnce: number
  /** Ends the turn after this many were tried; left out: after all that are due. */
  readonly mostPerTurn?: number
  readonly firstWaitMs?: number
  readonly longestWaitMs?: number
  /** Handles a failure; by default the turn throws all failures once every other case was tried. */
  readonly onFailure?: (failure: unknown, one: Case) => void
}

/** Adds up the moved cases of several walks of one job. */
export const movedInAll = (walks: readonly Moved[]): Moved =>
  walks.reduce((sum, moved) => sum + moved, 0) as Moved

const fiveSeconds = 5_000
const tenMinutes = 600_000
const longestError = 300

/**
 * Tries every due case of a job, each on its own. One that fails does not stop the others and is set aside: for five seconds, then twice as
 * long each time, up to ten minutes (ADR-169). Returns how many moved.
 */
export async function forEachCase<Case extends { readonly id: string }>(
  store: ClockedDatabase,
  cases: CasesOfJob<Case>,
): Promise<Moved> {
  // Most turns find nothing: what failed before is read only for the others.
  const first = await cases.find(cases.atOnce, null)
  if (first.length === 0) return 0 as Moved
  const before = await failedCases(store.db.query, cases.job, store.clock.now())
  const known = cases.inOrderOfId ? 0 : before.failed.size
  const turn = new Turn(store, cases, before)
  await turn.run(known === 0 ? first : await cases.find(cases.atOnce + known, null), known)
  const { moved, failures } = turn
  if (failures.length > 0) throw new AggregateError(failures, `${cases.job}: ${failures.length} cases failed`)
  return moved as Moved
}

class Turn<Case extends { readonly id: string }> {
  readonly failures: unknown[] = []
  moved = 0
  private readonly store: ClockedDatabase
  private readonly cases: CasesOfJob<Case>
  private readonly before: FailedCases
  private readonly tried = new Set<string>()

  constructor(store: ClockedDatabase, cases: CasesOfJob<Case>, before: FailedCases) {
    this.store = store
    this.cases = cases
    this.before = before
  }

  /** Tries one page after the other. `knownAtFirst` failed before, and may be among the cases of the first page. */
  async run(first: readonly Case[], knownAtFirst: number): Promise<void> {
    const { find, atOnce, inOrderOfId, mostPerTurn = Number.POSITIVE_INFINITY } = this.cases
    // Cases that come back with each page: set aside, failed, or still due after they were tried.
    let known = knownAtFirst
    let after: string | null = null
    let page = first
    while (this.tried.size < mostPerTurn) {
      const limit = atOnce + known
      const fresh = page.filter(({ id }) => !this.tried.has(id) && !this.before.waiting.has(id))
      await this.tryAll(fresh, mostPerTurn - this.tried.size)
      if (page.length < limit && (inOrderOfId || fresh.length === 0)) return
      if (inOrderOfId) after = page.at(-1)?.id ?? null
      else known = page.length - fresh.length
      page = await find(atOnce + known, after)
    }
  }

  /** Tries cases that failed before last and one by one, so that a bounded turn never consists only of them. */
  private async tryAll(fresh: readonly Case[], most: number): Promise<void> {
    const whole = fresh.filter(({ id }) => !this.before.failed.has(id)).slice(0, most)
    const failed = fresh.filter(({ id }) => this.before.failed.has(id)).slice(0, most - whole.length)
    const alone = (await this.movedTogether(whole)) ? failed : [...whole, ...failed]
    for (const one of alone) await this.try(one)
  }

  private async movedTogether(page: readonly Case[]): Promise<boolean> {
    const { moveTogether } = this.cases
    if (moveTogether === undefined || page.length < 2) return false
    try {
      this.moved += await moveTogether(page)
    } catch {
      // Trying each alone shows which of them failed.
      return false
    }
    for (const { id } of page) this.tried.add(id)
    return true
  }

  private async try(one: Case): Promise<void> {
    const { cases, store, before } = this
    this.tried.add(one.id)
    try {
      if (await cases.move(one)) this.moved += 1
      if (before.failed.has(one.id)) await forgetFailure(store.db.query, cases.job, one.id)
    } catch (failure) {
      await this.note(one, failure)
      if (cases.onFailure === undefined) this.failures.push(failure)
      else cases.onFailure(failure, one)
    }
  }

  private note({ id }: Case, failure: unknown): Promise<void> {
    const { job, firstWaitMs = fiveSeconds, longestWaitMs = tenMinutes } = this.cases
    const { db, clock } = this.store
    const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, longestError)
    return noteFailure(db.query, { job, id, now: clock.now(), error, firstWaitMs, longestWaitMs })
  }
}
