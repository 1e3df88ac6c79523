import type { SmartProductItem } from '@candor/contract'
import { EmptyState, ErrorState, Skeleton } from '@candor/ui/feedback.tsx'
import { Leaf } from 'lucide-react'
import { useMemo } from 'react'
import { serverNow } from '../../live/server-time.ts'
import { useWords } from '../../session/language/language.ts'
import type { useProducts } from '../plans/use-plans.ts'
import type { PlanTicket } from '../ticket/use-plan-ticket.ts'
import { comparePlans, termsOf } from './compare-plans.ts'
import { ComparisonControls } from './comparison-controls.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { useComparedTerms } from './use-compared-terms.ts'

interface ComparisonProps {
  readonly products: ReturnType<typeof useProducts>
  readonly ticket: PlanTicket
  /** Marks the product of the form; without it the form is not in sight. */
  readonly marked: boolean
  readonly onChosen?: () => void
}

/** The products on sale next to each other: their terms, and what one amount would bring in each (trust T3). */
export function PlanComparison({ products, ...rest }: ComparisonProps) {
  const { t } = useWords()
  const { data, isError, refetch } = products
  if (isError && data === undefined)
    return <ErrorState title={t('smart.products.error')} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <div role="status" aria-label={t('shell.loading')}>
        <Skeleton className="h-[34rem] w-full rounded-m" />
      </div>
    )
  if (data.length === 0)
    return (
      <EmptyState
        icon={<Leaf aria-hidden />}
        title={t('smart.products.empty.title')}
        text={t('smart.products.empty.text')}
      />
    )
  return <Comparison products={data} {...rest} />
}

function Comparison({
  products,
  ticket,
  marked,
  onChosen,
}: Omit<ComparisonProps, 'products'> & { readonly products: readonly SmartProductItem[] }) {
  const { t } = useWords()
  const terms = useMemo(() => termsOf(products), [products])
  const compared = useComparedTerms(ticket, terms)
  const { amount, days } = compared
  const plans = useMemo(() => comparePlans(products, { amount, days }, serverNow()), [products, amount, days])
  const choose = (product: SmartProductItem) => {
    ticket.choose(product, { amount, days })
    onChosen?.()
  }
  return (
    <div className="rounded-m border border-hairline bg-surface">
      <ComparisonControls terms={terms} compared={compared} isAmount={plans.every(isOfAmount)} />
      <ComparisonTable
        plans={plans}
        terms={terms}
        compared={compared}
        chosen={marked ? (ticket.product?.id ?? null) : null}
        held={ticket.held}
        onChoose={choose}
      />
      <p className="border-hairline border-t px-4 py-3 text-12 text-ink-3 md:px-5">
        {t('smart.product.yearly.note')}
      </p>
    </div>
  )
}

const isOfAmount = ({ noFigures }: { readonly noFigures: string | null }): boolean => noFigures !== 'amount'
