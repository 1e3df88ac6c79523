import type { AccountSummary } from '@candor/contract'
import type { Step } from '../../ledger/ledger.ts'
import type { ReservedMoney } from '../../ledger/spend-once.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { IdempotencyContext } from '../../platform/http/handlers.ts'
import { hasResponse } from '../../platform/http/idempotency/run-once.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { customerAccount, demoStart, demoWorld } from '../registration/open-account.ts'
import { showAccount } from './show-account.ts'

const onceMs = 24 * 3_600_000

/**
 * Puts the demo account back to 10 000 USDT, once in 24 hours (`beyondOwnLimit` with `until` before). What is open in demo is closed first at the
 * present prices, each with its receipt: nothing disappears silently.
 */
export async function resetDemo(
  context: OpenedAccounts,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<AccountSummary> {
  // Before the transaction: the engine closes in its own time, and nothing is held open while it does. A repeat closes nothing again.
  if (await isNew(context, caller, idempotency)) await context.trading.closeDemoPositions(caller.userId)
  const spending = async () => ({ asset: 'USDT', minor: await surplusOf(context, caller.userId) }) as const
  const spender: Caller = { ...caller, mode: 'demo' }
  await context.spendOnce(spender, idempotency, spending, async (tx, money) => {
    const now = context.clock.now()
    const user = await context.users.lock(tx, caller.userId)
    refuseTooSoon(user.demo_reset_at, now)
    // The first posting locks the account; what moved between reading and locking is put right by the second.
    for (const step of [1, 2])
      await correct(
        context,
        tx,
        { userId: caller.userId, id: `demo-reset:${caller.userId}:${now}:${step}` },
        money,
      )
    await context.users.setDemoResetAt(tx, caller.userId, new Date(now))
    return true
  })
  return showAccount(context, caller.userId, 'demo')
}

function refuseTooSoon(lastAt: Date | null, now: number): void {
  const until = (lastAt?.getTime() ?? 0) + onceMs
  if (lastAt !== null && now < until)
    throw new Refusal('beyondOwnLimit', { until: new Date(until).toISOString() })
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
  refuseTooSoon(user.demo_reset_at, context.clock.now())
  return true
}

const balanceOf = async ({ ledger }: OpenedAccounts, userId: string, tx?: Tx): Promise<bigint> =>
  (await ledger.balancesOf(userId, tx)).find(({ asset }) => asset === 'DEMO')?.balanceMinor ?? 0n

async function surplusOf(context: OpenedAccounts, userId: string): Promise<bigint> {
  const surplus = (await balanceOf(context, userId)) - demoStart.minor
  return surplus > 0n ? surplus : 0n
}

async function correct(
  context: OpenedAccounts,
  tx: Tx,
  { userId, id }: { readonly userId: string; readonly id: string },
  money: ReservedMoney,
): Promise<void> {
  const missing = demoStart.minor - (await balanceOf(context, userId, tx))
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
