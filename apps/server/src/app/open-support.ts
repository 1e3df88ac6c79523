import type { Users } from '../accounts/accounts-store.ts'
import { claimsOf, dropClaim, holdsClaim, takeClaim } from '../back-office/operators/claims-store.ts'
import type { Console } from '../back-office/operators/console.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { AccountEvents } from '../platform/websocket/account-events.ts'
import { supportHandlers } from '../support/routes.ts'
import type { SupportClaims, SupportDeps } from '../support/support-deps.ts'
import { supportOpsHandlers } from '../support/support-ops.ts'
import { roomNotices } from './room-notices.ts'

export interface SupportParts {
  readonly db: Database
  readonly clock: Clock
  readonly events: AccountEvents
  readonly users: Users
  readonly files: Files
  readonly console: Console
  readonly newId: () => string
}

/** The conversation between customers and the operator's people. */
export function openSupport(parts: SupportParts): { readonly handlers: Handlers } {
  const { users, files, console } = parts
  const deps: SupportDeps = {
    ...parts,
    notices: roomNotices(parts),
    claims: claimsOfSupport(parts),
    audit: console.audit,
    customers: {
      byId: async (userId) => {
        const { user_name, language } = await users.byId(userId)
        return { userName: user_name, language }
      },
      namesOf: (userIds) => users.namesOf(userIds),
    },
    pictures: {
      claim: (tx, userId, fileId) => files.claim(tx, userId, fileId, 'support', 'fileId'),
      read: (fileId) => files.read(fileId),
    },
  }
  console.handle(supportOpsHandlers(deps))
  return { handlers: supportHandlers(deps) }
}

/** As the queues' claims, under a kind of its own. */
function claimsOfSupport({ db, clock }: SupportParts): SupportClaims {
  const claim = (id: string, operatorId: string) => ({ kind: 'support', id, operatorId })
  return {
    of: (ids) => claimsOf(db.query, 'support', ids, new Date(clock.now())),
    take: (tx, id, operator) => takeClaim(tx, claim(id, operator.id), clock.now()),
    holds: (tx, id, operator) => holdsClaim(tx, claim(id, operator.id), clock.now()),
    drop: async (tx, id, operator) => {
      await dropClaim(tx, 'support', id, operator.id)
    },
  }
}
