import { minuteMs } from '@candor/rules/time-units.ts'
import {
  formatDecimal,
  formatPercent,
  formatPrice,
  formatPriceChange,
} from '@candor/ui/figures/format-decimal.ts'
import type { Words } from '../../../session/language/language.ts'
import type { DrawingWords } from './figure-parts.ts'

type DrawingLanguage = Pick<Words, 't' | 'tag' | 'direction'>

const units = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

/** Writes a length of time in its two largest units. */
function spanText(ms: number, tag: string): string {
  let minutes = Math.round(Math.abs(ms) / minuteMs)
  const parts = units.flatMap(([unit, length]) => {
    const count = Math.floor(minutes / length)
    minutes -= count * length
    if (count === 0) return []
    return [new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(count)]
  })
  return parts.slice(0, 2).join(' ')
}

/** The words and figures of drawings, with the market's digits. */
export function drawingWords({ t, tag, direction }: DrawingLanguage, digits: number): DrawingWords {
  // The chart runs left to right, and so would the words of a right-to-left language.
  const inOrder = (text: string) => (direction === 'rtl' ? `\u2067${text}\u2069` : text)
  return {
    price: (value) => formatPrice(value.toFixed(digits), digits, tag),
    difference: (amount) => formatPriceChange(amount.toFixed(digits), digits, tag),
    change: (from, to) => formatPercent(from === 0 ? 0 : ((to - from) / from) * 100, tag),
    span: (bars, ms) =>
      inOrder([t('chart.draw.bars', { count: Math.abs(bars) }), spanText(ms, tag)].join(' · ')),
    target: (at, change) => inOrder(t('chart.draw.target', { price: at, change })),
    stop: (at, change) => inOrder(t('chart.draw.stop', { price: at, change })),
    ratio: (ratio) => inOrder(t('chart.draw.ratio', { ratio })),
    number: (figure) => formatDecimal(String(Number(figure.toFixed(3))), tag),
  }
}
