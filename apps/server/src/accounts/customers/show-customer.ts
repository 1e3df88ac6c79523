import type { CustomerShown } from '@candor/contract'
import { writeMinor } from '@candor/money'
import type { OperatorOrService } from '../../back-office/operators/operator.ts'
import type { ServerContext } from '../../module.ts'
import type { UserRow } from '../accounts-store.ts'
import { findOpenClosure } from '../closure/closures-store.ts'
import { type Freeze, freezeOf, isOnHold } from '../freezes/freezes.ts'
import { shownBalances } from '../profile/show-account.ts'
import type { Sessions } from '../sessions/sessions-store.ts'
import { lineOf } from '../statements/statement.ts'
import { tagsOf } from './customer-tags.ts'
import type { CustomersPorts } from './customers-ports.ts'
import { adjustmentsOf, customerById, notesOf } from './customers-store.ts'

const looksAgainMs = 10 * 60_000

/** One customer as operators see them; the look itself is written down. A service token is shown no cases, which have a scope of their own, and no
 * legal name. */
export async function showCustomer(
  context: ServerContext & CustomersPorts,
  id: string,
  who: OperatorOrService,
): Promise<CustomerShown> {
  const { db, accounts, elsewhere } = context
  const user = await customerById(db, id)
  await noteLook(context, id, who.id)
  const [freeze, balances, figures, entries, sessions, cases, notes, adjustments, ...other] =
    await Promise.all([
      freezeOf(db.query, id),
      accounts.ledger.balancesOf(id),
      accounts.trading.figures(id, 'real'),
      accounts.ledger.statement({ owner: id, assets: ['USDT', 'BTC', 'ETH'], limit: 30 }),
      accounts.sessions.listOf(id),
      'role' in who ? elsewhere.casesOf(id, who) : [],
      notesOf(db, id),
      adjustmentsOf(db, id),
      elsewhere.positionsOf(id),
      elsewhere.tradesOf(id),
      elsewhere.payoutAddressesOf(id),
      elsewhere.invitesOf(id),
      elsewhere.limitsOf(id),
      'role' in who ? elsewhere.legalNameOf(id) : null,
      tagsOf(db, [id]),
    ])
  const [positions, trades, payoutAddresses, invites, ownLimits, legalName, tags] = other
  const { equity, marginUsed, marginLevel } = figures
  return {
    ...personShown(user),
    legalName,
    tags: tags(id),
    freeze: freeze && freezeShown(freeze, context.clock.now()),
    ownFreezeAt: user.own_freeze_at?.toISOString() ?? null,
    erasesAt: (await findOpenClosure(db.query, id))?.erases_at.toISOString() ?? null,
    balances: (['real', 'demo'] as const).flatMap((mode) =>
      shownBalances(balances, mode).map((balance) => ({ mode, ...balance })),
    ),
    figures: { equity, marginUsed, marginLevel },
    ...{ positions, trades, payoutAddresses, ownLimits },
    entries: entries.map(lineOf),
    sessions: sessions.map(sessionShown),
    cases,
    notes,
    ...invites,
    adjustments: adjustments.map(adjustmentShown),
  }
}

const personShown = (user: UserRow) => ({
  id: user.id,
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
})

const freezeShown = (freeze: Freeze, now: number) => ({
  reason: freeze.reason,
  why: freeze.why,
  at: freeze.placedAt.toISOString(),
  since: freeze.since.toISOString(),
  legalHoldUntil: freeze.legalHoldUntil?.toISOString() ?? null,
  onHold: isOnHold(freeze, now),
})

const sessionShown = (row: Awaited<ReturnType<Sessions['listOf']>>[number]) => ({
  id: row.id,
  device: row.device,
  address: row.address,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
})

const adjustmentShown = ({
  id,
  asset,
  minor,
  why,
  at,
  reversed,
}: Awaited<ReturnType<typeof adjustmentsOf>>[number]) => ({
  id,
  asset,
  amount: writeMinor(minor, asset),
  why,
  at: at.toISOString(),
  reversed: writeMinor(reversed, asset),
})

/** Looking at a person is an action too: one entry in ten minutes. */
async function noteLook({ db, clock, console }: ServerContext, id: string, actor: string): Promise<void> {
  const look = { actor, action: 'customers.view', subject: `customer:${id}` }
  if (await console.audit.wasWritten(db.query, look, clock.now() - looksAgainMs)) return
  await db.transaction((tx) => console.audit.write(tx, look))
}
