import type { LoanOfferChange } from '@candor/contract'
import { percentOf } from '../shell/percent.ts'

type Part = LoanOfferChange['part']

export const partWords: Readonly<Record<Part, string>> = {
  terms: 'Terms, days',
  minimum: 'Minimum amount, USDT',
  tier1Most: 'Maximum with identity verified, USDT',
  tier2Most: 'Maximum after one loan repaid on time, USDT',
  freeDays: 'Interest-free days',
  dailyRate: 'Interest, % a day',
  overdueRate: 'Interest on overdue amounts, % a day',
}

/** The server's refusals, in plain words. */
export const refusedWords: Readonly<Record<string, string>> = {
  none: 'Enter at least one term.',
  days: 'Enter whole numbers of days from 1 to 365.',
  twice: 'A term is listed twice.',
  least: 'Enter a number above zero.',
  positive: 'Enter a number above zero.',
  decimal: 'Enter a number.',
  'below-minimum': 'Must not be below the minimum amount.',
  'below-tier1': 'Must not be below the maximum with identity verified.',
  'too-many': 'Must not exceed the shortest term.',
  'below-zero': 'Must not be below zero.',
  'too-high': 'Above the highest value allowed.',
  'too-fine': 'Too many decimals.',
  unchanged: 'This already applies.',
}

/** Formats rates as percentages, everything else as stored. */
export const partText = (part: Part, value: string): string =>
  part === 'dailyRate' || part === 'overdueRate' ? percentOf(value) : value
