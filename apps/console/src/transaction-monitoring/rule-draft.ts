import type { MonitoringRuleData, MonitoringRuleKind, MonitoringSeverity } from '@candor/contract'
import { plainAmount } from '../shell/plain-amount.ts'

/** A rule as it is typed: every field of every kind, so that another kind keeps what both have. */
export interface RuleDraft {
  readonly kind: MonitoringRuleKind
  readonly name: string
  readonly on: boolean
  readonly severity: MonitoringSeverity
  readonly guidance: string
  readonly appliesTo: 'deposits' | 'withdrawals' | 'both'
  readonly asset: 'USDT' | 'BTC' | 'ETH'
  readonly measure: 'count' | 'sum'
  readonly hours: string
  readonly days: string
  readonly percent: string
  readonly atLeast: string
}

export const emptyDraft: RuleDraft = {
  ...{ kind: 'amount', name: '', on: true, severity: 'medium', guidance: '', appliesTo: 'both' },
  ...{ asset: 'USDT', measure: 'count', hours: '24', days: '7', percent: '80', atLeast: '' },
}

/** Returns what is typed for a rule that there is. */
export function draftOf(rule: MonitoringRuleData): RuleDraft {
  const { kind, name, on, severity, guidance, appliesTo } = rule
  const shared = { ...emptyDraft, kind, name, on, severity, guidance, appliesTo }
  const atLeast = plainAmount(rule.atLeast)
  switch (rule.kind) {
    case 'amount':
      return { ...shared, atLeast, asset: rule.asset }
    case 'velocity':
      return { ...shared, atLeast, measure: rule.measure, hours: String(rule.windowHours) }
    case 'roundTrip':
      return { ...shared, atLeast, days: String(rule.withinDays), percent: String(rule.percent) }
    case 'inOutWithoutTrading':
      return { ...shared, atLeast, days: String(rule.withinDays), percent: String(rule.tradedBelowPercent) }
    case 'newDestination':
      return { ...shared, atLeast, hours: String(rule.youngerThanHours) }
  }
}

/** Returns the rule of what is typed; the server checks it. */
export function ruleOf(draft: RuleDraft): MonitoringRuleData {
  const { kind, name, on, severity, guidance, appliesTo, atLeast } = draft
  const shared = { name, on, severity, guidance, atLeast }
  const [hours, days, percent] = [Number(draft.hours), Number(draft.days), Number(draft.percent)]
  switch (kind) {
    case 'amount':
      return { kind, ...shared, appliesTo, asset: draft.asset }
    case 'velocity':
      return { kind, ...shared, appliesTo, measure: draft.measure, windowHours: hours }
    case 'roundTrip':
      return { kind, ...shared, appliesTo: 'withdrawals', withinDays: days, percent }
    case 'inOutWithoutTrading':
      return { kind, ...shared, appliesTo: 'withdrawals', withinDays: days, tradedBelowPercent: percent }
    case 'newDestination':
      return { kind, ...shared, appliesTo: 'withdrawals', youngerThanHours: hours }
  }
}

/** Name on the wire of the field that holds hours, days or a share. */
export const wireNames: Readonly<
  Record<MonitoringRuleKind, Partial<Record<'hours' | 'days' | 'percent', string>>>
> = {
  amount: {},
  velocity: { hours: 'windowHours' },
  roundTrip: { days: 'withinDays', percent: 'percent' },
  inOutWithoutTrading: { days: 'withinDays', percent: 'tradedBelowPercent' },
  newDestination: { hours: 'youngerThanHours' },
}
