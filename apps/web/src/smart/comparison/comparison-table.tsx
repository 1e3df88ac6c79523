import type { SmartProductItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { StatusWord } from '@candor/ui/feedback.tsx'
import { scrolledByKeyboard } from '@candor/ui/scrolled-by-keyboard.ts'
import { Check } from 'lucide-react'
import { useWords } from '../../session/language/language.ts'
import { isSoldOut } from '../ticket/plan-form.ts'
import type { ComparedPlan } from './compare-plans.ts'
import { type ComparisonRow, useComparisonRows } from './comparison-rows.tsx'
import type { ComparedTerms } from './use-compared-terms.ts'

interface TableProps {
  readonly plans: readonly ComparedPlan[]
  readonly terms: readonly number[]
  readonly compared: ComparedTerms
  readonly chosen: string | null
  readonly held: ReadonlySet<string>
  readonly onChoose: (product: SmartProductItem) => void
}

/** The names of rows stay in sight while the columns of a narrow screen are scrolled. */
const nameClass =
  'sticky start-0 z-1 bg-surface py-2.5 ps-4 pe-3 text-start align-top font-normal text-14 text-ink-2 ' +
  'w-36 max-md:w-28 max-md:text-12 md:ps-5 [overflow-wrap:anywhere] hyphens-auto'
const cellClass = 'border-hairline border-s px-3 py-2.5 align-top text-14 text-ink max-md:text-12'

/** One column a product, in the operator's order; none is set apart from the others. */
export function ComparisonTable({ plans, terms, compared, chosen, held, onChoose }: TableProps) {
  const { t } = useWords()
  const sections = useComparisonRows(terms, compared)
  return (
    <section
      {...scrolledByKeyboard}
      aria-label={t('smart.compare.title')}
      className="relative overflow-x-auto focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-[-2px]"
    >
      <table
        aria-label={t('smart.compare.title')}
        className="w-full table-fixed border-collapse"
        // Below this width the columns are scrolled: a fixed table ignores the least width of its cells.
        style={{ minWidth: `${7 + 9 * plans.length}rem` }}
      >
        <thead>
          <tr>
            <td className={nameClass} />
            {plans.map(({ product }) => (
              <ProductHead
                key={product.id}
                product={product}
                chosen={product.id === chosen}
                held={held.has(product.id)}
                onChoose={() => onChoose(product)}
              />
            ))}
          </tr>
        </thead>
        {sections.map(({ key, title, rows }) => (
          <tbody key={key} className="border-hairline border-t">
            {title !== null && (
              <tr>
                <th
                  scope="colgroup"
                  colSpan={plans.length + 1}
                  className="bg-sunken px-4 py-1.5 text-start font-medium text-12 text-ink-2 md:px-5"
                >
                  <span className="sticky start-4">{title}</span>
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <Row key={row.key} row={row} plans={plans} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Row({ row, plans }: { readonly row: ComparisonRow; readonly plans: readonly ComparedPlan[] }) {
  return (
    <tr className={classNames('border-hairline border-t', row.strong === true && 'font-semibold')}>
      <th scope="row" className={nameClass}>
        {row.name}
      </th>
      {plans.map((plan) => (
        <td key={plan.product.id} className={cellClass}>
          {row.cell(plan)}
        </td>
      ))}
    </tr>
  )
}

interface HeadProps {
  readonly product: SmartProductItem
  readonly chosen: boolean
  readonly held: boolean
  readonly onChoose: () => void
}

function ProductHead({ product, chosen, held, onChoose }: HeadProps) {
  const { t } = useWords()
  const soldOut = isSoldOut(product)
  return (
    <th scope="col" className={classNames(cellClass, 'py-4 text-start font-normal')}>
      <span className="flex flex-col items-start gap-2">
        <span className="font-semibold text-16 text-ink [overflow-wrap:anywhere]">{product.name}</span>
        {chosen ? (
          <StatusWord tone="accent" icon={<Check aria-hidden />}>
            {t('smart.product.chosen')}
          </StatusWord>
        ) : (
          <Button
            variant="secondary"
            size="s"
            aria-label={t('smart.product.choose', { name: product.name })}
            onClick={onChoose}
            disabled={soldOut}
          >
            {t('smart.compare.choose')}
          </Button>
        )}
        {held && <span className="text-12 text-warn">{t('smart.product.held')}</span>}
        {soldOut && <span className="text-12 text-warn">{t('smart.product.soldOut')}</span>}
      </span>
    </th>
  )
}
