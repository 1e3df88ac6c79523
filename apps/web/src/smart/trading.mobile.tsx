import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { useState } from 'react'
import { SavingsSection } from '../savings/savings-section.tsx'
import { useT } from '../session/language/language.ts'
import { UnlessFrozen } from '../shell/notices/unless-frozen.tsx'
import { PlanComparison } from './comparison/plan-comparison.tsx'
import { PlansPanel } from './plans/plans-panel.tsx'
import { useProducts } from './plans/use-plans.ts'
import { PlanTicketCard } from './ticket/plan-ticket.tsx'
import { PlanTruths } from './ticket/plan-truths.tsx'
import { usePlanTicket } from './ticket/use-plan-ticket.ts'

type Side = 'products' | 'plans' | 'savings'

/** Products, one's own plans, or savings; a chosen product opens its form as a sheet. */
export function TradingMobile() {
  const t = useT()
  const products = useProducts()
  const ticket = usePlanTicket(products.data)
  const [side, setSide] = useState<Side>('products')
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    if (ticket.step === 'done') ticket.again()
  }
  return (
    <div className="flex flex-col gap-5 px-4 py-5">
      <header>
        <h1 className="font-semibold text-20 text-ink">{t('smart.title')}</h1>
        <p className="mt-1 text-14 text-ink-2">{t('smart.lead')}</p>
      </header>
      <SegmentedControl
        full
        label={t('smart.tabs.label')}
        choices={[
          { value: 'products', label: t('smart.tabs.products') },
          { value: 'plans', label: t('smart.tabs.plans') },
          { value: 'savings', label: t('savings.tab') },
        ]}
        value={side}
        onChange={setSide}
      />
      {side === 'plans' && <PlansPanel />}
      {side === 'savings' && <SavingsSection />}
      {side === 'products' && (
        <>
          <PlanTruths products={products.isError ? (products.data ?? []) : products.data} />
          <PlanComparison products={products} ticket={ticket} marked={false} onChosen={() => setOpen(true)} />
        </>
      )}
      <Dialog open={open} onClose={close} title={t('smart.form.title')}>
        <UnlessFrozen>
          <PlanTicketCard ticket={ticket} products={products.data ?? []} onLeave={close} titled={false} />
        </UnlessFrozen>
      </Dialog>
    </div>
  )
}
