import type { AccountMode } from '@candor/contract'
import { writeUsdt } from '@candor/money'
import { ledgerAssetOf } from '../../../ledger/account-class.ts'
import type { Reservation } from '../../../ledger/ledger.ts'
import type { ReservationEnd, ReservationResult, ReservesFunds } from '../../../ledger/reserves-funds.ts'
import { takeReservationBack } from '../../../ledger/trading-funds.ts'
import type { Database } from '../../../platform/database/database.ts'
import { refuseWithinTransaction } from '../../../platform/database/within-transaction.ts'
import type { Account } from '../../engine/position.ts'
import type { TradingRuntime } from '../../engine/trading-runtime.ts'
import { type Estimate, freeOf } from './account-funds.ts'
import { goodForMs, graceMs, outflowsEnded } from './outflows.ts'

/** So often outflows that were promised something before are waited for: new ones may begin meanwhile. */
const mostRounds = 3

interface Promised {
  readonly account: Account
  readonly reservation: Reservation
  /** Ends it among the account's outflows. */
  readonly end: () => void
}

/**
 * Promises free money of accounts to outflows (trust T24). What is promised counts as gone until the posting that used it is known
 * here, or until it was taken back in the database, so that no two outflows and no order can use it twice.
 */
export class FundsDesk implements ReservesFunds {
  private readonly runtime: TradingRuntime
  private readonly db: Database
  private readonly fence: bigint
  private readonly promised = new Map<bigint, Promised>()
  private last = 0n

  constructor(runtime: TradingRuntime, db: Database, fence: bigint) {
    this.runtime = runtime
    this.db = db
    this.fence = fence
  }

  reserve(userId: string, mode: AccountMode, minor: bigint): Promise<ReservationResult> {
    return this.promiseFree(userId, mode, { leastMinor: minor, mostMinor: minor })
  }

  reserveUpTo(userId: string, mode: AccountMode, mostMinor: bigint): Promise<ReservationResult> {
    return this.promiseFree(userId, mode, { leastMinor: 1n, mostMinor })
  }

  async settle({ fence, number }: Reservation, end: ReservationEnd): Promise<void> {
    // Numbers begin again with every engine: what an earlier one promised ended with it.
    if (fence !== this.fence) return
    const one = this.promised.get(number)
    if (one === undefined) return
    if (end === 'unknown') await this.takeBack(one)
    if (end !== 'unused') await this.runtime.refresh(one.account)
    this.forget(number)
  }

  /** Takes back expired promises, whose requester is gone. Call it about every second. */
  async expire(): Promise<void> {
    const now = this.runtime.now()
    const expired = [...this.promised.values()].filter(({ reservation }) => reservation.until + graceMs < now)
    const ends = await Promise.allSettled(
      expired.map(({ reservation }) => this.settle(reservation, 'unknown')),
    )
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    if (failures.length > 0) throw new AggregateError(failures, 'reservations could not be released')
  }

  /**
   * Reads and promises in one step, so that the same money is never promised twice. Money that an uncertain change would free is not
   * promised. Checks again where it seems short: outflows under way may return their promised money, and another process may have posted
   * changes that this one has not received.
   */
  private async promiseFree(
    userId: string,
    mode: AccountMode,
    { leastMinor, mostMinor }: { readonly leastMinor: bigint; readonly mostMinor: bigint },
  ): Promise<ReservationResult> {
    refuseWithinTransaction('the engine')
    const { engine, valuation } = this.runtime
    const account = await this.runtime.known(userId, mode)
    const estimateFree = (atLeastMinor: bigint) =>
      engine.inTurn({ userId, mode }, null, () => {
        const free = freeOf(account, valuation)
        const minor = free.minor < mostMinor ? free.minor : mostMinor
        return minor >= atLeastMinor ? { granted: this.promise(account, minor) } : short(free)
      })
    for (let round = 1; ; round++) {
      const reservation = await estimateFree(mostMinor)
      if ('granted' in reservation) return reservation
      if (!(await this.moreMayCome(account, round))) return estimateFree(leastMinor)
    }
  }

  /** Waits for what may make more free; false when the next look is the last. */
  private async moreMayCome(account: Account, round: number): Promise<boolean> {
    if (account.outflows.size > 0 && round <= mostRounds && (await outflowsEnded(account))) return true
    await this.runtime.refresh(account)
    return false
  }

  private promise(account: Account, minor: bigint): Reservation {
    this.last += 1n
    const reservation: Reservation = {
      fence: this.fence,
      number: this.last,
      account: { class: 'customer', owner: account.userId, asset: ledgerAssetOf(account.mode) },
      minor,
      until: this.runtime.now() + goodForMs,
    }
    account.reservedMinor += minor
    this.promised.set(this.last, { account, reservation, end: began(account) })
    return reservation
  }

  private forget(number: bigint): void {
    const one = this.promised.get(number)
    if (one === undefined) return
    const { account, reservation, end } = one
    this.promised.delete(number)
    account.reservedMinor -= reservation.minor
    end()
  }

  private takeBack({ reservation }: Promised): Promise<void> {
    return takeReservationBack(this.db, { ...reservation, fence: this.fence }, new Date(this.runtime.now()))
  }
}

/** An outflow of the account begins; the function given ends it. */
function began({ outflows }: Account): () => void {
  let resolve = () => {}
  const ended = new Promise<void>((done) => {
    resolve = done
  })
  outflows.add(ended)
  return () => {
    outflows.delete(ended)
    resolve()
  }
}

const short = ({ minor, stale }: Estimate): ReservationResult => ({
  short: { free: writeUsdt(minor), stale },
})
