import { parseRate, type Rate, rateScale, writeRate } from '@candor/money'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'

/** Cuts a rate to this number of decimals of a percent: a yield never looks higher than it is. */
function cut(rate: string, digits: number): Rate {
  const exact = parseRate(rate) ?? (0n as Rate)
  return (exact - (exact % 10n ** BigInt(rateScale - 2 - digits))) as Rate
}

function percentText(rate: string, tag: string, digits: number): string {
  const format = new Intl.NumberFormat(tag, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // Intl accepts decimal texts exactly, but its type allows only literals.
  return format.format(writeRate(cut(rate, digits)) as `${number}`)
}

/** A daily yield with four decimals of a percent: 0.0153%. */
export const dailyText = (rate: string, tag: string): string => percentText(rate, tag, 4)
/** The yield of a year, with two. */
export const yearlyText = (rate: string, tag: string): string => percentText(rate, tag, 2)

function rangeText(least: string, most: string, tag: string, digits: number): string {
  const end = percentText(most, tag, digits)
  if (least === most) return end
  const inPercent = writeRate((cut(least, digits) * 100n) as Rate)
  return `${formatDecimal(inPercent, tag, { min: digits, max: digits })}–${end}`
}

/** A range of yields with one percent sign: 0.0100–0.0120%. */
export const dailyRange = (least: string, most: string, tag: string): string => rangeText(least, most, tag, 4)
export const yearlyRange = (least: string, most: string, tag: string): string =>
  rangeText(least, most, tag, 2)
