import type { AccountSummary } from '@candor/contract'
import type { Amount } from '@candor/money'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Kysely } from 'kysely'
import type { Step } from '../../ledger/ledger.ts'
import type { ReservedMoney } from '../../ledger/spend-once.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { IdempotencyContext } from '../../platform/http/handlers.ts'
import { hasResponse } from '../../platform/http/idempotency/run-once.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { UserRow } from '../accounts-store.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { customerAccount, demoWorld } from '../registration/open-account.ts'
import { demoGrant } from './demo-grant.ts'
import { showAccount } from './show-account.ts'

/** Balance after the reset, USDT. */
type Grant = Amount<'USDT'>

/**
 * Puts the demo account back to `demo.grant` as it is when the reset begins, `demo.resetsPerDay` times in any 24 hours (`beyondOwnLimit` with
 * `until` before). What is open in demo is closed first at the present prices, each with its receipt: nothing disappears silently.
 */
export async function resetDemo(
  context: OpenedAccounts,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<AccountSummary> {
  // Before the transaction: the engine closes in its own time, and nothing is held open while it does. A repeat closes nothing again.
  if (await isNew(context, caller, idempotency)) await context.trading.closeDemoPositions(caller.userId)
  const grant = await demoGrant(context.parameters, context.db.query)
  const spending = async () =>
    ({ asset: 'USDT', minor: await surplusOf(context, caller.userId, grant) }) as const
  const spender: Caller = { ...caller, mode: 'demo' }
  await context.spendOnce(spender, idempotency, spending, async (tx, money) => {
    const now = context.clock.now()
    const user = await context.users.lock(tx, caller.userId)
    const resets = resetsOfLastDay(user, now)
    refuseTooSoon(resets, await resetsPerDay(context, tx))
    // The first posting locks the account; what moved between reading and locking is put right by the second.
    for (const step of [1, 2])
      await correct(
        context,
        tx,
        { userId: caller.userId, id: `demo-reset:${caller.userId}:${now}:${step}`, grant },
        money,
      )
    await context.users.setDemoResets(tx, caller.userId, [...resets, new Date(now)])
    return true
  })
  return showAccount(context, caller.userId, 'demo')
}

/** Resets of the last 24 hours, the oldest first. A process of the version before notes only its last one, as `demo_reset_at`. */
function resetsOfLastDay({ demo_resets, demo_reset_at }: UserRow, now: number): readonly Date[] {
  const times = [...demo_resets, ...(demo_reset_at === null ? [] : [demo_reset_at])].map(Number)
  return [...new Set(times)]
    .filter((at) => now < at + dayMs)
    .sort((a, b) => a - b)
    .map((at) => new Date(at))
}

const resetsPerDay = async ({ parameters }: OpenedAccounts, db: Kysely<Schema>): Promise<number> =>
  Number(await parameters.valueIn(db, 'demo.resetsPerDay'))

/** Refuses a reset while the last 24 hours had as many as a day may have; the next is possible once enough of them are older. */
function refuseTooSoon(resets: readonly Date[], perDay: number): void {
  const oldest = resets[resets.length - perDay]
  if (oldest === undefined) return
  throw new Refusal('beyondOwnLimit', { until: new Date(oldest.getTime() + dayMs).toISOString() })
}

/**
 * Refuses a reset that is too early, before any position is closed for it; false for a repeated key. Reads the last reset
 * before the key, so that a concurrent copy of this call that ends meanwhile counts as the same call.
 */
async function isNew(
  context: OpenedAccounts,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<boolean> {
  const user = await context.users.byId(caller.userId)
  if (await hasResponse(context.db.query, caller, idempotency)) return false
  refuseTooSoon(resetsOfLastDay(user, context.clock.now()), await resetsPerDay(context, context.db.query))
  return true
}

const balanceOf = async ({ ledger }: OpenedAccounts, userId: string, tx?: Tx): Promise<bigint> =>
  (await ledger.balancesOf(userId, tx)).find(({ asset }) => asset === 'DEMO')?.balanceMinor ?? 0n

async function surplusOf(context: OpenedAccounts, userId: string, grant: Grant): Promise<bigint> {
  const surplus = (await balanceOf(context, userId)) - grant.minor
  return surplus > 0n ? surplus : 0n
}

async function correct(
  context: OpenedAccounts,
  tx: Tx,
  { userId, id, grant }: { readonly userId: string; readonly id: string; readonly grant: Grant },
  money: ReservedMoney,
): Promise<void> {
  const missing = grant.minor - (await balanceOf(context, userId, tx))
  if (missing === 0n) return
  const outcome = await money.post(tx, { id, reference: null, steps: [correction(userId, missing)] })
  if (!outcome.ok) throw new Refusal('unavailable', { reason: 'closed' })
}

function correction(userId: string, missing: bigint): Step {
  const customer = customerAccount(userId, 'DEMO')
  if (missing > 0n)
    return { do: 'transfer', kind: 'demo-grant', from: demoWorld, to: customer, minor: missing }
  return { do: 'transfer', kind: 'demo-reset', from: customer, to: demoWorld, minor: -missing }
}
