import type { Language } from '@candor/contract'
import { figuresTag, isolateFigures } from './written-figures.ts'

/** Formats moments of UTC (epoch ms) with the language's words. */
export function momentWriter(language: Language): (at: number) => string {
  const format = new Intl.DateTimeFormat(figuresTag(language), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  return (at) => format.format(at)
}

/** Formats a decimal text with the language's separators and all its decimals. */
export function numberWriter(language: Language): (text: string) => string {
  const format = new Intl.NumberFormat(figuresTag(language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 9,
  })
  return (text) => isolateFigures(format.format(text as `${number}`), language)
}
