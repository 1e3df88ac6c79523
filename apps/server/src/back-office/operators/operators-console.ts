import type { QueueEntry } from '@candor/contract'
import { translator } from '@candor/texts/server.ts'
import { joinHandlers } from '../../platform/http/join-handlers.ts'
import type { Json } from '../../platform/json.ts'
import type { Audit } from '../../proofs/audit/audit.ts'
import type { CaseKind } from '../cases/case-kind.ts'
import { Cases } from '../cases/cases.ts'
import { Dashboard } from '../dashboard/dashboard.ts'
import { queueOfCases } from '../dashboard/queue-of-cases.ts'
import type { AlertSource, WorkQueue } from '../dashboard/work-queue.ts'
import type { ProposalKind } from '../proposals/proposal-kind.ts'
import { type ProposalRequest, Proposals } from '../proposals/proposals.ts'
import type { Console, ConsoleRegistry } from './console.ts'
import type { ConsoleContext } from './console-context.ts'
import type { Operator } from './operator.ts'
import type { OpsHandlers } from './ops-handlers.ts'

/** The console of this process: its queues of cases, its proposals and every module's calls. It is there before the modules, which register with it. */
export class OperatorsConsole implements Console, ConsoleRegistry {
  readonly audit: Audit
  readonly cases: Cases
  readonly proposals: Proposals
  readonly dashboard: Dashboard
  private joined: OpsHandlers = {}

  constructor(context: ConsoleContext) {
    const english = translator('en')
    this.audit = context.audit
    this.cases = new Cases(context, (key) => english(key))
    this.proposals = new Proposals(context)
    this.dashboard = new Dashboard(context, this.proposals)
  }

  registerCaseKind(kind: CaseKind): void {
    this.cases.register(kind)
    this.dashboard.addQueue(queueOfCases(kind))
  }

  registerQueue(queue: WorkQueue): void {
    this.dashboard.addQueue(queue)
  }

  registerAlerts(source: AlertSource): void {
    this.dashboard.addAlerts(source)
  }

  registerProposalKind<Payload extends Json>(kind: ProposalKind<Payload>): void {
    this.proposals.register(kind)
  }

  propose(request: ProposalRequest, operator: Operator): ReturnType<Proposals['propose']> {
    return this.proposals.propose(request, operator)
  }

  handle(handlers: OpsHandlers): void {
    this.joined = joinHandlers([this.joined, handlers])
  }

  /** Calls of all modules opened so far. */
  get handlers(): OpsHandlers {
    return this.joined
  }

  /** A customer's cases in every queue this operator sees. */
  casesOf(customerId: string, operator: Operator): Promise<QueueEntry[]> {
    return this.cases.ofCustomer(customerId, operator)
  }
}
