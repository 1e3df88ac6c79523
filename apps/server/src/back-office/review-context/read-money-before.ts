import { type DayOfMoney, type MoneyBefore, moneyBeforeDays } from '@candor/contract'
import { type AssetCode, writeMinor, writeUsdt } from '@candor/money'
import { dayMs } from '@candor/rules/time-units.ts'
import type { CaseInHand } from '../cases/cases.ts'
import type { MoneySources, MovedMoney, PaidOut, Stretch, TradedDay } from './review-ports.ts'

const mostWithdrawals = 10
/** A withdrawal in one of these states gave its money back. */
const givenBack: ReadonlySet<string> = new Set(['rejected', 'cancelled', 'failed'])

/** Reads what a case's customer paid in, traded and withdrew before it. */
export async function readMoneyBefore(
  money: MoneySources,
  { id, kind, customerId, createdAt }: CaseInHand,
): Promise<MoneyBefore> {
  const stretch = { from: firstDay(createdAt), until: createdAt }
  const [accountOpenedAt, payout, lastDeposit, deposits, withdrawals, conversions, traded] =
    await Promise.all([
      money.accountOpenedAt(customerId),
      kind === 'withdrawal' ? money.payoutOf(id) : null,
      money.lastDeposit(customerId, createdAt),
      money.deposits(customerId, stretch),
      money.withdrawals(customerId, stretch),
      money.conversions(customerId, stretch),
      money.traded(customerId, stretch),
    ])
  const others = withdrawals.filter((one) => one.id !== id)
  const days = new DaysOfMoney()
  days.add('in', deposits)
  days.add(
    'out',
    others.filter(({ status }) => !givenBack.has(status)),
  )
  days.add(
    'gave',
    conversions.map(({ gave }) => gave),
  )
  days.add(
    'got',
    conversions.map(({ got }) => got),
  )
  return {
    accountOpenedAt: accountOpenedAt.toISOString(),
    payout: payout === null ? null : { what: payout.what, addedAt: payout.addedAt.toISOString() },
    lastDeposit: lastDeposit === null ? null : toMoved(lastDeposit),
    sinceDeposit:
      lastDeposit === null
        ? null
        : await tradedSince(money, customerId, { from: lastDeposit.at, until: createdAt }),
    days: days.with(traded),
    withdrawals: others.slice(0, mostWithdrawals).map(toPaidOut),
  }
}

/** The first of the days that are added up, from its beginning (UTC). */
const firstDay = (until: Date): Date =>
  new Date(until.getTime() - (until.getTime() % dayMs) - (moneyBeforeDays - 1) * dayMs)

const toMoved = ({ asset, minor, at }: MovedMoney) => ({
  ...{ asset, amount: writeMinor(minor, asset), at: at.toISOString() },
})

const toPaidOut = ({ id, to, status, ...moved }: PaidOut) => ({ id, to, status, ...toMoved(moved) })

async function tradedSince(money: MoneySources, customerId: string, stretch: Stretch) {
  const days = await money.traded(customerId, stretch)
  return {
    traded: writeUsdt(days.reduce((sum, { tradedMinor }) => sum + tradedMinor, 0n)),
    result: writeUsdt(days.reduce((sum, { resultMinor }) => sum + resultMinor, 0n)),
  }
}

type Flow = 'in' | 'out' | 'gave' | 'got'

/** Sums of each day, coin by coin. */
class DaysOfMoney {
  private readonly sums = new Map<string, Record<Flow, Map<AssetCode, bigint>>>()

  add(flow: Flow, moved: readonly MovedMoney[]): void {
    for (const { asset, minor, at } of moved) {
      const sums = this.dayOf(at.toISOString().slice(0, 10))[flow]
      sums.set(asset, (sums.get(asset) ?? 0n) + minor)
    }
  }

  /** Returns the days on which anything moved or was traded, the newest first. */
  with(traded: readonly TradedDay[]): DayOfMoney[] {
    for (const { day } of traded) this.dayOf(day)
    const byDay = new Map(traded.map((one) => [one.day, one]))
    return [...this.sums]
      .toSorted(([a], [b]) => b.localeCompare(a))
      .map(([day, flows]) => ({
        day,
        ...{
          in: coinsOf(flows.in),
          out: coinsOf(flows.out),
          gave: coinsOf(flows.gave),
          got: coinsOf(flows.got),
        },
        traded: writeUsdt(byDay.get(day)?.tradedMinor ?? 0n),
        result: writeUsdt(byDay.get(day)?.resultMinor ?? 0n),
      }))
  }

  private dayOf(day: string) {
    const known = this.sums.get(day) ?? { in: new Map(), out: new Map(), gave: new Map(), got: new Map() }
    this.sums.set(day, known)
    return known
  }
}

const coinsOf = (sums: ReadonlyMap<AssetCode, bigint>) =>
  [...sums].map(([asset, minor]) => ({ asset, amount: writeMinor(minor, asset) }))
