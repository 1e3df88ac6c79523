import type { Option } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'

/** Result of an option in a sentence; while it runs, that it was bought. */
export function outcomeText(t: Translate, tag: string, option: Option): string {
  const written = (amount: string) => formatDecimal(amount, tag, { min: 2, max: 6 })
  const stake = written(option.amount)
  switch (option.result) {
    case 'won':
      return t('options.result.won.text', { profit: written(option.profit ?? '0') })
    case 'lost':
      return t('options.result.lost.text', { stake })
    case 'refunded':
      return option.refundReason === 'noQuote'
        ? t('options.result.refunded.noQuote', { stake, seconds: option.settleWithinSeconds })
        : t(`options.result.refunded.${option.refundReason ?? 'tie'}`, { stake })
    default:
      return t('options.result.bought')
  }
}
