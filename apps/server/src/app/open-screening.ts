import { freezesChanged, placeFreeze } from '../accounts/freezes.ts'
import type { Sessions } from '../accounts/sessions-store.ts'
import type { Console } from '../back-office/operators/console.ts'
import { releaseHeldWithdrawals } from '../funding/withdrawal-store.ts'
import { type CustomerNoticesParts, customerNotices } from '../notifications/customer-notices.ts'
import type { Config } from '../platform/config.ts'
import type { Tx } from '../platform/database/database.ts'
import type { EmailOutbox } from '../platform/email/letters.ts'
import type { Job } from '../platform/jobs/timetable.ts'
import { checkNames, type NamesCheck } from '../screening/check-names.ts'
import type { CheckedName } from '../screening/find-matches.ts'
import type { NamesDeps } from '../screening/names-deps.ts'
import { readLists } from '../screening/read-lists.ts'
import { nameCases } from '../screening/review-names.ts'
import { showLists } from '../screening/show-lists.ts'

export interface ScreeningParts
  extends CustomerNoticesParts,
    Pick<NamesDeps, 'db' | 'clock' | 'newId' | 'keys' | 'namesOf'> {
  readonly config: Pick<Config, 'screeningDir'>
  readonly console: Pick<Console, 'registerCaseKind' | 'handle'>
  readonly sessions: Pick<Sessions, 'forgetCustomer'>
  readonly letters: EmailOutbox
  /** From identity: the name and birth date of the check that waits or was approved; null: there is none. */
  readonly legalNameOf: (tx: Tx, userId: string) => Promise<CheckedName | null>
  /** From funding: tells open tabs about withdrawals that wait no longer. */
  readonly afterRelease: (userId: string) => Promise<void>
}

const lookEveryMs = 60_000

/** The names check: its lists, its cases, and what the modules ask it. */
export function openScreening({ config, console, sessions, letters, legalNameOf, ...parts }: ScreeningParts) {
  const { db, clock, newId } = parts
  const notices = customerNotices(parts)
  const deps: NamesDeps = {
    ...parts,
    placeLegalHold: async (tx, { userId, why, reason, until, people: [proposedBy, approvedBy], once }) => {
      const at = new Date(clock.now())
      const facts = { due: until.toISOString() }
      await placeFreeze(tx, {
        id: newId(),
        userId,
        reason,
        why,
        proposedBy,
        approvedBy,
        at,
        legalHoldUntil: until,
      })
      await notices.keep(tx, userId, [{ kind: 'accountFrozen', once, facts }])
      await letters.keep(tx, { userId, kind: 'accountFrozen', once, facts })
    },
    afterLegalHold: (userId) => {
      freezesChanged(db)
      sessions.forgetCustomer(userId)
      letters.flush()
    },
    releaseWithdrawals: releaseHeldWithdrawals,
  }
  const { screeningDir } = config
  console.registerCaseKind(nameCases(deps))
  console.handle({ opsNameLists: () => showLists({ db, clock, screeningDir }) })
  const check = (tx: Tx, asked: NamesCheck) => checkNames(deps, tx, asked)
  const stopping = new AbortController()
  const jobs: readonly Job[] = [
    {
      name: 'read-name-lists',
      noCases: 'a folder of two lists',
      everyMs: lookEveryMs,
      run: () => readLists({ db, clock, screeningDir, signal: stopping.signal }),
    },
  ]
  return {
    jobs,
    /** Ends the reading of a list, which may take minutes. */
    stopReading: () => stopping.abort(),
    /** A user name or mail address is seldom a name; where it holds two words it may be one. */
    checkNewCustomer: async (
      tx: Tx,
      user: { readonly id: string; readonly user_name: string; readonly email: string },
    ) => {
      const written = [
        { where: 'user name', name: user.user_name },
        { where: 'e-mail address', name: user.email.slice(0, user.email.lastIndexOf('@')) },
      ]
      const names = written.flatMap((one) =>
        /\p{L}{2,}[^\p{L}]+\p{L}{2,}/u.test(one.name) ? [{ ...one, birthdate: null }] : [],
      )
      await check(tx, { userId: user.id, occasion: 'sign-up', names })
    },
    checkIdentity: async (tx: Tx, userId: string): Promise<void> => {
      const name = await legalNameOf(tx, userId)
      if (name !== null) await check(tx, { userId, occasion: 'identity', names: [name] })
    },
    /** Returns until when a withdrawal of this customer waits; `payee` is the holder of a bank account. */
    holdOfWithdrawal: async (tx: Tx, userId: string, payee: string | null): Promise<Date | null> => {
      const legal = await legalNameOf(tx, userId)
      const paid = payee === null ? [] : [{ where: 'name on the bank account', name: payee, birthdate: null }]
      const names = [...(legal === null ? [] : [legal]), ...paid]
      return check(tx, { userId, occasion: 'withdrawal', names })
    },
  }
}
