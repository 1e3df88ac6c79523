import { Skeleton } from '@candor/ui/feedback.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { SavingsSection } from '../savings/savings-section.tsx'
import { useT } from '../session/language/language.ts'
import { UnlessFrozen } from '../shell/notices/unless-frozen.tsx'
import { PlanComparison } from './comparison/plan-comparison.tsx'
import { PlansPanel } from './plans/plans-panel.tsx'
import { useProducts } from './plans/use-plans.ts'
import { PlanTicketCard } from './ticket/plan-ticket.tsx'
import { PlanTruths } from './ticket/plan-truths.tsx'
import { usePlanTicket } from './ticket/use-plan-ticket.ts'

/** Backing of the plans first, then the products with the form, then the customer's own plans. */
export function TradingDesktop() {
  const t = useT()
  const products = useProducts()
  const ticket = usePlanTicket(products.data)
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-6 py-8">
      <header>
        <h1 className="font-semibold text-28 text-ink">{t('smart.title')}</h1>
        <p className="mt-1.5 max-w-line text-16 text-ink-2">{t('smart.lead')}</p>
      </header>
      <PlanTruths products={products.isError ? (products.data ?? []) : products.data} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <section aria-label={t('smart.products.title')} className="min-w-0">
          <PlanComparison products={products} ticket={ticket} marked />
        </section>
        {products.data === undefined && !products.isError && (
          <Card>
            <Skeleton className="h-96 w-full" />
          </Card>
        )}
        {products.data !== undefined && products.data.length > 0 && (
          <Card>
            <UnlessFrozen>
              <PlanTicketCard ticket={ticket} products={products.data} />
            </UnlessFrozen>
          </Card>
        )}
      </div>
      <PlansPanel />
      <SavingsSection />
    </div>
  )
}
