import type { Savings, SavingsCoin } from '@candor/contract'
import { Amount } from '@candor/money'
import { decideSavingsEntry, savingsCoverRate, savingsDayOf } from '@candor/rules'
import type { PostingOutcome } from '../ledger/ledger.ts'
import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { IdempotencyContext } from '../platform/http/handlers.ts'
import { orRefuse, Refusal } from '../platform/http/refusal.ts'
import { listSavings } from './list-savings.ts'
import { moveSavings } from './move-savings.ts'
import type { SavingsPorts } from './savings-ports.ts'
import { lockCoin, lockHolding, missingMinor, termsOf } from './savings-store.ts'

export interface SavingsInput {
  readonly coin: SavingsCoin
  readonly amount: string
}

/**
 * Puts coins into savings: they move to their own ledger account, and thirty days of interest on them are set aside, in one
 * commit. Refuses `unavailable` `reserve` when the reserve does not cover that for everything held (trust T2).
 */
export async function enterSavings(
  context: ServerContext & SavingsPorts,
  input: SavingsInput,
  caller: Caller,
  idempotency: IdempotencyContext,
): Promise<Savings> {
  const [customer, countriesOff, ownLimit] = await Promise.all([
    context.customerOf(caller.userId),
    context.parameters.value('smart.countriesOff'),
    context.ownLimit(caller.userId, caller.mode),
  ])
  const minor = Amount.parse(input.coin, input.amount)?.minor ?? null
  const spending = { asset: input.coin, minor: minor ?? 0n }
  return context.spendOnce(caller, idempotency, spending, async (tx, money) => {
    await lockCoin(tx, input.coin)
    const now = context.clock.now()
    const today = savingsDayOf(now)
    const terms = await termsOf(tx, input.coin)
    if (terms === null) throw new Refusal('productNotOffered')
    const coverRate = savingsCoverRate(terms.rates, today)
    const row = await lockHolding(tx, {
      userId: caller.userId,
      asset: input.coin,
      day: today,
      newId: context.newId,
    })
    const others = await missingMinor(tx, input.coin, coverRate, row.id)
    const { refused } = await moveSavings(context.ledger, tx, {
      row,
      terms,
      nowMs: now,
      money,
      change: ({ holding, poolMinor }) =>
        orRefuse(
          decideSavingsEntry(minor, {
            offer: { taking: terms.taking, minMinor: terms.minMinor, coverRate },
            frozen: customer.frozen,
            ownLimit,
            countryOff: isOff(customer.country, countriesOff),
            holding,
            poolMinor,
            missingMinor: others,
          }),
        ),
    })
    refuseShort(refused)
    return savingsOfCoin(tx, caller.userId, input.coin, now)
  })
}

/** The one coin of the list. */
export async function savingsOfCoin(
  tx: Tx,
  userId: string,
  coin: SavingsCoin,
  nowMs: number,
): Promise<Savings> {
  const found = (await listSavings(tx, userId, nowMs)).find((one) => one.coin === coin)
  if (found === undefined) throw new Error(`savings in ${coin} moved without being offered`)
  return found
}

/** Checks whether savings are off for a country; an unknown country counts as off when any country is. */
function isOff(country: string | null, off: unknown): boolean {
  if (!Array.isArray(off) || off.length === 0) return false
  return country === null || off.some((entry) => String(entry).toUpperCase() === country.toUpperCase())
}

/** The reserve was looked at under the coin's lock, and the customer's money is reserved: nothing else can be short. */
function refuseShort(outcome: PostingOutcome | null): void {
  if (outcome !== null && !outcome.ok) throw new Error(`the ledger refused savings: ${outcome.why}`)
}
