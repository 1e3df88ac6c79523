import type { HitExplanation, MonitoringRuleData } from '@candor/contract'
import { hourMs } from '@candor/rules/time-units.ts'
import { isoOf } from '../platform/iso-time.ts'

const requests = { deposits: 'deposit', withdrawals: 'withdrawal', both: 'deposit or withdrawal' } as const
const several = {
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  both: 'deposits and withdrawals',
} as const

/** Writes a rule's condition as a sentence for operators. */
export function conditionOf(rule: MonitoringRuleData): string {
  switch (rule.kind) {
    case 'amount':
      return `A ${requests[rule.appliesTo]} of ${grouped(rule.atLeast)} ${rule.asset} or more`
    case 'velocity':
      return rule.measure === 'count'
        ? `${grouped(rule.atLeast)} or more ${several[rule.appliesTo]} within ${hoursText(rule.windowHours)}`
        : `${firstUpper(several[rule.appliesTo])} of ${usdt(rule.atLeast)} or more within ${hoursText(rule.windowHours)}`
    case 'roundTrip':
      return `${rule.percent}% or more of at least ${usdt(rule.atLeast)} paid in goes out within ${daysText(rule.withinDays)}`
    case 'inOutWithoutTrading':
      return `A withdrawal of ${usdt(rule.atLeast)} or more, with less than ${rule.tradedBelowPercent}% of the deposits of ${daysText(rule.withinDays)} traded`
    case 'newDestination':
      return `A withdrawal of ${usdt(rule.atLeast)} or more to a destination added less than ${hoursText(rule.youngerThanHours)} before`
  }
}

/** Writes why a rule was met as a sentence for operators, with the figures that met it. */
export function explanationText(rule: MonitoringRuleData, hit: HitExplanation): string {
  return `${figuresText(rule, hit)}${hit.stage === 'credited' ? ' More was credited than reported.' : ''}`
}

function figuresText(rule: MonitoringRuleData, hit: HitExplanation): string {
  const worth = hit.value === null ? 'no price at that time, counted as large' : `worth ${usdt(hit.value)}`
  switch (rule.kind) {
    case 'amount': {
      const own = hit.counted.at(-1)
      return `${grouped(own?.amount ?? '')} ${own?.asset ?? ''}, ${worth}.`
    }
    case 'velocity':
      return `${hit.count} ${hit.count === 1 ? requests[rule.appliesTo] : several[rule.appliesTo]} since ${minuteOf(hit.from)}, together ${usdt(hit.sum)}${missing(hit)}.`
    case 'roundTrip':
      return `Since ${minuteOf(hit.from)} ${usdt(hit.paidIn)} were paid in and ${usdt(hit.paidOut)} taken out${missing(hit)}.`
    case 'inOutWithoutTrading':
      return `Since ${minuteOf(hit.from)} ${usdt(hit.paidIn)} were paid in, ${usdt(hit.traded)} traded and ${usdt(hit.paidOut)} taken out${missing(hit)}.`
    case 'newDestination':
      return `The destination was added ${ageText(hit)} before, at ${minuteOf(hit.destinationAddedAt)}; the withdrawal has ${worth}.`.replace(
        'has worth',
        'is worth',
      )
  }
}

const missing = ({ counted }: HitExplanation): string => {
  const count = counted.filter(({ value }) => value === null).length
  return count === 0 ? '' : `; ${count} had no price and count as nothing`
}

function ageText({ at, destinationAddedAt }: HitExplanation): string {
  const ageMs = Date.parse(at) - Date.parse(destinationAddedAt ?? at)
  return ageMs < hourMs ? 'less than an hour' : hoursText(Math.floor(ageMs / hourMs))
}

const hoursText = (hours: number): string =>
  hours % 24 === 0 && hours > 48 ? daysText(hours / 24) : hours === 1 ? 'an hour' : `${hours} hours`
const daysText = (days: number): string => (days === 1 ? '24 hours' : `${days} days`)
const minuteOf = (iso: string | null): string =>
  `${isoOf(Date.parse(iso ?? ''))
    .slice(0, 16)
    .replace('T', ' ')} UTC`
const firstUpper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
const usdt = (text: string | null): string => `${grouped(text ?? '')} USDT`

/** Groups thousands and leaves out zeros at the end: exact, and readable. */
function grouped(text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  const rest = fraction.replace(/0+$/, '')
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return rest === '' ? thousands : `${thousands}.${rest}`
}
