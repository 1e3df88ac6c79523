import type { Audit } from '../../proofs/audit/audit.ts'
import type { Json } from '../../proofs/canonical-json.ts'
import type { CaseKind } from '../cases/case-kind.ts'
import type { ProposalKind } from '../proposals/proposal-kind.ts'
import type { ProposalRequest, Proposals } from '../proposals/proposals.ts'
import type { Operator } from './operator.ts'
import type { OpsHandlers } from './ops-handlers.ts'

/** Console API for a capability; see README.md. */
export interface Console {
  readonly audit: Audit
  /** Its kind of case, for the queues. */
  registerCaseKind(kind: CaseKind): void
  /** Registers a kind of proposal, which two people decide. */
  registerProposalKind<Payload extends Json>(kind: ProposalKind<Payload>): void
  propose(request: ProposalRequest, operator: Operator): ReturnType<Proposals['propose']>
  /** Its own operators' calls. */
  handle(handlers: OpsHandlers): void
}
