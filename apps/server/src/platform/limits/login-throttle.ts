import { minuteMs } from '@candor/rules/time-units.ts'
import type { ClockedDatabase } from '../database/database.ts'
import { TooMany } from '../http/refusal.ts'
import { keyOf } from './key-of.ts'
import { networkOf } from './network-of.ts'

const firstWaitMs = 1_000
const forgetMs = 60 * minuteMs

/** Numbers of free wrong attempts: of one network on one account, of all networks on one account, of one network on all accounts. */
export interface GuessRule {
  readonly pair: number
  readonly account: number
  readonly network: number
}

/** A browser in which the account's owner signed in before, by its mark. */
export interface KnownDevice {
  readonly device: string
}

/** An admitted attempt. It counts as wrong until one of these methods is called. */
export interface Attempt {
  /** Clears it after a right attempt: none of it counts, and its network starts again from zero with this account. */
  succeeded(): Promise<void>
  /** Withdraws it when it was neither right nor wrong: none of it counts. */
  withdraw(): Promise<void>
}

/** Withdraws an attempt that could not be judged because the queue was full: it is not a wrong one. */
export async function judged<Verdict>(attempt: Attempt, verdict: Promise<Verdict>): Promise<Verdict> {
  try {
    return await verdict
  } catch (error) {
    await attempt.withdraw()
    throw error
  }
}

interface Counted {
  readonly key: Buffer
  readonly free: number
  readonly longestMs: number
}

/**
 * Slows down guessing in three ways: after so many wrong attempts the wait doubles from a second up to 15 minutes (one minute for all
 * networks on one account, so that no attacker can lock a customer out for good). Counts in the database when an attempt is admitted, so
 * concurrent attempts in any process all count. A browser in which the owner signed in before has its own count, so that strangers' guesses
 * never delay it.
 */
export class LoginThrottle {
  private readonly store: ClockedDatabase
  private readonly at: string
  private readonly rule: () => Promise<GuessRule>

  /** `at` separates customers' and operators' sign-in. */
  constructor(store: ClockedDatabase, at: string, rule: () => Promise<GuessRule>) {
    this.store = store
    this.at = at
    this.rule = rule
  }

  /** Refuses a premature attempt with 429, before its credentials are checked. `from`: an address or a session. */
  async admit(account: string, from: string | KnownDevice): Promise<Attempt> {
    const counted = await this.countedOf(account, from)
    const sorted = counted.toSorted((a, b) => Buffer.compare(a.key, b.key))
    const { rows } = await this.store.db.pool.query<{ wait: bigint }>({
      name: 'limits-admit',
      text: 'SELECT limits_admit($1, $2, $3, $4, $5, $6) AS wait',
      values: [
        sorted.map(({ key }) => key),
        sorted.map(({ free }) => free),
        sorted.map(({ longestMs }) => longestMs),
        firstWaitMs,
        forgetMs,
        this.store.clock.now(),
      ],
    })
    const waitMs = Number(rows[0]?.wait ?? 0n)
    if (waitMs > 0) throw new TooMany(waitMs)
    const [own, ...others] = counted.map(({ key }) => key)
    return {
      succeeded: async () => {
        await this.giveBack(others)
        await this.store.db.pool.query('DELETE FROM limits_attempts WHERE key = $1', [own])
      },
      withdraw: () => this.giveBack(counted.map(({ key }) => key)),
    }
  }

  /** The first is that of this account and caller. */
  private async countedOf(account: string, from: string | KnownDevice): Promise<Counted[]> {
    const { pair, account: onAccount, network: ofNetwork } = await this.rule()
    const longestMs = 15 * minuteMs
    if (typeof from !== 'string')
      return [{ key: keyOf(this.at, 'device', account, from.device), free: pair, longestMs }]
    const network = networkOf(from)
    return [
      { key: keyOf(this.at, 'pair', account, network), free: pair, longestMs },
      { key: keyOf(this.at, 'account', account), free: onAccount, longestMs: minuteMs },
      { key: keyOf(this.at, 'network', network), free: ofNetwork, longestMs },
    ]
  }

  private async giveBack(keys: readonly Buffer[]): Promise<void> {
    if (keys.length === 0) return
    await this.store.db.pool.query(
      `UPDATE limits_attempts a SET failed = greatest(0, a.failed - 1)
         FROM (SELECT key FROM limits_attempts WHERE key = ANY ($1) ORDER BY key FOR NO KEY UPDATE) one WHERE a.key = one.key`,
      [keys],
    )
  }
}
