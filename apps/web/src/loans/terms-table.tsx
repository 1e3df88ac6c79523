import type { LoanProduct } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { dailyText, yearlyText } from '../savings/yield-text.ts'
import { useWords } from '../session/language/language.ts'
import type { useLoanProducts } from './use-loans.ts'

/** Each term with its cost; a click chooses it. */
export function TermsTable({
  products,
  chosen,
  onChoose,
}: {
  readonly products: ReturnType<typeof useLoanProducts>
  readonly chosen: number | null
  readonly onChoose: (days: number) => void
}) {
  const { t, tag } = useWords()
  if (products.isError && products.data === undefined)
    return <ErrorState title={t('loans.terms.error')} onRetry={() => void products.refetch()} />
  if (products.data === undefined) return <SkeletonLines count={6} />
  const head = 'px-4 py-2.5 font-medium max-md:px-2 text-12 text-ink-3'
  const [first] = products.data
  return (
    <section aria-label={t('loans.terms.title')}>
      <Card flush className="overflow-x-auto">
        <table className="w-full border-collapse text-14">
          <thead>
            <tr className="border-hairline border-b">
              <th scope="col" className={classNames(head, 'text-start')}>
                {t('loans.field.days')}
              </th>
              <th scope="col" className={classNames(head, 'text-end')}>
                {t('loans.terms.daily')}
              </th>
              <th scope="col" className={classNames(head, 'text-end')}>
                {t('loans.terms.free')}
              </th>
              <th scope="col" className={classNames(head, 'text-end')}>
                {t('loans.field.apr')}
              </th>
            </tr>
          </thead>
          <tbody>
            {products.data.map((product) => (
              <Term
                key={product.days}
                product={product}
                chosen={product.days === chosen}
                onChoose={() => onChoose(product.days)}
              />
            ))}
          </tbody>
        </table>
      </Card>
      {first !== undefined && (
        <p className="mt-3 max-w-line text-12 text-ink-3">
          {t('loans.terms.note', { rate: yearlyText(first.yearlyRate, tag) })}
        </p>
      )}
    </section>
  )
}

function Term({
  product,
  chosen,
  onChoose,
}: {
  readonly product: LoanProduct
  readonly chosen: boolean
  readonly onChoose: () => void
}) {
  const { t, tag } = useWords()
  const cell = 'whitespace-nowrap px-4 py-1 text-end max-md:px-2'
  return (
    <tr className={classNames('border-hairline not-last:border-b', chosen && 'bg-accent-wash')}>
      <th scope="row" className="p-0 text-start font-medium">
        <button
          type="button"
          aria-pressed={chosen}
          onClick={onChoose}
          className="tap flex h-11 w-full items-center whitespace-nowrap px-4 text-start max-md:pe-1 text-ink hover:text-accent"
        >
          {t('loans.days', { days: product.days })}
        </button>
      </th>
      <td className={cell}>
        <bdi dir="ltr" className="figures">
          {dailyText(product.dailyRate, tag)}
        </bdi>
      </td>
      <td className={cell}>{t('loans.days', { days: product.freeDays })}</td>
      <td className={classNames(cell, 'font-semibold')}>
        <bdi dir="ltr" className="figures">
          {yearlyText(product.apr, tag)}
        </bdi>
      </td>
    </tr>
  )
}
