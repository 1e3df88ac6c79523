import { divide, type Rate, rateScale, roundHalfEven } from '@candor/money'

const whole = 10n ** BigInt(rateScale)

/** An account's open positions as a move of prices changes their value; amounts in USDT's smallest unit. */
export interface StressedAccount {
  /** Balance + unrealised profit − holds for other purposes: what its losses can take. */
  readonly equityMinor: bigint
  /** Net value of its positions by group: positive when it gains by a rise. A market is a group, and so is a class. */
  readonly netMinor: ReadonlyMap<string, bigint>
}

/** The operator's side of one move, in USDT's smallest unit. */
export interface StressedMove {
  /** Change of the price as a fraction. */
  readonly move: Rate
  /** Customers' losses, less their gains and the part of their losses that they could not pay. */
  readonly resultMinor: bigint
  /** Part of their losses beyond their equity. */
  readonly shortfallMinor: bigint
}

interface Sums {
  readonly move: Rate
  changeMinor: bigint
  shortfallMinor: bigint
}

/** Adds up what moves of prices would cost the operator, account by account. */
export class StressTest {
  private readonly groups = new Map<string, readonly Sums[]>()
  private readonly movesOf: (group: string) => readonly Rate[]

  constructor(movesOf: (group: string) => readonly Rate[]) {
    this.movesOf = movesOf
  }

  /**
   * Adds an account. The value of its positions changes by net × move, rounded half to even to USDT's smallest unit, at once: no stop,
   * margin call or stop-out acts between. A loss beyond the equity is a shortfall; one that the account has already is not.
   */
  add({ equityMinor, netMinor }: StressedAccount): void {
    for (const [group, net] of netMinor)
      for (const sums of this.sumsOf(group)) {
        const change = divide(net * sums.move, whole, roundHalfEven)
        sums.changeMinor += change
        sums.shortfallMinor += debtOf(equityMinor + change) - debtOf(equityMinor)
      }
  }

  /** Returns the sums of a group's moves, in the order in which they were given. */
  of(group: string): StressedMove[] {
    return this.sumsOf(group).map(({ move, changeMinor, shortfallMinor }) => ({
      move,
      resultMinor: -changeMinor - shortfallMinor,
      shortfallMinor,
    }))
  }

  private sumsOf(group: string): readonly Sums[] {
    const known = this.groups.get(group)
    if (known !== undefined) return known
    const sums = this.movesOf(group).map((move) => ({ move, changeMinor: 0n, shortfallMinor: 0n }))
    this.groups.set(group, sums)
    return sums
  }
}

const debtOf = (equityMinor: bigint): bigint => (equityMinor < 0n ? -equityMinor : 0n)
