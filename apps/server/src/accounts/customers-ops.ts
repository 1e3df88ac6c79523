import type { CustomerShown, QueueEntry } from '@candor/contract'
import { assetScale, writeScaled } from '@candor/money'
import { v7 as newId } from 'uuid'
import type { Console } from '../back-office/operators/console.ts'
import type { Operator } from '../back-office/operators/operator.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { EmailOutbox } from '../platform/email/letters.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { type AdjustmentPayload, adjustmentKind, leftOf, minorOf } from './adjust-balance.ts'
import { openClosing } from './closings-store.ts'
import { adjustmentsOf, findCustomers, isCustomerId, notesOf } from './customers-store.ts'
import { type FreezeDeps, freezeKind, longestHoldMs } from './freeze-customer.ts'
import { freezeOf, freezesChanged, isOnHold, liftFreeze } from './freezes.ts'
import { shownBalances } from './show-account.ts'
import { lineOf } from './statement.ts'

export interface CustomersOpsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly accounts: AccountsDeps
  readonly console: Console
  readonly positionsOf: (userId: string) => Promise<CustomerShown['positions']>
  readonly casesOf: (userId: string, operator: Operator) => Promise<QueueEntry[]>
  readonly invitesOf: (userId: string) => Promise<Pick<CustomerShown, 'invitedBy' | 'invited'>>
  readonly letters: EmailOutbox
  readonly keepFreezeNotice: FreezeDeps['keepNotice']
}

/** The tier of larger loans (rulebook, Loans). */
const largerLoans = 2
const looksAgainMs = 10 * 60_000

/** Customers in the console: found, looked at, noted on, frozen (T13), corrected (T9). */
export function openCustomersOps(deps: CustomersOpsDeps): void {
  const { db, clock, accounts, console } = deps
  const { users, ledger } = accounts
  const reasonText = (why: AdjustmentPayload['why']) => accounts.text('en', `mail.adjustment.${why}`)
  console.registerProposalKind(
    freezeKind({
      db,
      clock,
      users,
      letters: deps.letters,
      keepNotice: deps.keepFreezeNotice,
      forgetSessions: (userId) => accounts.sessions.forgetCustomer(userId),
    }),
  )
  console.registerProposalKind(adjustmentKind({ clock, users, ledger, letters: deps.letters, reasonText }))
  console.handle({
    opsCustomers: async (request) => {
      const items = await findCustomers(db, request)
      return { items, nextCursor: items.length < request.limit ? null : (items.at(-1)?.id ?? null) }
    },
    opsCustomer: ({ id }, operator) => showCustomer(deps, id, operator),
    opsNote: async ({ id, text }, operator) => {
      await mustBe(deps, id)
      await db.transaction(async (tx) => {
        const note = { id: newId(), user_id: id, operator_id: operator.id, text, at: new Date(clock.now()) }
        await tx.insertInto('accounts_notes').values(note).execute()
        const entry = { actor: operator.id, action: 'customers.note', subject: `customer:${id}` }
        await console.audit.write(tx, { ...entry, after: { note: note.id } })
      })
      return true as const
    },
    opsFreeze: async ({ id, reason, why, legalHoldUntil }, operator) => {
      await mustBe(deps, id)
      refuseLongHold(legalHoldUntil, clock.now())
      return console.propose(
        { kind: 'accounts.freeze', payload: { userId: id, reason, why, legalHoldUntil }, reason },
        operator,
      )
    },
    opsUnfreeze: async ({ id, reason }, operator) => {
      await mustBe(deps, id)
      await db.transaction(async (tx) => {
        const at = new Date(clock.now())
        if (!(await liftFreeze(tx, id, { by: operator.id, at, reason })))
          throw new Refusal('changedMeanwhile')
        const entry = { actor: operator.id, action: 'accounts.unfreeze', subject: `customer:${id}` }
        await console.audit.write(tx, { ...entry, reason })
      })
      freezesChanged(db)
      accounts.sessions.forgetCustomer(id)
      return true as const
    },
    opsRaiseTier: async ({ id, reason }, operator) => {
      await mustBe(deps, id)
      await db.transaction(async (tx) => {
        const { kyc, kyc_tier: before } = await users.lock(tx, id)
        if (kyc !== 'approved') throw new Refusal('identityRequired')
        if (before >= largerLoans) throw new Refusal('changedMeanwhile')
        await users.setIdentity(tx, id, kyc, largerLoans)
        const entry = { actor: operator.id, action: 'accounts.raiseTier', subject: `customer:${id}` }
        await console.audit.write(tx, { ...entry, before, after: largerLoans, reason })
      })
      return true as const
    },
    opsAdjust: async ({ customerId, asset, amount, why, reason, reverses }, operator) => {
      await mustBe(deps, customerId)
      minorOf(asset, amount)
      if ((why === 'reversed') !== (reverses !== null))
        throw new Refusal('invalidInput', { issues: [{ path: 'reverses', code: 'reason' }] })
      if (reverses !== null && (await leftOf(db.query, reverses, customerId, asset)) < minorOf(asset, amount))
        throw new Refusal('invalidInput', { issues: [{ path: 'amount', code: 'too_big' }] })
      const payload = { userId: customerId, asset, amount, why, reverses }
      return console.propose({ kind: 'accounts.adjust', payload, reason }, operator)
    },
  })
}

function refuseLongHold(until: string | null, now: number): void {
  if (until === null) return
  const lasts = Date.parse(until) - now
  if (lasts <= 0 || lasts > longestHoldMs)
    throw new Refusal('invalidInput', { issues: [{ path: 'legalHoldUntil', code: 'within_90_days' }] })
}

/** `notFound` where there is no such customer. */
async function mustBe({ db }: CustomersOpsDeps, id: string) {
  const user = isCustomerId(id)
    ? await db.query.selectFrom('accounts_users').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (user === undefined) throw new Refusal('notFound')
  return user
}

async function showCustomer(deps: CustomersOpsDeps, id: string, operator: Operator): Promise<CustomerShown> {
  const { db, accounts } = deps
  const user = await mustBe(deps, id)
  await noteLook(deps, id, operator)
  const [freeze, balances, figures, entries, sessions, cases, notes, adjustments, positions, invites] =
    await Promise.all([
      freezeOf(db.query, id),
      accounts.ledger.balancesOf(id),
      accounts.loans.figures(id, 'real'),
      accounts.ledger.statement({ owner: id, assets: ['USDT', 'BTC', 'ETH'], limit: 30 }),
      accounts.sessions.listOf(id),
      deps.casesOf(id, operator),
      notesOf(db, id),
      adjustmentsOf(db, id),
      deps.positionsOf(id),
      deps.invitesOf(id),
    ])
  const { equity, marginUsed, marginLevel } = figures
  return {
    id,
    userName: user.user_name,
    email: user.email,
    status: user.status,
    kyc: user.kyc,
    country: user.country,
    createdAt: user.created_at.toISOString(),
    phone: user.phone,
    language: user.language,
    kycTier: user.kyc_tier,
    totpEnabled: user.totp_enabled,
    freeze: freeze && {
      reason: freeze.reason,
      why: freeze.why,
      at: freeze.placedAt.toISOString(),
      since: freeze.since.toISOString(),
      legalHoldUntil: freeze.legalHoldUntil?.toISOString() ?? null,
      onHold: isOnHold(freeze, deps.clock.now()),
    },
    ownFreezeAt: user.own_freeze_at?.toISOString() ?? null,
    erasesAt: (await openClosing(db.query, id))?.erases_at.toISOString() ?? null,
    balances: (['real', 'demo'] as const).flatMap((mode) =>
      shownBalances(balances, mode).map((balance) => ({ mode, ...balance })),
    ),
    figures: { equity, marginUsed, marginLevel },
    positions,
    entries: entries.map(lineOf),
    sessions: sessions.map((row) => ({
      id: row.id,
      device: row.device,
      address: row.address,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
    })),
    cases,
    notes,
    ...invites,
    adjustments: adjustments.map(({ id: adjustment, asset, minor, why, at, reversed }) => ({
      id: adjustment,
      asset,
      amount: writeScaled(minor, assetScale[asset], assetScale[asset]),
      why,
      at: at.toISOString(),
      reversed: writeScaled(reversed, assetScale[asset], assetScale[asset]),
    })),
  }
}

/** Looking at a person is an action too: one entry in ten minutes. */
async function noteLook(
  { db, clock, console }: CustomersOpsDeps,
  id: string,
  operator: Operator,
): Promise<void> {
  const look = { actor: operator.id, action: 'customers.view', subject: `customer:${id}` }
  if (await console.audit.wasWritten(db.query, look, clock.now() - looksAgainMs)) return
  await db.transaction((tx) => console.audit.write(tx, look))
}
