import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { AccountRef, Posting, Reservation } from '../../../ledger/ledger.ts'
import type { ReservationResult } from '../../../ledger/reserves-funds.ts'
import { customer, hold, ofHouse, posting, release, transfer } from '../../../ledger/test-accounts.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { believed, buy, fixture, plain, steady } from '../../../testing/contracts-fixture.ts'
import { FundsDesk } from './funds-desk.ts'

export const usdt = (whole: number): bigint => BigInt(Math.round(whole * 1e6))
const own = ({ userId }: Caller): AccountRef => customer(userId)
const asideOf = ({ userId }: Caller): string => `aside:${userId}`

/** The engine's desk for money that leaves accounts, as the leading engine opens it. */
export const desk = () => new FundsDesk(fixture.runtime, fixture.db, fixture.runtime.fence ?? 0n)

export function granted(reservation: ReservationResult): Reservation {
  if (!('granted' in reservation)) throw new Error(`only ${reservation.short.free} were free`)
  return reservation.granted
}

/** Posts in a transaction of its own; answers `done`, `repeated` or the reason of the refusal. */
export async function post(posting: Posting): Promise<string | undefined> {
  const [outcome] = await fixture.ledger.transaction((tx) => fixture.ledger.postIn(tx, [posting]))
  return outcome?.ok === true ? (outcome.repeated ? 'repeated' : 'done') : outcome?.why
}

/** Sets money aside for something other than trading, as a withdrawal does. */
export const asidePosting = (caller: Caller, minor: bigint): Posting =>
  posting(randomUUID(), hold(asideOf(caller), own(caller), minor, 'other'))

export const setAside = (
  caller: Caller,
  minor: bigint,
  reservation?: Reservation,
): Promise<string | undefined> =>
  post({ ...asidePosting(caller, minor), ...(reservation && { reservation }) })

/** The whole outflow of what was reserved. */
export async function used(
  caller: Caller,
  minor: bigint,
  reservation: Reservation,
  funds: FundsDesk,
): Promise<void> {
  expect(await setAside(caller, minor, reservation)).toBe('done')
  await funds.settle(reservation, 'used')
}

/** The amount that was reserved for an outflow that was then refused. */
export async function refusedAfter(funds: FundsDesk, result: Promise<ReservationResult>): Promise<bigint> {
  const reservation = granted(await result)
  await funds.settle(reservation, 'unused')
  return reservation.minor
}

/** Lets what was set aside leave for good. */
export const payOut = (caller: Caller, minor: bigint): Promise<string | undefined> =>
  post(
    posting(
      randomUUID(),
      release(asideOf(caller)),
      transfer('demo-reset', own(caller), ofHouse('world'), minor),
    ),
  )

/** 1 BTC at 8 000 with leverage 2: 4 000 of margin, 8 of commission. */
export async function bitcoin(caller: Caller) {
  steady('BTCUSD', '8000', '8000')
  return buy(caller, { ...plain, code: 'BTCUSD', lots: '1', leverage: 2 })
}

/** 1.45 BTC at 8 000 with leverage 2: they can lose more than a demo account holds. */
export async function bitcoins(caller: Caller) {
  steady('BTCUSD', '8000', '8000')
  return buy(caller, { ...plain, code: 'BTCUSD', lots: '1.45', leverage: 2 })
}

/** Moves the clock from noon into New York's hours, 15:00 UTC, with a stock at 200. */
export function newYorkOpens(): void {
  fixture.clock.advance(3 * 3_600_000)
  steady('AAPL', '200', '200')
}

/** 100 shares, bought at 200 while New York is open, and now at another price. */
export async function stockAt(caller: Caller, now: string) {
  newYorkOpens()
  const bought = await buy(caller, { ...plain, code: 'AAPL', lots: '100', leverage: 5 })
  believed('AAPL', now)
  return bought
}

/** A loss in bitcoin that the balance cannot bear, at night: the stock that has won owes the rest, since its market is closed. */
export async function owingWinner(caller: Caller, hours = 9) {
  const winner = await stockAt(caller, '260')
  const loser = await bitcoins(caller)
  fixture.clock.advance(hours * 3_600_000)
  believed('BTCUSD', '200')
  await fixture.runtime.queue.settled()
  return { winner, loser }
}
