import type { Operator } from '../back-office/operators/operator.ts'
import type { Tx } from '../platform/database/database.ts'

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

/** Customers, their pictures, and which operator looks after whom. */
export interface SupportPorts {
  readonly claims: SupportClaims
  readonly customers: {
    byId(userId: string): Promise<{ readonly userName: string; readonly language: string } | null>
    namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  }
  readonly pictures: {
    /** Refuses with `fileRejected` what is not this customer's, or serves already. */
    claim(tx: Tx, userId: string, fileId: string): Promise<void>
    read(fileId: string): Promise<{ readonly bytes: Buffer; readonly contentType: string } | null>
  }
}
