import type { MonitoringRuleKind, MonitoringSeverity } from '@candor/contract'

export const kindWords: Readonly<Record<MonitoringRuleKind, string>> = {
  amount: 'Amount',
  velocity: 'Velocity',
  roundTrip: 'Round trip',
  inOutWithoutTrading: 'In and out without trading',
  newDestination: 'New destination',
}
export const kindHints: Readonly<Record<MonitoringRuleKind, string>> = {
  amount: 'One deposit or withdrawal of an amount or more.',
  velocity: 'Many deposits or withdrawals, or a large sum of them, within some hours.',
  roundTrip: 'Money that was paid in goes out again within some days.',
  inOutWithoutTrading: 'Money goes out after little trading.',
  newDestination: 'A withdrawal to a destination that was added a short time ago.',
}
export const appliesToWords = { deposits: 'Deposits', withdrawals: 'Withdrawals', both: 'Both' } as const
export const severityWords: Readonly<Record<MonitoringSeverity, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
}
export const severityTones = { low: 'neutral', medium: 'warn', high: 'bad' } as const

const amount = 'Enter an amount above zero.'
const whole = 'Enter a whole number of one or more.'

/** Refusals of fields, in plain words. */
export const refusedWords: Readonly<Record<string, string>> = {
  taken: 'Another rule has this name.',
  'too-many': 'There are 40 rules. Change one of them instead.',
  unchanged: 'Nothing is changed.',
  fixed: 'The kind of a rule stays. Add a new rule instead.',
  'too-fine': 'Too many decimals for this coin.',
  'whole-number': 'Enter a whole number of two or more.',
  positive: amount,
  decimal: amount,
  too_large: 'Enter less than a billion.',
  too_big: 'This is too much: at most 90 days (2,160 hours), and 100%, of trading 1,000%.',
  too_small: whole,
  invalid_type: whole,
}
export const textWords: Readonly<Record<string, string>> = {
  ...refusedWords,
  too_small: 'Enter a text.',
  too_big: 'This text is too long.',
}
