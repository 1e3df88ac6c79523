import type { NoticeKind } from '@candor/contract'
import type { Operator } from '../back-office/operators/operator.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import type { Audit } from '../proofs/audit/audit.ts'

export interface SupportClaim {
  readonly by: { readonly id: string; readonly email: string }
  readonly until: Date
}

/** Claims of conversations by operators; the operators module stores them, as for its own queues. */
export interface SupportClaims {
  of(userIds: readonly string[]): Promise<ReadonlyMap<string, SupportClaim>>
  /** Claims a conversation; returns its end, or null when another operator holds it. */
  take(tx: Tx, userId: string, operator: Operator): Promise<Date | null>
  holds(tx: Tx, userId: string, operator: Operator): Promise<boolean>
  drop(tx: Tx, userId: string, operator: Operator): Promise<void>
}

/** That an answer came, among the customer's notices. */
export interface SupportNotices {
  keep(tx: Tx, userId: string, news: readonly SupportNews[]): Promise<void>
  push(userId: string, news: readonly SupportNews[]): Promise<void>
}

export interface SupportNews {
  readonly kind: Extract<NoticeKind, 'supportAnswered'>
  readonly once: string
  readonly facts: Readonly<Record<string, string>>
}

export interface SupportDeps {
  readonly db: Database
  readonly clock: Clock
  readonly events: Pick<AccountEvents, 'publish'>
  readonly notices: SupportNotices
  readonly claims: SupportClaims
  readonly audit: Audit
  readonly customers: {
    byId(userId: string): Promise<{ readonly userName: string; readonly language: string } | null>
    namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  }
  readonly pictures: {
    /** Refuses with `fileRejected` what is not this customer's, or serves already. */
    claim(tx: Tx, userId: string, fileId: string): Promise<void>
    read(fileId: string): Promise<{ readonly bytes: Buffer; readonly contentType: string } | null>
  }
  readonly newId: () => string
}
