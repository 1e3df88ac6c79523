import type { AccountMode } from '@candor/contract'
import { type AssetCode, writeMinor } from '@candor/money'
import type { Tx } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { IdempotencyContext, RunOnce } from '../platform/http/handlers.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { writeLedgerAmount } from './account-class.ts'
import { exceedsEveryBalance } from './encode-postings.ts'
import type { Ledger, Posting, PostingOutcome, Reservation } from './ledger.ts'
import type { ReservationEnd, ReservationResult, ReservesFunds } from './reserves-funds.ts'

/** Amount that a call is about to take from its caller. */
export interface Spending {
  readonly asset: AssetCode
  readonly minor: bigint
}

/** Runs `effect` once for a key, as `RunOnce` does, with the caller's money reserved before the transaction begins. */
export type SpendOnce = <T>(
  caller: Caller,
  idempotency: IdempotencyContext,
  spending: Spending | (() => Promise<Spending>),
  effect: (tx: Tx, money: ReservedMoney) => Promise<T>,
) => Promise<T>

const mostTries = 3

/** Thrown where a reservation was lost between its giving and its use: the engine was replaced, or the wait was too long. */
class ReservationLost extends Error {}

/** Money of one account that a transaction may take. */
export class ReservedMoney {
  private readonly result: ReservationResult | null
  private readonly asset: AssetCode
  private readonly ledger: Ledger
  /** True once a posting has used the reservation. */
  used = false

  /** `result` is null where no reservation is needed: in coins no position can lose what is available. */
  constructor(ledger: Ledger, asset: AssetCode, result: ReservationResult | null) {
    this.ledger = ledger
    this.asset = asset
    this.result = result
  }

  /** Reserved amount; 0 without a reservation. */
  get minor(): bigint {
    return this.reservation?.minor ?? 0n
  }

  /** Posts one, with the reservation. See `postAll`. */
  async post(tx: Tx, posting: Posting): Promise<PostingOutcome> {
    const [outcome] = await this.postAll(tx, [posting])
    if (outcome === undefined) throw new Error(`the ledger returned no outcome for ${posting.id}`)
    return outcome
  }

  /**
   * Posts in one call, with the reservation. Refuses with `insufficientFunds` what the customer lacks; another account that lacks is left to
   * the caller, as a refusal that comes before `insufficientFunds`.
   */
  async postAll(tx: Tx, postings: readonly Posting[]): Promise<PostingOutcome[]> {
    const outcomes = await this.ledger.postIn(
      tx,
      postings.map((posting) => this.pay(posting)),
    )
    for (const [at, outcome] of outcomes.entries()) {
      const refusal = await this.paid(tx, postings[at], outcome)
      if (refusal !== null) throw refusal
    }
    return outcomes
  }

  /** Adds the reservation to a posting, for a caller that posts for several customers at once. The caller reports the outcome to `paid`. */
  pay(posting: Posting): Posting {
    const { reservation } = this
    return reservation === null ? posting : { ...posting, reservation }
  }

  /** Returns the refusal when the customer's funds do not suffice; null otherwise. */
  async paid(tx: Tx, posting: Posting | undefined, outcome: PostingOutcome): Promise<Error | null> {
    if (outcome.ok) this.used = this.reservation !== null
    if (outcome.ok || posting === undefined) return null
    return customerLacks(posting, outcome) ? this.refusal(tx, posting, outcome.why) : null
  }

  private get reservation(): Reservation | null {
    return this.result !== null && 'granted' in this.result ? this.result.granted : null
  }

  /** Returns `insufficientFunds` for a request that exceeds the reservable amount. */
  short(): Refusal {
    const { result } = this
    if (result !== null && 'short' in result) return new Refusal('insufficientFunds', result.short)
    return new Refusal('insufficientFunds', { free: writeMinor(this.minor, this.asset), stale: false })
  }

  private async refusal(tx: Tx, posting: Posting, why: string): Promise<Error> {
    if (why === 'no-reservation' && this.reservation !== null)
      return new ReservationLost(`the reservation for ${posting.id} was lost`)
    if (this.result !== null && 'short' in this.result) return this.short()
    const from = posting.steps.flatMap((step) =>
      step.do === 'transfer' ? [step.from] : step.do === 'hold' ? [step.account] : [],
    )
    const customer = from.find((account) => account.class === 'customer')
    if (customer === undefined) throw new Error(`no customer pays for ${posting.id}`)
    const balances = await this.ledger.balancesOf(customer.owner, tx)
    const found = balances.find(({ asset }) => asset === customer.asset)
    const minor = found === undefined ? 0n : found.balanceMinor - found.heldMinor
    const free = writeLedgerAmount(minor > 0n ? minor : 0n, customer.asset)
    return new Refusal('insufficientFunds', { free, stale: false })
  }
}

/** Customer and account mode whose money is spent. */
export interface Spender {
  readonly userId: string
  readonly mode: AccountMode
}

const customerLacks = (posting: Posting, { why, account }: Extract<PostingOutcome, { ok: false }>): boolean =>
  why === 'no-reservation' ||
  why === 'no-account' ||
  (why === 'insufficient' && account?.class === 'customer') ||
  (why === 'forbidden' && exceedsEveryBalance(posting))

export interface SpendOnceOptions {
  readonly ledger: Ledger
  readonly funds: ReservesFunds
}

/** `RunOnce` for calls that take money out of an account or promise it. */
export function createSpendOnce(parts: SpendOnceOptions, runOnce: RunOnce): SpendOnce {
  return (caller, idempotency, spending, effect) =>
    withReserved(parts, caller, spending, (money) => runOnce(caller, idempotency, (tx) => effect(tx, money)))
}

/**
 * Reserves, lets `work` open its transaction, and settles the reservation. Calls the engine before the transaction begins and after it has
 * ended, never in between. Retries a lost reservation a few times.
 */
export async function withReserved<T>(
  parts: SpendOnceOptions,
  { userId, mode }: Spender,
  spending: Spending | (() => Promise<Spending>),
  work: (money: ReservedMoney) => Promise<T>,
): Promise<T> {
  return retryReservation(async () => {
    const { asset, minor } = typeof spending === 'function' ? await spending() : spending
    const needed = asset === 'USDT' && minor > 0n
    const reservation = needed ? await parts.funds.reserve(userId, mode, minor) : null
    return withReservation(parts, { asset, reservation }, work)
  })
}

/** Retries a few times when the reservation was lost because the engine was replaced. */
async function retryReservation<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ReservationLost)) throw error
    }
  }
  throw new Refusal('unavailable', { reason: 'stale' })
}

/** As much as is free, at most `mostMinor`; for what the platform takes by itself, such as a loan's debit. */
export async function withReservedUpTo<T>(
  parts: SpendOnceOptions,
  { userId, mode }: Spender,
  mostMinor: bigint,
  work: (money: ReservedMoney) => Promise<T>,
): Promise<T> {
  return retryReservation(async () =>
    withReservation(
      parts,
      {
        asset: 'USDT',
        reservation: mostMinor > 0n ? await parts.funds.reserveUpTo(userId, mode, mostMinor) : null,
      },
      work,
    ),
  )
}

async function withReservation<T>(
  { ledger, funds }: SpendOnceOptions,
  { asset, reservation }: { readonly asset: AssetCode; readonly reservation: ReservationResult | null },
  work: (money: ReservedMoney) => Promise<T>,
): Promise<T> {
  const money = new ReservedMoney(ledger, asset, reservation)
  let end: ReservationEnd = 'unknown'
  try {
    const result = await work(money)
    end = money.used ? 'used' : 'unused'
    return result
  } catch (error) {
    // These two are thrown by ourselves, so that the transaction was rolled back for certain.
    if (error instanceof Refusal || error instanceof ReservationLost) end = 'unused'
    throw error
  } finally {
    // What cannot be settled now, the engine takes back when it expires.
    if (reservation !== null && 'granted' in reservation)
      await funds.settle(reservation.granted, end).catch(() => undefined)
  }
}
