import type { Translate } from '@candor/texts/translate.ts'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import type { ReactNode } from 'react'
import { dailyRange, dailyText, yearlyRange, yearlyText } from '../../savings/yield-text.ts'
import { useWords } from '../../session/language/language.ts'
import { boundText } from '../plans/plan-cells.tsx'
import { type PlanFigures, yearlyOf } from '../ticket/plan-form.ts'
import type { ComparedPlan } from './compare-plans.ts'
import type { ComparedTerms } from './use-compared-terms.ts'

export interface ComparisonRow {
  readonly key: string
  readonly name: ReactNode
  readonly cell: (plan: ComparedPlan) => ReactNode
  readonly strong?: boolean
}

export interface ComparisonSection {
  readonly key: string
  readonly title: string | null
  readonly rows: readonly ComparisonRow[]
}

/** The rows of the comparison, the same for every product. */
export function useComparisonRows(
  terms: readonly number[],
  { amount, days }: ComparedTerms,
): readonly ComparisonSection[] {
  const { t, tag } = useWords()
  const typed = t('smart.compare.with', { amount: boundText(amount, tag), days: days ?? 0 })
  const isAmount = /^\d+(\.\d+)?$/.test(amount.trim())
  return [
    { key: 'bounds', title: null, rows: [boundsRow(t, tag)] },
    { key: 'with', title: isAmount ? typed : t('smart.form.title'), rows: figureRows(t, tag) },
    {
      key: 'terms',
      title: t('smart.compare.byTerm'),
      rows: terms.map((term) => termRow(t, tag, term)),
    },
    { key: 'conditions', title: t('smart.compare.terms'), rows: conditionRows(t, tag) },
  ]
}

const Figure = ({ children }: { readonly children: ReactNode }) => (
  <bdi dir="ltr" className="figures">
    {children}
  </bdi>
)

const boundsRow = (t: Translate, tag: string): ComparisonRow => ({
  key: 'bounds',
  name: t('smart.product.invest'),
  cell: ({ product }) => (
    <bdi dir="ltr" className="figures whitespace-normal!">
      {boundText(product.minAmount, tag)}–{boundText(product.maxAmount, tag)} USDT
    </bdi>
  ),
})

/** The figures of the chosen amount and term; where there are none, the first row says why. */
function figureRows(t: Translate, tag: string): readonly ComparisonRow[] {
  const figure = (
    key: string,
    name: string,
    show: (figures: PlanFigures) => ReactNode,
    strong = false,
  ): ComparisonRow => ({
    ...{ key, name, strong },
    cell: ({ figures }) => (figures === null ? <span className="text-ink-3">–</span> : show(figures)),
  })
  const money = (amount: string) => <Money amount={amount} asset="USDT" className="whitespace-normal!" />
  const daily = figure('yield', t('smart.form.yield'), ({ dailyYield }) => (
    <Figure>{dailyText(dailyYield, tag)}</Figure>
  ))
  return [
    {
      ...daily,
      cell: (plan) =>
        plan.noFigures === null ? (
          daily.cell(plan)
        ) : (
          <span className="text-ink-3">{whyNot(t, tag, plan)}</span>
        ),
    },
    figure('yearly', t('smart.form.yearly'), ({ yearlyYield }) => (
      <Figure>{yearlyText(yearlyYield, tag)}</Figure>
    )),
    figure('perDay', t('smart.form.perDay'), ({ perDay }) => money(perDay)),
    figure('promised', t('smart.form.promised'), ({ promised }) => money(promised)),
    figure('atEnd', t('smart.form.atEnd'), ({ atEnd }) => money(atEnd), true),
    figure('exit', t('smart.compare.exit.most'), ({ penaltyMost }) => money(penaltyMost)),
  ]
}

function whyNot(t: Translate, tag: string, { noFigures, product }: ComparedPlan): string {
  if (noFigures === 'term') return t('smart.compare.notOffered')
  if (noFigures === 'below') return t('smart.compare.least', { limit: boundText(product.minAmount, tag) })
  if (noFigures === 'above') return t('smart.compare.greatest', { limit: boundText(product.maxAmount, tag) })
  return '–'
}

const termRow = (t: Translate, tag: string, days: number): ComparisonRow => ({
  key: `term ${days}`,
  name: t('smart.days', { days }),
  cell: ({ product }) => {
    const found = product.timeframes.find((one) => one.days === days)
    if (found === undefined) return <span className="text-ink-3">{t('smart.compare.notOffered')}</span>
    const { dailyYieldMin, dailyYieldMax } = found
    return (
      <span className="flex flex-col">
        <Figure>{dailyRange(dailyYieldMin, dailyYieldMax, tag)}</Figure>
        <span className="text-12 text-ink-3">
          {t('smart.product.yearly')}{' '}
          <Figure>{yearlyRange(yearlyOf(dailyYieldMin), yearlyOf(dailyYieldMax), tag)}</Figure>
        </span>
      </span>
    )
  },
})

const conditionRows = (t: Translate, tag: string): readonly ComparisonRow[] => [
  { key: 'payout', name: t('smart.compare.payout'), cell: () => t('smart.compare.payout.text') },
  {
    key: 'exit',
    name: t('smart.compare.exit'),
    cell: ({ product }) => (
      <span className="flex flex-col gap-1">
        <span>{t('smart.compare.exit.rest')}</span>
        <span>{t('smart.product.penalty', { share: formatShare(product.penaltyShare, tag, 0) })}</span>
      </span>
    ),
  },
]
