import type { ClockedDatabase, Tx } from '../../platform/database/database.ts'
import type { Operator } from '../operators/operator.ts'
import { claimsOf, dropClaim, holdsClaim, takeClaim } from './claims-store.ts'

/** Claims like those of the queues, for a module that shows its cases on its own page. */
export function claimsOfKind({ db, clock }: ClockedDatabase, kind: string) {
  const claim = (id: string, operatorId: string) => ({ kind, id, operatorId })
  return {
    of: (ids: readonly string[]) => claimsOf(db.query, kind, ids, new Date(clock.now())),
    take: (tx: Tx, id: string, operator: Operator) => takeClaim(tx, claim(id, operator.id), clock.now()),
    holds: (tx: Tx, id: string, operator: Operator) => holdsClaim(tx, claim(id, operator.id), clock.now()),
    drop: async (tx: Tx, id: string, operator: Operator) => {
      await dropClaim(tx, kind, id, operator.id)
    },
  }
}
