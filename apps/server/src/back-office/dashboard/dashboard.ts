import {
  type ConsoleAlert,
  type ConsolePageName,
  mostCounted,
  type OpsCalls,
  type OpsResultOf,
  type ProposalEntry,
  type QueueWork,
} from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { ClockedDatabase } from '../../platform/database/database.ts'
import { isoOf, isoOrNull } from '../../platform/iso-time.ts'
import { claimsBy } from '../cases/claims-store.ts'
import { isService, type Operator, type ServiceCaller } from '../operators/operator.ts'
import type { Proposals } from '../proposals/proposals.ts'
import type { AlertSource, WaitingEntry, WorkQueue } from './work-queue.ts'

type Shown = OpsResultOf<OpsCalls['opsDashboard']>
type IsMine = (page: ConsolePageName, entry: WaitingEntry) => boolean
const isNobodys: IsMine = () => false

/** The dashboard: every module states its queues and alerts, and an operator sees those of their role. */
export class Dashboard {
  private readonly context: ClockedDatabase
  private readonly proposals: Pick<Proposals, 'pending'>
  private readonly queues: WorkQueue[] = []
  private readonly sources: AlertSource[] = []

  constructor(context: ClockedDatabase, proposals: Pick<Proposals, 'pending'>) {
    this.context = context
    this.proposals = proposals
  }

  addQueue(queue: WorkQueue): void {
    if (this.queues.some(({ page }) => page === queue.page))
      throw new Error(`the queue ${queue.page} is registered twice`)
    this.queues.push(queue)
  }

  addAlerts(source: AlertSource): void {
    this.sources.push(source)
  }

  /** Reads what an operator's role sees. A service token is shown all of it, without the summaries of proposals: they can name customers. */
  async read(operator: Pick<Operator, 'id' | 'role'> | ServiceCaller): Promise<Shown> {
    if (isService(operator)) return this.readForService()
    const { db, clock } = this.context
    const now = clock.now()
    const [claims, pending, alerts] = await Promise.all([
      claimsBy(db.query, operator.id, new Date(now)),
      this.proposals.pending(operator, mostCounted),
      this.alertsOf(this.sources.filter(({ roles }) => roles.includes(operator.role))),
    ])
    const claimed = new Set(claims.map(({ kind, case_id }) => `${kind}:${case_id}`))
    const isMine: IsMine = (page, { id, assigneeId }) =>
      claimed.has(`${page}:${id}`) || assigneeId === operator.id
    const queues = await Promise.all(
      this.queues
        .filter(({ roles }) => roles.includes(operator.role))
        .map(async ({ page, waiting }) =>
          workOf(page, await waiting(mostCounted, operator.id), { isMine, now }),
        ),
    )
    const others = pending.filter(({ proposedBy }) => proposedBy.id !== operator.id)
    return {
      at: isoOf(now),
      queues: [...queues, workOf('proposals', others.map(toEntry), { isMine, now })],
      lapsing: pending
        .filter(({ expiresAt }) => Date.parse(expiresAt) <= now + dayMs)
        .map(({ id, summary, expiresAt, proposedBy }) => ({
          ...{ id, summary, expiresAt },
          own: proposedBy.id === operator.id,
        })),
      alerts,
    }
  }

  private async readForService(): Promise<Shown> {
    const now = this.context.clock.now()
    const [{ alerts, queues }, pending] = await Promise.all([
      this.readAll(),
      this.proposals.pending(null, mostCounted),
    ])
    const proposals = workOf('proposals', pending.map(toEntry), { isMine: isNobodys, now })
    return { at: isoOf(now), queues: [...queues, proposals], lapsing: [], alerts: [...alerts] }
  }

  /** Reads the alerts and the queues of every role, without proposals. */
  async readAll(): Promise<{
    readonly alerts: readonly ConsoleAlert[]
    readonly queues: readonly QueueWork[]
  }> {
    const now = this.context.clock.now()
    const [alerts, queues] = await Promise.all([
      this.alertsOf(this.sources),
      Promise.all(
        this.queues.map(async ({ page, waiting }) =>
          workOf(page, await waiting(mostCounted, null), { isMine: isNobodys, now }),
        ),
      ),
    ])
    return { alerts, queues }
  }

  private async alertsOf(sources: readonly AlertSource[]): Promise<ConsoleAlert[]> {
    const found = await Promise.all(
      sources.map(async ({ page, alerts }) =>
        (await alerts()).map(({ tone, text, sinceMs }) => ({ page, tone, text, since: isoOrNull(sinceMs) })),
      ),
    )
    return found.flat()
  }
}

const toEntry = ({ id, proposedAt }: ProposalEntry): WaitingEntry => ({
  id,
  sinceMs: Date.parse(proposedAt),
  deadlineMs: null,
})

interface WorkOptions {
  readonly isMine: IsMine
  readonly now: number
}

/** Counts the entries of a queue, each number up to the bound. */
function workOf(
  page: ConsolePageName,
  entries: readonly WaitingEntry[],
  { isMine, now }: WorkOptions,
): QueueWork {
  const countOf = (fits: (entry: WaitingEntry) => boolean) =>
    Math.min(entries.filter(fits).length, mostCounted)
  const oldest = entries.reduce((earliest, { sinceMs }) => Math.min(earliest, sinceMs), Infinity)
  return {
    page,
    waiting: countOf(() => true),
    late: countOf(({ deadlineMs }) => deadlineMs !== null && deadlineMs < now),
    mine: countOf((entry) => isMine(page, entry)),
    oldestAt: entries.length === 0 ? null : isoOf(oldest),
  }
}
