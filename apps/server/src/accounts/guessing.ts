import type { Clock } from '../clock.ts'
import { TooMany } from '../http/refusal.ts'
import { SlowDown } from '../http/slow-down.ts'

const minute = 60_000

/**
 * Slows down guessing three ways: one address on one account after 5 failures, everyone on one account after 50, one address on all
 * accounts after 100. A wait is at most 15 minutes, so that nobody can lock a customer out for good.
 */
export class Guessing {
  private readonly pair: SlowDown
  private readonly account: SlowDown
  private readonly address: SlowDown

  constructor(clock: Clock) {
    const forgetMs = 60 * minute
    this.pair = new SlowDown({ free: 5, firstWaitMs: 1_000, longestWaitMs: 15 * minute, forgetMs }, clock)
    this.account = new SlowDown({ free: 50, firstWaitMs: 1_000, longestWaitMs: minute, forgetMs }, clock)
    this.address = new SlowDown(
      { free: 100, firstWaitMs: 1_000, longestWaitMs: 15 * minute, forgetMs },
      clock,
    )
  }

  /** Refuses an attempt that comes too soon, before anything about the account is looked at. */
  admit(account: string, address: string): void {
    const waitMs = Math.max(
      this.pair.waitMs(`${account} ${address}`),
      this.account.waitMs(account),
      this.address.waitMs(address),
    )
    if (waitMs > 0) throw new TooMany(waitMs)
  }

  failed(account: string, address: string): void {
    this.pair.failed(`${account} ${address}`)
    this.account.failed(account)
    this.address.failed(address)
  }

  succeeded(account: string, address: string): void {
    this.pair.succeeded(`${account} ${address}`)
  }
}
