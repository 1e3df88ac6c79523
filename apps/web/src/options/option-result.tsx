import type { Option } from '@candor/contract'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatSecond } from '@candor/ui/figures/format-moment.ts'
import { FormulaList } from '@candor/ui/figures/formula-list.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { lessOf, ResultCard } from '../orders/result-card.tsx'
import { TradeChart } from '../orders/trade-chart.tsx'
import { useWords } from '../session/language/language.ts'
import { MidPrice, rateText, useStanding } from './option-cells.tsx'
import {
  type DecidingQuote,
  type OptionCourse,
  type OptionParts,
  optionNet,
  optionParts,
} from './option-course.ts'
import { priceMove } from './option-run.ts'

/** The result of a settled option with the sum it comes from, and the option on the prices of its time. */
export function OptionResult({
  course,
  children,
}: {
  readonly course: OptionCourse
  readonly children?: ReactNode
}) {
  const { t } = useWords()
  return (
    <>
      <PayoutCard name={t('orders.stats.net')} parts={course.parts}>
        {children}
      </PayoutCard>
      <CourseChart course={course} />
    </>
  )
}

/** Shows what a running option pays if it ends at the current price. */
export function ResultNow({ option, children }: { readonly option: Option; readonly children: ReactNode }) {
  const { t } = useWords()
  const standing = useStanding(option)
  const result = standing === 'unknown' ? null : resultOf[standing]
  return (
    <PayoutCard
      name={t('options.page.ifNow')}
      parts={result === null ? null : optionParts(option.amount, option.payoutRate, result)}
    >
      {children}
    </PayoutCard>
  )
}

const resultOf = { winning: 'won', losing: 'lost', level: 'refunded' } as const

function PayoutCard({
  name,
  parts,
  children,
}: {
  readonly name: string
  /** Null while no price says what they are. */
  readonly parts: OptionParts | null
  readonly children: ReactNode
}) {
  const { t } = useWords()
  const lines =
    parts === null
      ? []
      : [
          { name: t('options.result.payout'), amount: parts.payout },
          { name: t('options.field.amount'), amount: lessOf(parts.stake) },
        ]
  return (
    <ResultCard name={name} net={parts && optionNet(parts)} lines={lines}>
      {children}
    </ResultCard>
  )
}

/** After a split the candles are of the new shares and the option's prices of the old ones: they are not drawn together. */
function CourseChart({ course }: { readonly course: OptionCourse }) {
  const { code, openPrice, openedAt, closePrice, closing, expiresAt, split } = course
  if (split !== null) return null
  const opened = { at: openedAt, price: openPrice }
  const closed = closing === null || closePrice === null ? null : { at: closing.at, price: closePrice }
  return <TradeChart trade={{ code, opened, closed, expiresAt }} />
}

/** Shows how an option came to its result: its terms, the two quotes that decided it, and each calculation with its numbers. */
export function OptionSteps({ course, digits }: { readonly course: OptionCourse; readonly digits: number }) {
  const { t, tag } = useWords()
  const { openPrice, closePrice } = course
  const move = closePrice === null ? null : priceMove(openPrice, closePrice)
  return (
    <Card>
      <SectionHead title={t('options.page.how')} className="mb-2" />
      <DetailList>
        <Detail name={t('options.field.direction')}>
          {t(`options.review.direction.${course.direction}`)}
        </Detail>
        <Detail name={t('options.field.amount')}>
          <Money amount={course.parts.stake} asset="USDT" />
        </Detail>
        <Detail name={t('options.field.payoutRate')}>{rateText(course.payoutRate, tag)}</Detail>
        <Detail name={t('options.field.openPrice')}>
          <QuotePrice price={openPrice} quote={course.opening} digits={digits} />
        </Detail>
        <Detail name={t('options.closed.expiry')}>{formatSecond(course.expiresAt, tag)}</Detail>
        <Detail name={t('options.page.firstPrice')}>
          {closePrice === null ? (
            t('options.value.none')
          ) : (
            <QuotePrice price={closePrice} quote={course.closing} digits={digits} />
          )}
        </Detail>
        {move !== null && (
          <Detail name={t('options.page.moved')}>
            <MoneyChange amount={move} arrow />
          </Detail>
        )}
      </DetailList>
      <h3 className="mt-4 font-medium text-12 text-ink-3">{t('receipts.formula.title')}</h3>
      <FormulaList formulas={course.steps} />
    </Card>
  )
}

/** A price, and the number and time of the quote it is the mid of. */
function QuotePrice({
  price,
  quote,
  digits,
}: {
  readonly price: string
  readonly quote: DecidingQuote | null
  readonly digits: number
}) {
  const { t, tag } = useWords()
  return (
    <>
      <MidPrice price={price} digits={digits} />
      {quote !== null && (
        <span className="block text-12 text-ink-3">
          <bdi>{formatSecond(quote.at, tag)}</bdi> · {t('receipts.quotes.seq')}{' '}
          <bdi className="figures">{quote.seq}</bdi>
        </span>
      )}
    </>
  )
}
