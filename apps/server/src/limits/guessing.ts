import { TooMany } from '../http/refusal.ts'
import { keyOf, type LimitsDeps } from './limits-deps.ts'
import { networkOf } from './network-of.ts'

const minute = 60_000
const firstWaitMs = 1_000
const forgetMs = 60 * minute

/** How many wrong attempts cost nothing: one network's on one account, everybody's on one account, one network's on all accounts. */
export interface GuessRule {
  readonly pair: number
  readonly account: number
  readonly network: number
}

/** A browser in which the account's owner signed in before, by its mark. */
export interface KnownDevice {
  readonly device: string
}

/** An attempt that was admitted. It counts as wrong until one of these says otherwise. */
export interface Attempt {
  /** It was right: none of it counts, and its network begins anew with this account. */
  succeeded(): Promise<void>
  /** It was neither right nor wrong: none of it counts. */
  withdraw(): Promise<void>
}

/** What could not be judged, since the line for it is full, is no wrong attempt. */
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
 * Slows down guessing three ways: after so many wrong attempts the wait doubles from a second up to 15 minutes (one minute for everybody on one account, so
 * that nobody can lock a customer out for good). Counted in the database as an attempt is admitted: sixty at once are sixty, whatever process
 * hears them. A browser the owner signed in with counts for itself alone, so that what strangers guess never makes it wait.
 */
export class Guessing {
  private readonly deps: LimitsDeps
  private readonly at: string
  private readonly rule: () => Promise<GuessRule>

  /** `at` tells the doors apart: customers', operators'. */
  constructor(deps: LimitsDeps, at: string, rule: () => Promise<GuessRule>) {
    this.deps = deps
    this.at = at
    this.rule = rule
  }

  /** Refuses an attempt that comes too soon with 429, before what it guesses is looked at. `from`: an address or a session. */
  async admit(account: string, from: string | KnownDevice): Promise<Attempt> {
    const counted = await this.countedOf(account, from)
    const sorted = counted.toSorted((a, b) => Buffer.compare(a.key, b.key))
    const { rows } = await this.deps.db.pool.query<{ wait: bigint }>({
      name: 'limits-admit',
      text: 'SELECT limits_admit($1, $2, $3, $4, $5, $6) AS wait',
      values: [
        sorted.map(({ key }) => key),
        sorted.map(({ free }) => free),
        sorted.map(({ longestMs }) => longestMs),
        firstWaitMs,
        forgetMs,
        this.deps.clock.now(),
      ],
    })
    const waitMs = Number(rows[0]?.wait ?? 0n)
    if (waitMs > 0) throw new TooMany(waitMs)
    const [own, ...others] = counted.map(({ key }) => key)
    return {
      succeeded: async () => {
        await this.giveBack(others)
        await this.deps.db.pool.query('DELETE FROM limits_attempts WHERE key = $1', [own])
      },
      withdraw: () => this.giveBack(counted.map(({ key }) => key)),
    }
  }

  /** The first is that of this account and caller. */
  private async countedOf(account: string, from: string | KnownDevice): Promise<Counted[]> {
    const { pair, account: onAccount, network: ofNetwork } = await this.rule()
    const longestMs = 15 * minute
    if (typeof from !== 'string')
      return [{ key: keyOf(this.at, 'device', account, from.device), free: pair, longestMs }]
    const network = networkOf(from)
    return [
      { key: keyOf(this.at, 'pair', account, network), free: pair, longestMs },
      { key: keyOf(this.at, 'account', account), free: onAccount, longestMs: minute },
      { key: keyOf(this.at, 'network', network), free: ofNetwork, longestMs },
    ]
  }

  private async giveBack(keys: readonly Buffer[]): Promise<void> {
    if (keys.length === 0) return
    await this.deps.db.pool.query(
      `UPDATE limits_attempts a SET failed = greatest(0, a.failed - 1)
         FROM (SELECT key FROM limits_attempts WHERE key = ANY ($1) ORDER BY key FOR UPDATE) one WHERE a.key = one.key`,
      [keys],
    )
  }
}
