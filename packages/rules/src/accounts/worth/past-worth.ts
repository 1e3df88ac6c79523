import { dayMs } from '../../time-units.ts'
import type { Flow, WorthPoint } from './account-return.ts'

/** Entries of one kind and asset on one day (UTC), added up; negative: taken from the customer. */
export interface DaySum {
  /** Days since 1970. */
  readonly day: number
  readonly asset: string
  readonly kind: string
  readonly minor: bigint
  readonly count: number
}

/** Time (epoch ms) from one moment until before another. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

interface AccountPast {
  /** By day, oldest first. */
  readonly sums: readonly DaySum[]
  /** Oldest first. */
  readonly flows: readonly Flow[]
  /** Times with open positions. */
  readonly open: readonly Stretch[]
  /** The account's main asset: USDT, or demo money. */
  readonly asset: string
  /** Days before this one. */
  readonly untilDay: number
}

/**
 * Computes an account's worth at the end of each past day (UTC) where its entries alone decide it: no open position, no other coin, no
 * plan, no savings, no loan. Other days are left out, and so are days that changed nothing.
 */
export function pastWorth(past: AccountPast): WorthPoint[] {
  const { sums, open, asset, untilDay } = past
  const state = new PastState(past)
  const points: WorthPoint[] = []
  for (let day = sums[0]?.day ?? untilDay; day < untilDay; day++) {
    state.pass(day)
    const at = (day + 1) * dayMs
    const isOpen = open.some(({ from, to }) => from < at && at <= to)
    if (isOpen || !state.isOnly(asset)) continue
    const [worthMinor, { flowMinor }, last] = [state.balance(asset), state, points.at(-1)]
    if (last?.worthMinor !== worthMinor || last.flowMinor !== flowMinor)
      points.push({ at, worthMinor, flowMinor })
  }
  return points
}

/** Kinds that move money to another part of the account and back. Plans are counted: a penalty never comes back. */
const lentKinds = new Set(['savings-entry', 'savings-exit', 'loan-payout', 'loan-principal'])

class PastState {
  flowMinor = 0n
  private readonly past: AccountPast
  private nextSum = 0
  private nextFlow = 0
  private readonly balances = new Map<string, bigint>()
  private readonly elsewhere = new Map<string, bigint>()
  private plans = 0

  constructor(past: AccountPast) {
    this.past = past
  }

  /** Takes in the entries of a day, which follows the days taken in before. */
  pass(day: number): void {
    const { sums, flows } = this.past
    for (let sum = sums[this.nextSum]; sum?.day === day; sum = sums[++this.nextSum]) this.add(sum)
    const ends = (day + 1) * dayMs
    for (let flow = flows[this.nextFlow]; flow !== undefined && flow.at < ends; flow = flows[++this.nextFlow])
      this.flowMinor += flow.minor
  }

  balance(asset: string): bigint {
    return this.balances.get(asset) ?? 0n
  }

  /** Reports whether the account has nothing but this asset, and owes nothing. */
  isOnly(asset: string): boolean {
    const others = [...this.balances].filter(([one]) => one !== asset).map(([, minor]) => minor)
    return this.plans === 0 && [...others, ...this.elsewhere.values()].every((minor) => minor === 0n)
  }

  private add({ asset, kind, minor, count }: DaySum): void {
    this.balances.set(asset, this.balance(asset) + minor)
    if (kind === 'plan-purchase') this.plans += count
    if (kind === 'plan-return') this.plans -= count
    if (!lentKinds.has(kind)) return
    const part = `${kind.split('-')[0]} ${asset}`
    this.elsewhere.set(part, (this.elsewhere.get(part) ?? 0n) + minor)
  }
}
