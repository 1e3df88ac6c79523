import { Button, buttonClass } from '@candor/ui/button.tsx'
import { Tabs } from '@candor/ui/choices.tsx'
import { MoneyChange } from '@candor/ui/figures.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { useRead } from '../session/use-call.ts'
import { downloadText } from './download-text.ts'
import { ordersCsv } from './orders-csv.ts'
import { OrdersList } from './orders-list.tsx'
import { type OrderTab, useOrders } from './use-orders.ts'

const tabs: readonly OrderTab[] = ['open', 'pending', 'closed']

/** All of the customer's orders, by state; the loaded list can be taken along as CSV. */
export default function OrdersPage() {
  const t = useT()
  const { mode, isLogin } = useSession()
  const [status, setStatus] = useState<OrderTab>('open')
  const { orders } = useOrders(status)
  const summary = useRead('getUserInfo', {}, { enabled: isLogin })
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-6 md:px-6 md:py-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="font-semibold text-28 text-ink">{t('orders.page.title')}</h1>
          {summary.data !== undefined && (
            <p className="mt-1 flex items-baseline gap-2 text-14 text-ink-2">
              {t('orders.summary.unrealised')}
              <MoneyChange amount={summary.data.expectedProfit} asset="USDT" max={2} />
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <a href="#/profile/options" className={buttonClass('secondary')}>
            {t('options.list.title')}
          </a>
          <Button
            variant="secondary"
            icon={<Download aria-hidden className="size-4" />}
            disabled={orders === undefined || orders.length === 0}
            onClick={() => downloadText(t('orders.csv.name', { mode }), ordersCsv(orders ?? []), 'text/csv')}
          >
            {t('orders.list.csv')}
          </Button>
        </div>
      </header>
      <Card flush className="[&_td]:px-2.5 [&_th]:px-2.5">
        <Tabs
          label={t('orders.list.title')}
          choices={tabs.map((value) => ({ value, label: t(`orders.list.${value}`) }))}
          value={status}
          onChange={setStatus}
          className="px-5 pt-1"
        />
        <OrdersList status={status} />
      </Card>
    </div>
  )
}
