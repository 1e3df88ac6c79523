import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { AccountRef, Posting, Reservation } from '../../../ledger/ledger.ts'
import type { FundsAnswer } from '../../../ledger/reserves-funds.ts'
import { customer, hold, ofHouse, posting, release, transfer } from '../../../ledger/test-accounts.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { believed, buy, fixture, plain, steady } from '../../../testing/contracts-fixture.ts'
import { FundsDesk } from './funds-desk.ts'

export const usdt = (whole: number): bigint => BigInt(Math.round(whole * 1e6))
const own = ({ userId }: Caller): AccountRef => customer(userId)
const asideOf = ({ userId }: Caller): string => `aside:${userId}`

/** The engine's desk for money that leaves accounts, as the leading engine opens it. */
export const desk = () => new FundsDesk(fixture.room, fixture.db, fixture.room.fence ?? 0n)

export function granted(answer: FundsAnswer): Reservation {
  if (!('granted' in answer)) throw new Error(`only ${answer.short.free} were free`)
  return answer.granted
}

/** Posts in a transaction of its own; answers `done`, `repeated` or the reason of the refusal. */
export async function post(posting: Posting): Promise<string | undefined> {
  const [outcome] = await fixture.ledger.transaction((tx) => fixture.ledger.postIn(tx, [posting]))
  return outcome?.ok === true ? (outcome.repeated ? 'repeated' : 'done') : outcome?.why
}

/** Sets money aside for something other than trading, as a withdrawal does. */
export const asidePosting = (who: Caller, minor: bigint): Posting =>
  posting(randomUUID(), hold(asideOf(who), own(who), minor, 'other'))

export const setAside = (
  who: Caller,
  minor: bigint,
  reservation?: Reservation,
): Promise<string | undefined> => post({ ...asidePosting(who, minor), ...(reservation && { reservation }) })

/** The whole outflow of what was reserved. */
export async function used(
  who: Caller,
  minor: bigint,
  reservation: Reservation,
  funds: FundsDesk,
): Promise<void> {
  expect(await setAside(who, minor, reservation)).toBe('done')
  await funds.settle(reservation, 'used')
}

/** The amount that was reserved for an outflow that was then refused. */
export async function refusedAfter(funds: FundsDesk, answer: Promise<FundsAnswer>): Promise<bigint> {
  const reservation = granted(await answer)
  await funds.settle(reservation, 'unused')
  return reservation.minor
}

/** Lets what was set aside leave for good. */
export const payOut = (who: Caller, minor: bigint): Promise<string | undefined> =>
  post(
    posting(randomUUID(), release(asideOf(who)), transfer('demo-reset', own(who), ofHouse('world'), minor)),
  )

/** 1 BTC at 8 000 with leverage 2: 4 000 of margin, 8 of commission. */
export async function bitcoin(who: Caller) {
  steady('BTCUSD', '8000', '8000')
  return buy(who, { ...plain, code: 'BTCUSD', lots: '1', leverage: 2 })
}

/** 1.45 BTC at 8 000 with leverage 2: they can lose more than a demo account holds. */
export async function bitcoins(who: Caller) {
  steady('BTCUSD', '8000', '8000')
  return buy(who, { ...plain, code: 'BTCUSD', lots: '1.45', leverage: 2 })
}

/** Moves the clock from noon into New York's hours, 15:00 UTC, with a stock at 200. */
export function newYorkOpens(): void {
  fixture.clock.advance(3 * 3_600_000)
  steady('AAPL', '200', '200')
}

/** 100 shares, bought at 200 while New York is open, and now at another price. */
export async function stockAt(who: Caller, now: string) {
  newYorkOpens()
  const bought = await buy(who, { ...plain, code: 'AAPL', lots: '100', leverage: 5 })
  believed('AAPL', now)
  return bought
}

/** A loss in bitcoin that the balance cannot bear, at night: the stock that has won owes the rest, since its market is closed. */
export async function owingWinner(who: Caller, hours = 9) {
  const winner = await stockAt(who, '260')
  const loser = await bitcoins(who)
  fixture.clock.advance(hours * 3_600_000)
  believed('BTCUSD', '200')
  await fixture.room.queue.settled()
  return { winner, loser }
}
