import { randomBytes } from 'node:crypto'
import type { AccountClosure, ClosureBlocker } from '@candor/contract'
import type { FormerNames, ServerContext } from '../../module.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { forEachCase, type Moved } from '../../platform/jobs/for-each-case.ts'
import { newId } from '../../platform/new-id.ts'
import { freezesChanged } from '../freezes/freezes.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { provePassword } from '../passwords/change-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { announceEnded } from '../passwords/reset-password.ts'
import { keepSecurityLetter, securityReaders } from '../profile/security-letters.ts'
import { compared } from '../registration/identity-keys.ts'
import { addClosure, type ClosureRow, dueClosures, endClosure, findOpenClosure } from './closures-store.ts'

/** The modules' part in the erasure of an account; `closure/closure.module.ts` passes it in. */
export interface Erasure {
  /** Returns the reasons against erasing this account now; empty when there are none. */
  readonly closureBlockers: (tx: Tx, userId: string) => Promise<ClosureBlocker[]>
  /** Destroys what the modules store of the person, within `tx`; the account is closed already. */
  readonly erasePerson: (tx: Tx, userId: string, former: FormerNames) => Promise<void>
}

/** A customer may take it back for so long. */
export const keepsMs = 7 * 24 * 3_600_000

/** Returns the reasons against erasing this account, and the requested closure. */
export async function showClosure(
  context: OpenedAccounts & Erasure,
  userId: string,
): Promise<AccountClosure> {
  return context.db.transaction(async (tx) => ({
    hindrances: await context.closureBlockers(tx, userId),
    asked: toResponse(await findOpenClosure(tx, userId)),
  }))
}

const toResponse = (row: ClosureRow | null): AccountClosure['asked'] =>
  row === null ? null : { at: row.asked_at.toISOString(), erasesAt: row.erases_at.toISOString() }

/**
 * Requests the erasure of the account in seven days. Refuses `passwordWrong` for the password, `codeWrong` for the code, and `invalidInput`
 * at `account` with every blocker: money, open orders, plans, savings, loans, deposits in review, a freeze. A repeated request changes
 * nothing.
 */
export async function closeAccount(
  context: OpenedAccounts & Erasure,
  request: { readonly password: string; readonly code: string },
  caller: Caller,
): Promise<AccountClosure> {
  await provePassword(context, caller, request.password)
  const user = await context.users.byId(caller.userId)
  if (!(await context.codes.redeem(compared(user.email), 'security', request.code)))
    throw new Refusal('codeWrong')
  const now = context.clock.now()
  const erasesAt = new Date(now + keepsMs)
  const isNew = await context.db.transaction(async (tx) => {
    await context.users.lock(tx, caller.userId)
    const blockers = await context.closureBlockers(tx, caller.userId)
    if (blockers.length > 0)
      throw new Refusal('invalidInput', { issues: blockers.map((code) => ({ path: 'account', code })) })
    if ((await findOpenClosure(tx, caller.userId)) !== null) return false
    const id = newId()
    await addClosure(tx, { id, userId: caller.userId, askedAt: new Date(now), erasesAt })
    await keepSecurityLetter(context, tx, {
      userId: caller.userId,
      kind: 'closingAsked',
      once: `closing:${id}:asked`,
      facts: { name: user.user_name, at: erasesAt.toISOString() },
    })
    return true
  })
  if (isNew) context.letters.flush()
  return showClosure(context, caller.userId)
}

/** Cancels the closure; `notFound` where none was requested. */
export async function keepAccount(
  context: OpenedAccounts & Erasure,
  caller: Caller,
): Promise<AccountClosure> {
  await context.db.transaction(async (tx) => {
    await context.users.lock(tx, caller.userId)
    const row = await findOpenClosure(tx, caller.userId)
    if (row === null) throw new Refusal('notFound')
    await endClosure(tx, row.id, { cancelled_at: new Date(context.clock.now()) })
  })
  return showClosure(context, caller.userId)
}

const atOnce = 100

/**
 * Job: erases the accounts whose seven days are over, one per transaction. An account with a new hindrance, such as money
 * received meanwhile, waits until it is resolved. Returns the number erased. If one fails, tries all others and then throws.
 */
export const eraseDueAccounts = (context: OpenedAccounts & Erasure): Promise<Moved> =>
  forEachCase(context, {
    job: 'erase-accounts',
    atOnce,
    find: (limit) => dueClosures(context.db.query, new Date(context.clock.now()), limit),
    move: (row) => eraseOne(context, row),
  })

async function eraseOne(
  context: OpenedAccounts & Erasure,
  { user_id: userId }: ClosureRow,
): Promise<boolean> {
  // No one knows this password, not even the operator.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'), userId)
  const done = await context.db.transaction(async (tx) => {
    const user = await context.users.lock(tx, userId)
    const row = await findOpenClosure(tx, userId)
    if (row === null || (await context.closureBlockers(tx, userId)).length > 0) return null
    const readers = await securityReaders(context, tx, userId)
    const ended = await context.sessions.endAllOf(userId, null, tx)
    await context.users.anonymise(tx, userId, passwordHash)
    await context.erasePerson(tx, userId, { name: user.user_name, email: user.email })
    const at = new Date(context.clock.now())
    await endClosure(tx, row.id, { erased_at: at })
    await sayFarewell(context, tx, { id: row.id, at, name: user.user_name, userId, ...readers })
    return { ended }
  })
  if (done === null) return false
  freezesChanged(context.db)
  announceEnded(context, done.ended)
  context.letters.flush()
  return true
}

interface ErasedAccount {
  readonly id: string
  readonly at: Date
  readonly userId: string
  readonly name: string
  readonly to: readonly string[]
  readonly language: string
}

/** To the addresses as they were, since afterwards there are none: what else waited for this person is not sent any more. */
async function sayFarewell(
  { letters }: ServerContext,
  tx: Tx,
  { id, at, userId, name, ...readers }: ErasedAccount,
): Promise<void> {
  await letters.keep(tx, {
    ...{ userId, kind: 'closingErased', once: `closing:${id}:erased`, ...readers },
    facts: { name, at: at.toISOString() },
  })
}
