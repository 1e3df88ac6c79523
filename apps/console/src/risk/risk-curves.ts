import type { RiskHistory } from '@candor/contract'
import type { TimePoints } from '@candor/ui/figures/time-curve.tsx'

/** A figure over time. Numbers for drawing only. */
export interface RiskCurve {
  readonly name: string
  readonly points: TimePoints
  readonly isSigned: boolean
  readonly byDay: boolean
}

/** Returns the charts of a history: the result added up day by day, then what was recorded each hour. */
export function curvesOf({ days, hours, cover }: RiskHistory): RiskCurve[] {
  let sum = 0
  const results = days.map(({ day, prices, charges }): readonly [number, number] => {
    sum += Number(prices) + Number(charges)
    return [Date.parse(day), sum]
  })
  const hourly = (name: string, pick: (hour: RiskHistory['hours'][number]) => string, isSigned = false) => ({
    ...{ name, isSigned, byDay: false },
    points: hours.map((hour) => [Date.parse(hour.at), Number(pick(hour))] as const),
  })
  return [
    { name: 'Result since the first day', points: results, isSigned: true, byDay: true },
    hourly('Customers’ net exposure', ({ net }) => net, true),
    hourly('Gross exposure', ({ gross }) => gross),
    hourly('Your unrealised result', ({ unrealised }) => unrealised, true),
    {
      ...{ name: 'Trading capital less open profits', isSigned: true, byDay: false },
      points: cover.map(({ at, capital, wouldWin }) => [
        Date.parse(at),
        Number(capital) - Math.max(0, Number(wouldWin)),
      ]),
    },
    {
      ...{ name: 'Negative-balance cover', isSigned: false, byDay: false },
      points: cover.map(({ at, negativeBalance }) => [Date.parse(at), Number(negativeBalance)]),
    },
  ]
}
