import type { SmartProductItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, Skeleton, StatusWord } from '@candor/ui/feedback.tsx'
import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import { Check, Leaf } from 'lucide-react'
import { dailyRange, yearlyRange } from '../savings/yield-text.ts'
import { useWords } from '../session/language/language.ts'
import { boundText } from './plans/plan-cells.tsx'
import type { useProducts } from './plans/use-plans.ts'
import { isSoldOut, yearlyOf } from './ticket/plan-form.ts'

interface ProductListProps {
  readonly products: ReturnType<typeof useProducts>
  readonly chosen: string | null
  readonly held: ReadonlySet<string>
  readonly onChoose: (product: SmartProductItem) => void
}

/** Products on sale: every timeframe, with its yield a day and a year (trust T3). */
export function ProductList({ products, chosen, held, onChoose }: ProductListProps) {
  const { t } = useWords()
  const { data, isError, refetch } = products
  if (isError && data === undefined)
    return <ErrorState title={t('smart.products.error')} onRetry={() => void refetch()} />
  if (data === undefined) return <ListSkeleton />
  if (data.length === 0)
    return (
      <EmptyState
        icon={<Leaf aria-hidden />}
        title={t('smart.products.empty.title')}
        text={t('smart.products.empty.text')}
      />
    )
  return (
    <ul className="flex flex-col gap-4">
      {data.map((product) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            chosen={product.id === chosen}
            held={held.has(product.id)}
            onChoose={() => onChoose(product)}
          />
        </li>
      ))}
    </ul>
  )
}

function ListSkeleton() {
  const { t } = useWords()
  return (
    <div role="status" aria-label={t('shell.loading')} className="flex flex-col gap-4">
      {[0, 1, 2].map((one) => (
        <div key={one} className="flex h-56 flex-col gap-4 rounded-m border border-hairline bg-surface p-5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-24 w-full" />
        </div>
      ))}
    </div>
  )
}

function ProductCard({
  product,
  chosen,
  held,
  onChoose,
}: {
  readonly product: SmartProductItem
  readonly chosen: boolean
  readonly held: boolean
  readonly onChoose: () => void
}) {
  const { t, tag } = useWords()
  const soldOut = isSoldOut(product)
  return (
    <article
      className={classNames(
        'rounded-m border bg-surface transition-colors duration-150',
        chosen ? 'border-accent' : 'border-hairline',
      )}
    >
      <header className="flex items-start justify-between gap-4 px-4 pt-4 pb-3 md:px-5">
        <div className="min-w-0">
          <h3 className="font-semibold text-16 text-ink">{product.name}</h3>
          <p className="mt-0.5 text-14 text-ink-2">
            {t('smart.product.invest')}{' '}
            <bdi dir="ltr" className="figures text-ink">
              {boundText(product.minAmount, tag)}–{boundText(product.maxAmount, tag)} USDT
            </bdi>
          </p>
        </div>
        {chosen ? (
          <StatusWord tone="accent" icon={<Check aria-hidden />}>
            {t('smart.product.chosen')}
          </StatusWord>
        ) : (
          <Button variant="secondary" size="s" onClick={onChoose} disabled={soldOut} className="shrink-0">
            {t('smart.product.choose', { name: product.name })}
          </Button>
        )}
      </header>
      <YieldTable product={product} />
      <footer className="flex flex-col gap-1 px-4 pt-2.5 pb-4 md:px-5 text-12 text-ink-2">
        <p>{t('smart.product.penalty', { share: formatShare(product.penaltyShare, tag, 0) })}</p>
        {held && <p className="text-warn">{t('smart.product.held')}</p>}
        {soldOut && <p className="text-warn">{t('smart.product.soldOut')}</p>}
      </footer>
    </article>
  )
}

const cellClass =
  'py-2 font-normal text-14 max-[22.4rem]:text-12 first:ps-4 last:pe-4 md:first:ps-5 md:last:pe-5'

function YieldTable({ product }: { readonly product: SmartProductItem }) {
  const { t, tag } = useWords()
  const range = (text: string) => (
    <bdi dir="ltr" className="figures">
      {text}
    </bdi>
  )
  return (
    <table className="w-full border-hairline border-y" aria-label={product.name}>
      <thead>
        <tr className="border-hairline border-b text-12 text-ink-3">
          <th scope="col" className={classNames(cellClass, 'text-start text-12')}>
            {t('smart.product.days')}
          </th>
          <th scope="col" className={classNames(cellClass, 'px-2 text-end text-12')}>
            {t('smart.product.daily')}
          </th>
          <th scope="col" className={classNames(cellClass, 'text-end text-12')}>
            {t('smart.product.yearly')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {product.timeframes.map(({ days, dailyYieldMin, dailyYieldMax }) => (
          <tr key={days}>
            <th scope="row" className={classNames(cellClass, 'text-start text-ink whitespace-nowrap')}>
              {t('smart.days', { days })}
            </th>
            <td className={classNames(cellClass, 'px-2 text-end text-ink')}>
              {range(dailyRange(dailyYieldMin, dailyYieldMax, tag))}
            </td>
            <td className={classNames(cellClass, 'text-end text-ink-2')}>
              {range(yearlyRange(yearlyOf(dailyYieldMin), yearlyOf(dailyYieldMax), tag))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
