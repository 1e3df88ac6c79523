import { divide, type Rate, rate, rateScale, roundUp, usdt, writeRate } from '@candor/money'
import type { Alert } from '../../../back-office/dashboard/work-queue.ts'
import type { ParameterKey } from '../../../back-office/parameters/defaults.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Json } from '../../../platform/json.ts'
import { namesInAlert } from '../../../platform/names-in-alert.ts'
import { alertsInForce, type RiskAlert } from './alerts-store.ts'
import type { OpenRisk } from './open-risk.ts'
import type { RiskAlertKind } from './risk-tables.ts'

/** Thresholds of the operator, as fractions (decimal texts). */
export interface RiskThresholds {
  /** Move of a price that alerts are about, in either direction. */
  readonly move: string
  /** Share of the trading capital that the move may cost in one market. */
  readonly market: string
  /** Share of the trading capital that the move may cost for one customer, if all of their markets moved against the operator. */
  readonly customer: string
  /** Share of a market's exposure limit that its net position may reach. */
  readonly limit: string
}

/** Reads the thresholds from the parameters. */
export async function readThresholds(parameters: {
  value(key: ParameterKey): Promise<Json>
}): Promise<RiskThresholds> {
  const text = async (key: ParameterKey) => String(await parameters.value(key))
  return {
    move: await text('risk.alertMove'),
    market: await text('risk.alertMarketShare'),
    customer: await text('risk.alertCustomerShare'),
    limit: await text('risk.alertLimitShare'),
  }
}

const whole = 10n ** BigInt(rateScale)
const shareOf = (minor: bigint, share: string): bigint => divide(minor * rate(share), whole, roundUp)

/**
 * Finds the thresholds that open positions pass: `risk` has the costs of the move in both directions. A cost equal to the share is within it.
 */
export function alertsOf(risk: OpenRisk, thresholds: RiskThresholds): RiskAlert[] {
  const capital = usdt(risk.cover.capital).minor
  const markets = risk.markets.map(({ code, costs }) => ({
    code,
    costMinor: dearest(costs.map(({ result }) => -usdt(result).minor)),
    isCovered: costs.every(({ covered }) => covered),
  }))
  const uncovered = markets.filter(({ isCovered }) => !isCovered)
  const largest = shareOf(usdt(risk.largest[0]?.gross ?? '0').minor, thresholds.move)
  return [
    ...markets
      .filter(({ costMinor }) => costMinor > shareOf(capital, thresholds.market))
      .map(({ code, costMinor }): RiskAlert => ({ kind: 'market', code, costMinor })),
    ...(largest > shareOf(capital, thresholds.customer)
      ? [{ kind: 'customer' as const, code: '', costMinor: largest }]
      : []),
    ...(uncovered.length > 0
      ? [
          {
            kind: 'cover' as const,
            code: '',
            costMinor: dearest(uncovered.map(({ costMinor }) => costMinor)),
          },
        ]
      : []),
    ...limitAlertsOf(risk, thresholds),
  ]
}

/**
 * Positions kept beyond the share of their exposure limit; the cost of such an alert is their value. A hedged market is kept at its limit, and
 * has alerts of its own.
 */
const limitAlertsOf = ({ limits }: OpenRisk, thresholds: RiskThresholds): RiskAlert[] =>
  limits
    .filter(({ hedged }) => !hedged)
    .map(({ code, limit, net, laidOff }) => ({
      ...{ code, limit: usdt(limit).minor },
      retained: usdt(net ?? '0').minor - usdt(laidOff ?? '0').minor,
    }))
    .map(({ code, limit, retained }) => ({ code, limit, costMinor: retained < 0n ? -retained : retained }))
    .filter(({ limit, costMinor }) => costMinor > shareOf(limit, thresholds.limit))
    .map(({ code, costMinor }) => ({ kind: 'limit', code, costMinor }))

const dearest = (costs: readonly bigint[]): bigint =>
  costs.reduce((most, cost) => (cost > most ? cost : most), 0n)

interface AlertPercents {
  readonly move: string
  readonly limit: string
}

const texts: Readonly<Record<RiskAlertKind, (codes: readonly string[], percents: AlertPercents) => string>> =
  {
    market: (codes, { move }) =>
      `A move of ${move} would cost more of the trading capital than the threshold: ${namesInAlert(codes)}`,
    customer: (_, { move }) =>
      `A move of ${move} against the operator on one customer’s positions would cost more than the threshold`,
    cover: (_, { move }) => `The operator’s accounts could not pay for a move of ${move}`,
    limit: (codes, { limit }) => `Net position above ${limit} of the exposure limit: ${namesInAlert(codes)}`,
  }

/** Lists the alerts of the console, one of each kind; lack of cover is the worst. */
export async function riskAlerts(
  reader: Reader,
  { move, limit }: Pick<RiskThresholds, 'move' | 'limit'>,
): Promise<readonly Alert[]> {
  const held = await alertsInForce(reader)
  const percents = { move: percentOf(move), limit: percentOf(limit) }
  return kinds.flatMap((kind) => {
    const alerts = held.filter((alert) => alert.kind === kind)
    if (alerts.length === 0) return []
    const sinceMs = Math.min(...alerts.map(({ since }) => Number(since)))
    const text = texts[kind](
      alerts.map(({ code }) => code),
      percents,
    )
    return [{ tone: kind === 'cover' ? ('bad' as const) : ('warn' as const), text, sinceMs }]
  })
}

const percentOf = (share: string): string => `${writeRate((rate(share) * 100n) as Rate)}%`

const kinds: readonly RiskAlertKind[] = ['cover', 'limit', 'market', 'customer']
