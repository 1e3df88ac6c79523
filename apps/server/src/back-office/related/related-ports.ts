import type { RelatedAccount, RelationKind } from '@candor/contract'
import type { CaseRef } from '../cases/cases.ts'
import type { Operator } from '../operators/operator.ts'

/** One thing that another account has in common with a customer. */
export interface Relation {
  readonly userId: string
  readonly by: RelationKind
  readonly what: string | null
  readonly at: Date
}

/**
 * From the module that keeps it: what other accounts have in common with this customer. Of one device or address, `mostSharing` and one
 * more are enough to say that it is shared by many.
 */
export type RelationFinder = (userId: string) => Promise<readonly Relation[]>

/** The claimed case, the modules that know customers, and their accounts. */
export interface RelatedPorts {
  readonly customerInHand: (ref: CaseRef, view: string, operator: Operator) => Promise<string>
  readonly finders: readonly RelationFinder[]
  readonly accountsOf: (userIds: readonly string[]) => Promise<readonly Omit<RelatedAccount, 'shared'>[]>
}
