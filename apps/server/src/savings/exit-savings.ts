import type { Savings } from '@candor/contract'
import { decideSavingsExit, savingsDayOf } from '@candor/rules'
import type { ServerContext } from '../module.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { IdempotencyContext } from '../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../platform/http/refusal.ts'
import { type SavingsInput, savingsOfCoin } from './enter-savings.ts'
import { moveSavings } from './move-savings.ts'
import { lockCoin, lockHolding, termsOf } from './savings-store.ts'

/**
 * Takes coins out at once: pays ended days first; the running day then pays for the rest. Depends on no rate, reserve or freeze (trust
 * T13). Refuses `amountOutsideLimits` for no amount, `insufficientFunds` for more than the holding, `productNotOffered` for a coin that was
 * never offered.
 */
export async function exitSavings(
  context: ServerContext,
  input: SavingsInput,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<Savings> {
  return context.runOnce(caller, idempotency, async (tx) => {
    await lockCoin(tx, input.coin)
    const now = context.clock.now()
    const terms = await termsOf(tx, input.coin)
    if (terms === null) throw new Refusal('productNotOffered')
    const row = await lockHolding(tx, {
      userId: caller.userId,
      asset: input.coin,
      day: savingsDayOf(now),
      newId: context.newId,
    })
    const { refused } = await moveSavings(context.ledger, tx, {
      row,
      terms,
      nowMs: now,
      change: ({ holding }) => -orRefuse(decideSavingsExit(input.coin, input.amount, holding.heldMinor)),
    })
    if (refused !== null) throw new Error('the ledger refused to give savings back')
    return savingsOfCoin(tx, caller.userId, input.coin, now)
  })
}
