import type { AccountSummary } from '@candor/contract'
import type { Tx } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import type { IdempotentAsk } from '../http/handlers.ts'
import { Refusal } from '../http/refusal.ts'
import type { Step } from '../ledger/ledger.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { customerAccount, demoStart, demoWorld } from './open-account.ts'
import { showAccount } from './show-account.ts'

const onceMs = 24 * 3_600_000

/**
 * Puts the demo account back to 10 000 USDT, once in 24 hours (11032 with `until` before). What is open in demo is closed first at the
 * present prices, each with its receipt: nothing disappears silently.
 */
export async function resetDemo(
  deps: AccountsDeps,
  caller: Caller,
  ask: IdempotentAsk,
): Promise<AccountSummary> {
  await deps.runOnce(caller, ask, async (tx) => {
    const now = deps.clock.now()
    const user = await deps.users.lock(tx, caller.userId)
    refuseTooSoon(user.demo_reset_at, now)
    await deps.loans.closeDemoPositions(caller.userId)
    // The first posting locks the account; what moved between reading and locking is put right by the second.
    await correct(deps, tx, caller.userId, `demo-reset:${caller.userId}:${now}:1`)
    await correct(deps, tx, caller.userId, `demo-reset:${caller.userId}:${now}:2`)
    await deps.users.setDemoResetAt(tx, caller.userId, new Date(now))
    return true
  })
  return showAccount(deps, caller.userId, 'demo')
}

function refuseTooSoon(lastAt: Date | null, now: number): void {
  const until = (lastAt?.getTime() ?? 0) + onceMs
  if (lastAt !== null && now < until) throw new Refusal(11032, { until: new Date(until).toISOString() })
}

async function correct({ ledger }: AccountsDeps, tx: Tx, userId: string, id: string): Promise<void> {
  const balances = await ledger.balancesOf(userId, tx)
  const balance = balances.find(({ asset }) => asset === 'DEMO')?.balanceMinor ?? 0n
  const missing = demoStart.minor - balance
  if (missing === 0n) return
  const [outcome] = await ledger.postIn(tx, [{ id, reference: null, steps: [correction(userId, missing)] }])
  if (outcome?.ok !== true) throw new Refusal(10015, { reason: 'closed' })
}

function correction(userId: string, missing: bigint): Step {
  const customer = customerAccount(userId, 'DEMO')
  if (missing > 0n)
    return { do: 'transfer', kind: 'demo-grant', from: demoWorld, to: customer, minor: missing }
  return { do: 'transfer', kind: 'demo-reset', from: customer, to: demoWorld, minor: -missing }
}
