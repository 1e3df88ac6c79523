import type { Option } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Money } from '@candor/ui/figures/figures.tsx'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { ResultActions } from '../orders/ticket/result-actions.tsx'
import { useWords } from '../session/language/language.ts'
import { LastPrice, MidPrice, OutcomeWord, StandingWord, TimeBar, TimeLeft } from './option-cells.tsx'
import { outcomeText } from './option-outcome.ts'
import { optionPath, receiptPath } from './option-paths.ts'
import { useOption } from './use-options.ts'

/** The bought option, its state while it runs, and its result. */
export function OptionTicketResult({
  option: bought,
  digits,
  sheet,
  onAgain,
}: {
  readonly option: Option
  readonly digits: number
  readonly sheet: boolean
  readonly onAgain: () => void
}) {
  const { t, tag } = useWords()
  const { data } = useOption(bought.id)
  const option = data ?? bought
  return (
    <div className={classNames('flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto py-4', !sheet && 'px-4')}>
      <div role="status" className="flex flex-col gap-1">
        <OutcomeWord option={option} />
        <StepHeading className="font-semibold text-20 text-ink outline-none">
          {t('options.page.title', { direction: option.direction, code: option.code })}
        </StepHeading>
        {option.mode === 'demo' && <p className="text-14 text-accent">{t('options.review.demo')}</p>}
        <p className="text-14 text-ink-2">{outcomeText(t, tag, option)}</p>
      </div>
      {option.status === 'open' && <Running option={option} />}
      <OptionDetails option={option} digits={digits} />
      <ResultActions
        links={[
          { path: receiptPath(option.id), label: t('options.result.receipt') },
          { path: optionPath(option.id), label: t('options.result.order') },
        ]}
        againLabel={t('options.result.another')}
        onAgain={onAgain}
      />
    </div>
  )
}

/** The time left of an option, and whether it is winning. */
function Running({ option }: { readonly option: Option }) {
  const { t } = useWords()
  return (
    <div className="flex flex-col gap-2">
      <span className="flex items-baseline justify-between gap-3 text-14 text-ink-2">
        {t('options.run.left')}
        <TimeLeft option={option} className="text-14 text-ink" />
      </span>
      <TimeBar option={option} />
      <StandingWord option={option} />
    </div>
  )
}

function OptionDetails({ option, digits }: { readonly option: Option; readonly digits: number }) {
  const { t } = useWords()
  return (
    <DetailList>
      <Detail name={t('options.field.amount')}>
        <Money amount={option.amount} asset="USDT" />
      </Detail>
      <Detail name={t('options.field.openPrice')} strong>
        <MidPrice price={option.openPrice} digits={digits} />
      </Detail>
      <Detail name={t(option.status === 'open' ? 'options.field.lastPrice' : 'options.field.closePrice')}>
        <LastPrice option={option} digits={digits} />
      </Detail>
      <Detail name={t('options.field.orderNo')}>
        <bdi className="figures">{option.orderNo}</bdi>
      </Detail>
    </DetailList>
  )
}
