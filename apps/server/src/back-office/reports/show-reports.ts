import type { HouseResult, LatePayments } from '@candor/contract'
import { writeMinor } from '@candor/money'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { ServerContext } from '../../module.ts'
import { isoOf, isoOrNull } from '../../platform/iso-time.ts'
import { arrangeResult } from './house-result.ts'
import type { ReportPeriod, ReportsPorts } from './reports-ports.ts'

/** Returns the operator's own result of a period, by market, class and product. */
export async function showHouseResult(
  { clock, houseResult, typeOf, valueInUsdt }: ServerContext & ReportsPorts,
  period: ReportPeriod,
): Promise<HouseResult> {
  const sums = await houseResult(period)
  return arrangeResult(sums, { typeOf, valueInUsdt, at: clock.now() })
}

/** Returns the deposits and withdrawals that were late at some time of a period, with how late they are. */
export async function showLatePayments(
  { latePayments, clock }: ServerContext & ReportsPorts,
  period: ReportPeriod,
): Promise<LatePayments> {
  const now = clock.now()
  const { items, deadlineHours, ...counts } = await latePayments(period)
  return {
    deadlineHours,
    counts,
    items: items.map(({ minor, requestedAt, dueAt, endedAt, ...item }) => ({
      ...item,
      amount: writeMinor(minor, item.asset),
      requestedAt: isoOf(requestedAt),
      dueAt: isoOf(dueAt),
      endedAt: isoOrNull(endedAt === null ? null : Number(endedAt)),
      lateMinutes: Math.floor((Number(endedAt ?? now) - Number(dueAt)) / minuteMs),
    })),
  }
}
