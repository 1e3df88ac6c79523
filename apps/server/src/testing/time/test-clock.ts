import { contractAt, isOpenAt, type Market, marketByCode, nextOpenAt } from '@candor/rules'
import { dayMs, hourMs } from '@candor/rules/time-units.ts'
import { onTestFinished, vi } from 'vitest'

/**
 * Stops the time of a server in this process until the test ends, so that no wait or refill of a limit passes while a slow
 * machine works. `moveClock` still moves it.
 */
export function holdClock(): void {
  const held = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => held.mockRestore())
}

/** Time from `now` until one o'clock of the next day: no midnight passes while a test counts days. */
export const msUntilOneOClock = (now: number): number => dayMs - (now % dayMs) + hourMs

/** Time from `now` until an hour after this market opens next, so that it trades whatever day the test runs on. */
export function msUntilTrading(code: string, now: number): number {
  const market = marketNamed(code)
  // What is open now may be about to close.
  let at = now
  while (isOpenAt(market, at)) at += hourMs
  return openingFrom(market, at) + hourMs - now
}

/** Time from `now` until this futures market opens with its next contract: more than four hours. */
export function msUntilRoll(code: string, now: number): number {
  const market = marketNamed(code)
  const term = contractAt(market, now + 4 * hourMs)
  if (term === null) throw new Error(`${code} has no contracts`)
  return openingFrom(market, term.current.rollsAt) - now
}

function openingFrom(market: Market, at: number): number {
  const opensAt = nextOpenAt(market, at)
  if (opensAt === null) throw new Error(`${market.code} does not open within two weeks`)
  return opensAt
}

function marketNamed(code: string): Market {
  const market = marketByCode(code)
  if (market === null) throw new Error(`there is no market ${code}`)
  return market
}
