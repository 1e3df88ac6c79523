import type { AccountRisk } from '@candor/contract'
import { divide, writeScaled, writeUsdt } from '@candor/money'
import type { LevelSum } from '@candor/rules'
import type { GroupSums } from './group-sums.ts'

/** An account's figures, in USDT's smallest unit. */
export interface RankedAccount {
  readonly userId: string
  readonly sums: GroupSums
  /** Balance + unrealised profit − holds for other purposes. */
  readonly equityMinor: bigint
  /** Equity of its margin call. */
  readonly callSum: LevelSum
}

/** The first accounts of an order, without keeping the others. */
export class RankedAccounts {
  private readonly first: RankedAccount[] = []
  private readonly most: number
  private readonly compare: (a: RankedAccount, b: RankedAccount) => number

  constructor(most: number, compare: RankedAccounts['compare']) {
    this.most = most
    this.compare = compare
  }

  offer(account: RankedAccount): void {
    const last = this.first[this.most - 1]
    if (last !== undefined && this.compare(account, last) >= 0) return
    const at = this.first.findIndex((one) => this.compare(account, one) < 0)
    this.first.splice(at < 0 ? this.first.length : at, 0, account)
    if (this.first.length > this.most) this.first.pop()
  }

  written(): AccountRisk[] {
    return this.first.map(writeAccount)
  }
}

const descending = (a: bigint, b: bigint): number => (a > b ? -1 : a < b ? 1 : 0)

export const largestFirst = (a: RankedAccount, b: RankedAccount): number =>
  descending(a.sums.grossMinor, b.sums.grossMinor)

/** Compares how near accounts are to their margin calls without dividing: equity ÷ that of the call, of a against b. */
export const nearestFirst = (a: RankedAccount, b: RankedAccount): number =>
  -descending(a.equityMinor * b.callSum, b.equityMinor * a.callSum)

const writeAccount = ({ userId, sums, equityMinor }: RankedAccount): AccountRisk => ({
  userId,
  equity: writeUsdt(equityMinor),
  margin: writeUsdt(sums.marginMinor),
  marginLevel: levelOf(equityMinor, sums.marginMinor),
  unrealised: writeUsdt(sums.unrealisedMinor),
  net: writeUsdt(sums.netMinor),
  gross: writeUsdt(sums.grossMinor),
})

/** Writes equity ÷ margin with four decimals, rounded down. */
const levelOf = (equityMinor: bigint, marginMinor: bigint): string =>
  marginMinor === 0n ? '0' : writeScaled(divide(equityMinor * 10n ** 4n, marginMinor, 'down'), 4)
