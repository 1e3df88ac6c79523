import type { LoanOfferChange } from '@candor/contract'
import { percentOf } from '../shell/percent.ts'

type Part = LoanOfferChange['part']

export const partWords: Readonly<Record<Part, string>> = {
  terms: 'Days',
  minimum: 'Least amount, USDT',
  tier1Most: 'Most with identity, USDT',
  tier2Most: 'Most after one repaid on time, USDT',
  freeDays: 'Days free of interest',
  dailyRate: 'Interest, % a day',
  overdueRate: 'On what is overdue, % a day',
}

/** The server's refusals, in plain words. */
export const refusedWords: Readonly<Record<string, string>> = {
  none: 'At least one number of days.',
  days: 'Whole numbers of days, 1 to 365.',
  twice: 'A number of days stands here twice.',
  least: 'More than nothing.',
  positive: 'A number above zero.',
  decimal: 'A number.',
  'below-minimum': 'Not below the least amount.',
  'below-tier1': 'Not below what identity alone gives.',
  'too-many': 'Not more than the shortest loan has days.',
  'below-zero': 'Not below zero.',
  'too-high': 'Higher than this is not lent here.',
  'too-fine': 'More decimals than it can have.',
  unchanged: 'This already applies.',
}

/** Formats rates as percentages, everything else as stored. */
export const partText = (part: Part, value: string): string =>
  part === 'dailyRate' || part === 'overdueRate' ? percentOf(value) : value
