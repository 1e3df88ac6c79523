import type { OptionDirection } from '@candor/rules/options/option.ts'
import { MoneyChange } from '@candor/ui/figures/figures.tsx'
import type { ReactNode } from 'react'
import { useWords } from '../session/language/language.ts'
import { usdtText, winRateText } from './option-cells.tsx'
import type { OptionFigures } from './option-form.ts'

/** The three ends an option can have, and what the odds mean, in plain words. */
export function OptionOutcomes({
  figures,
  direction,
}: {
  readonly figures: OptionFigures | null
  readonly direction: OptionDirection
}) {
  const { t, tag } = useWords()
  if (figures === null)
    return <p className="border-hairline border-t pt-2.5 text-12 text-ink-3">{t('options.ticket.waiting')}</p>
  return (
    <section className="border-hairline border-t pt-2.5">
      <dl className="flex flex-col gap-1">
        <Line name={t('options.ticket.won', { direction })}>
          <MoneyChange amount={figures.win} asset="USDT" arrow={false} />
        </Line>
        <Line name={t('options.ticket.lost', { direction })}>
          <MoneyChange amount={`-${figures.stake}`} asset="USDT" arrow={false} />
        </Line>
        <Line name={t('options.ticket.tie')}>{t('options.ticket.tie.value')}</Line>
      </dl>
      <p className="mt-2 text-12 text-ink-2">
        {t('options.ticket.odds', {
          rate: winRateText(figures.breakEvenWinRate, tag),
          loss: usdtText(figures.atEvenOdds, tag),
        })}
      </p>
    </section>
  )
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 text-12">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-end text-ink">{children}</dd>
    </div>
  )
}
