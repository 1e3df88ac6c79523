import { classNames } from '@candor/ui/class-names.ts'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { Suspense, useId, useState } from 'react'
import { CancelAllDialog } from '../orders/dialogs/later-dialogs.tsx'
import { OrdersList } from '../orders/list/orders-list.tsx'
import { type OrderTab, useOrders } from '../orders/list/use-orders.ts'
import { useT } from '../session/language/language.ts'
import { withTexts } from '../session/language/shown-language.ts'
import { laterPart } from '../shell/later-part.ts'

type PanelTab = OrderTab | 'options'
const tabs: readonly PanelTab[] = ['open', 'pending', 'closed', 'options']
// Options come only to those who look at them.
const OptionsPanel = laterPart(withTexts(() => import('../options/options-panel.tsx')))

/** Open, pending and closed under one another's tabs; under the chart, and in the account. */
export function OrdersPanel({
  dense = false,
  className,
}: {
  readonly dense?: boolean
  readonly className?: string
}) {
  const t = useT()
  const panelId = useId()
  const [status, setStatus] = useState<PanelTab>('open')
  const counts = { open: useOrders('open').items?.length, pending: useOrders('pending').items?.length }
  return (
    <section aria-label={t('orders.list.title')} className={classNames('flex min-h-0 flex-col', className)}>
      <div className="flex shrink-0 items-center justify-between gap-3 border-hairline border-b pe-4">
        <Tabs
          label={t('orders.list.title')}
          choices={tabs.map((value) => ({
            value,
            label: (
              <>
                {value === 'options' ? t('options.list.title') : t(`orders.list.${value}`)}
                {(value === 'open' || value === 'pending') && (counts[value] ?? 0) > 0 && (
                  <span className="figures text-12 text-ink-3">{counts[value]}</span>
                )}
              </>
            ),
          }))}
          value={status}
          onChange={setStatus}
          panelId={panelId}
          className="border-b-0 px-4"
        />
        <PanelActions mayCancel={status === 'pending' && (counts.pending ?? 0) > 0} />
      </div>
      <div
        id={panelId}
        role="tabpanel"
        className={classNames(
          'min-h-0 flex-1 overflow-auto',
          dense && '[&_td]:px-2 [&_td]:py-1 [&_td]:text-12 [&_th]:px-2 [&_th]:py-1.5',
        )}
      >
        {status === 'options' ? (
          <Suspense fallback={<SkeletonLines count={4} className="p-4" />}>
            <OptionsPanel dense={dense} />
          </Suspense>
        ) : (
          <PanelList key={status} status={status} dense={dense} />
        )}
      </div>
    </section>
  )
}

/** The way to cancel all pending orders, where there are some, and to the page of all orders. */
function PanelActions({ mayCancel }: { readonly mayCancel: boolean }) {
  const t = useT()
  const [cancelling, setCancelling] = useState(false)
  return (
    <span className="flex shrink-0 items-center gap-4 text-12">
      {mayCancel && (
        <button type="button" onClick={() => setCancelling(true)} className="tap text-accent hover:underline">
          {t('orders.cancelAll.open')}
        </button>
      )}
      <a href="#/profile/orders" className="text-accent no-underline hover:underline">
        {t('orders.list.all')}
      </a>
      {cancelling && <CancelAllDialog onClose={() => setCancelling(false)} />}
    </span>
  )
}

function PanelList({ status, dense }: { readonly status: OrderTab; readonly dense: boolean }) {
  return <OrdersList status={status} list={useOrders(status)} dense={dense} />
}
