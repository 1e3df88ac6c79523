import type { Json } from '../../platform/json.ts'
import type { Audit } from '../../proofs/audit/audit.ts'
import type { CaseKind } from '../cases/case-kind.ts'
import type { AlertSource, WorkQueue } from '../dashboard/work-queue.ts'
import type { ProposalKind } from '../proposals/proposal-kind.ts'
import type { ProposalRequest, Proposals } from '../proposals/proposals.ts'
import type { Operator } from './operator.ts'
import type { OpsHandlers } from './ops-handlers.ts'

/** Console as a capability uses it; see README.md. */
export interface Console {
  readonly audit: Audit
  /** Proposes what a second person decides. */
  propose(request: ProposalRequest, operator: Operator): ReturnType<Proposals['propose']>
}

/** Console as each module's side of it is registered. */
export interface ConsoleRegistry {
  /** Registers a kind of case, for the queues. */
  registerCaseKind(kind: CaseKind): void
  /** Registers a kind of proposal, which two people decide. */
  registerProposalKind<Payload extends Json>(kind: ProposalKind<Payload>): void
  /** Registers a queue whose entries the dashboard counts. */
  registerQueue(queue: WorkQueue): void
  /** Registers states that the dashboard shows as alerts. */
  registerAlerts(source: AlertSource): void
  /** Registers a module's own operators' calls. */
  handle(handlers: OpsHandlers): void
}
