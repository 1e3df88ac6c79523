import type { AccountResult, Calls, ParsedInputOf, ResultOf, TradeResults } from '@candor/contract'
import { writeRate, writeUsdt } from '@candor/money'
import { accountReturn, deepestDrawdown } from '@candor/rules/accounts/worth/account-return.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { csvFile } from '../../platform/http/files/csv.ts'
import type { FileInPieces } from '../../platform/http/handlers.ts'
import { isoOf } from '../../platform/iso-time.ts'
import type { WorthContext } from './read-worth.ts'
import { type AccountCourse, readCourse } from './worth-history.ts'

type Input = ParsedInputOf<Calls['performance']>

/** Computes return and drawdown of an account, and results of what it closed, in a period. */
export async function showPerformance(
  context: WorthContext,
  { from, to, format }: Input,
  caller: Caller,
): Promise<ResultOf<Calls['performance']> | FileInPieces> {
  const { userId, mode } = caller
  const request = { caller: { userId, mode }, from, to }
  if (format === 'csv')
    return csvFile(`results-${mode}.csv`, columns, dayLines(await context.trading.tradeResults(request)))
  const until = to === undefined ? null : Date.parse(to)
  const isPast = until !== null && until < context.clock.now()
  const [trades, course] = await Promise.all([
    context.trading.tradeResults(request),
    readCourse(context, caller, {
      from: from === undefined ? 0 : Date.parse(from),
      to: isPast ? until : null,
    }),
  ])
  return { trades, account: accountResult(course) }
}

function accountResult({ points, flows }: AccountCourse): AccountResult | null {
  const [start, end] = [points[0], points.at(-1)]
  if (start === undefined || end === undefined || start === end) return null
  const moved = flows.filter(({ at }) => at <= end.at)
  const { resultMinor, capitalMinor, share } = accountReturn(
    start,
    end,
    moved.map(({ at, worthMinor }) => ({ at, minor: worthMinor })),
  )
  const sum = (isIn: boolean) =>
    moved.reduce((all, { worthMinor }) => (worthMinor > 0n === isIn ? all + worthMinor : all), 0n)
  const fall = deepestDrawdown(points)
  return {
    from: isoOf(start.at),
    to: isoOf(end.at),
    startWorth: writeUsdt(start.worthMinor),
    endWorth: writeUsdt(end.worthMinor),
    putIn: writeUsdt(sum(true)),
    takenOut: writeUsdt(-sum(false)),
    result: writeUsdt(resultMinor),
    capital: writeUsdt(capitalMinor),
    return: share === null ? null : writeRate(share),
    drawdown: fall && {
      amount: writeUsdt(fall.minor),
      share: fall.share === null ? null : writeRate(fall.share),
      from: isoOf(fall.from),
      to: isoOf(fall.to),
    },
  }
}

const sums = ['profit', 'fee', 'swap', 'dividends', 'splitCash', 'net'] as const
const counts = ['count', 'gains', 'losses', 'even'] as const
const columns = ['date', ...counts, ...sums] as const

async function* dayLines({ byDay }: TradeResults): AsyncGenerator<string[][]> {
  yield byDay.map((day) => [
    day.date,
    ...counts.map((column) => String(day[column])),
    ...sums.map((column) => day[column]),
  ])
}
