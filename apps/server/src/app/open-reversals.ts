import { Amount } from '@candor/money'
import { translator } from '@candor/texts/server.ts'
import type { Users } from '../accounts/accounts-store.ts'
import type { Console } from '../back-office/operators/console.ts'
import { newestReversals } from '../funding/reversals-store.ts'
import {
  closeClaimKind,
  creditedDeposit,
  owedClaim,
  type ReversalDeps,
  reversalKind,
} from '../funding/reverse-deposit.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type CustomerNoticesParts, customerNotices } from '../notifications/customer-notices.ts'
import type { EmailOutbox } from '../platform/email/letters.ts'

export interface ReversalsParts extends CustomerNoticesParts {
  readonly ledger: Ledger
  readonly letters: EmailOutbox
  readonly users: Pick<Users, 'byId'>
  readonly console: Console
}

/** Deposits that were credited in error: taken back by two people, and what is still owed of them. */
export function openReversals(parts: ReversalsParts): void {
  const { db, clock, ledger, letters, users, console } = parts
  const english = translator('en')
  const deps: ReversalDeps = {
    clock,
    ledger,
    letters,
    notices: customerNotices(parts),
    userNameOf: async (userId, reader) => (await users.byId(userId, reader)).user_name,
    reasonText: (why) => english(`mail.depositReversed.${why}`),
  }
  const [reversal, closing] = [reversalKind(deps), closeClaimKind(deps)]
  console.registerProposalKind(reversal)
  console.registerProposalKind(closing)
  console.handle({
    opsReversals: () => newestReversals(db.query),
    opsReverseDeposit: async ({ reason, depositId, why }, operator) => {
      const { user_id: userId, coin, credited } = await creditedDeposit(db.query, depositId)
      const payload = { depositId, why, userId, coin, amount: new Amount(coin, credited).toString() }
      return console.propose({ kind: reversal.kind, payload, reason }, operator)
    },
    opsCloseClaim: async ({ id, outcome, reason }, operator) => {
      await owedClaim(db.query, id)
      return console.propose({ kind: closing.kind, payload: { depositId: id, outcome }, reason }, operator)
    },
  })
}
