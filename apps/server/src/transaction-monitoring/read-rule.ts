import type { MonitoringRuleData } from '@candor/contract'
import { Amount } from '@candor/money'
import type { MonitoringRule } from '@candor/rules'
import { readUsdt } from '../platform/http/read-usdt.ts'
import { invalidField } from '../platform/http/refusal.ts'

/**
 * Reads the condition of a rule. Refuses, each at its field: an amount with more decimals than its coin has (`too-fine`), and a count that is
 * not a whole number of at least two (`whole-number`): every transaction is one.
 */
export function readRule(data: MonitoringRuleData): MonitoringRule {
  const { kind } = data
  switch (kind) {
    case 'amount':
      return { kind, appliesTo: data.appliesTo, atLeast: amountOf(data.asset, data.atLeast) }
    case 'velocity':
      return { kind, appliesTo: data.appliesTo, windowHours: data.windowHours, atLeast: velocityOf(data) }
    case 'roundTrip': {
      const { appliesTo, withinDays, percent } = data
      return { kind, appliesTo, withinDays, percent, paidInMinor: usdtOf(data.atLeast) }
    }
    case 'inOutWithoutTrading': {
      const { appliesTo, withinDays, tradedBelowPercent } = data
      return { kind, appliesTo, withinDays, tradedBelowPercent, atLeastMinor: usdtOf(data.atLeast) }
    }
    case 'newDestination': {
      const { appliesTo, youngerThanHours } = data
      return { kind, appliesTo, youngerThanHours, atLeastMinor: usdtOf(data.atLeast) }
    }
  }
}

const field = 'rule.atLeast'
const usdtOf = (text: string): bigint => readUsdt(field, text)

function amountOf(asset: 'USDT' | 'BTC' | 'ETH', text: string): Amount {
  const amount = Amount.parse(asset, text)
  if (amount === null) throw invalidField(field, 'too-fine')
  return amount
}

function velocityOf({ measure, atLeast }: Extract<MonitoringRuleData, { kind: 'velocity' }>) {
  if (measure === 'sum') return { measure, minor: usdtOf(atLeast) }
  if (!/^\d{1,5}$/.test(atLeast) || Number(atLeast) < 2) throw invalidField(field, 'whole-number')
  return { measure, count: Number(atLeast) }
}
