import { Button, buttonClass } from '@candor/ui/button.tsx'
import { Tabs } from '@candor/ui/choices.tsx'
import { MoneyChange } from '@candor/ui/figures.tsx'
import { SearchInput } from '@candor/ui/search-input.tsx'
import { Select } from '@candor/ui/select.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { serverNow } from '../live/server-time.ts'
import { useT, useWords } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { useRead } from '../session/use-call.ts'
import { CloseAllDialog } from './close-all-dialog.tsx'
import { downloadText } from './download-text.ts'
import { everything, filterOrders, type OrderFilter, periodDays } from './order-filter.ts'
import { ordersCsv } from './orders-csv.ts'
import { OrdersList } from './orders-list.tsx'
import { validText } from './ticket-entry.tsx'
import { tradeStatistics } from './trade-statistics.ts'
import { TradeStatisticsCard } from './trade-statistics-card.tsx'
import { type OrderTab, useOrders } from './use-orders.ts'

const tabs: readonly OrderTab[] = ['open', 'pending', 'closed', 'cancelled', 'expired']

/** All of the customer's orders, by state, market and time; what is shown can be taken along as CSV. */
export default function OrdersPage() {
  const t = useT()
  const { mode } = useSession()
  const [status, setStatus] = useState<OrderTab>('open')
  const [filter, setFilter] = useState(everything)
  const [closingAll, setClosingAll] = useState(false)
  const list = useOrders(status, { every: true })
  const shown = useMemo(
    () => list.orders && filterOrders(list.orders, filter, serverNow()),
    [list.orders, filter],
  )
  const statistics = useMemo(
    () => (status === 'closed' && shown !== undefined && shown.length > 0 ? tradeStatistics(shown) : null),
    [status, shown],
  )
  const some = shown !== undefined && shown.length > 0
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-6 md:px-6 md:py-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="font-semibold text-28 text-ink">{t('orders.page.title')}</h1>
          <Unrealised />
        </div>
        <div className="flex flex-wrap gap-2">
          <a href="#/profile/options" className={buttonClass('secondary')}>
            {t('options.list.title')}
          </a>
          {status === 'open' && some && (
            <Button variant="secondary" onClick={() => setClosingAll(true)}>
              {t('orders.closeAll.open')}
            </Button>
          )}
          <Button
            variant="secondary"
            icon={<Download aria-hidden className="size-4" />}
            disabled={!some || list.loadingMore}
            onClick={() => downloadText(t('orders.csv.name', { mode }), ordersCsv(shown ?? []), 'text/csv')}
          >
            {t('orders.list.csv')}
          </Button>
        </div>
      </header>
      {statistics !== null && <TradeStatisticsCard statistics={statistics} />}
      <Card flush className="[&_td]:px-2.5 [&_th]:px-2.5">
        <Tabs
          label={t('orders.list.title')}
          choices={tabs.map((value) => ({ value, label: t(`orders.list.${value}`) }))}
          value={status}
          onChange={setStatus}
          className="px-5 pt-1"
        />
        <FilterBar filter={filter} onFilter={setFilter} count={shown?.length} />
        <OrdersList key={status} status={status} list={list} shown={shown} />
      </Card>
      {closingAll && <CloseAllDialog orders={list.orders ?? []} onClose={() => setClosingAll(false)} />}
    </div>
  )
}

function Unrealised() {
  const t = useT()
  const { isLogin } = useSession()
  const summary = useRead('getUserInfo', {}, { enabled: isLogin })
  if (summary.data === undefined) return null
  return (
    <p className="mt-1 flex items-baseline gap-2 text-14 text-ink-2">
      {t('orders.summary.unrealised')}
      <MoneyChange amount={summary.data.expectedProfit} asset="USDT" max={2} />
    </p>
  )
}

function FilterBar({
  filter,
  onFilter,
  count,
}: {
  readonly filter: OrderFilter
  readonly onFilter: (filter: OrderFilter) => void
  readonly count: number | undefined
}) {
  const { t, tag } = useWords()
  return (
    <div className="flex flex-wrap items-center gap-3 border-hairline border-b px-5 py-3">
      <div className="min-w-48 flex-1 md:max-w-72">
        <SearchInput
          aria-label={t('orders.list.search')}
          placeholder={t('orders.list.search')}
          value={filter.sought}
          onChange={(event) => onFilter({ ...filter, sought: event.currentTarget.value })}
        />
      </div>
      <div className="w-40">
        <Select
          label={t('orders.list.period')}
          options={periodDays.map((days) => ({
            value: String(days),
            label: validText(t('orders.list.period.all'), tag, days === null ? null : days * 24),
          }))}
          value={String(filter.days)}
          onChange={(value) => onFilter({ ...filter, days: value === 'null' ? null : Number(value) })}
        />
      </div>
      {count !== undefined && (
        <span className="ms-auto text-12 text-ink-3">{t('orders.list.count', { count })}</span>
      )}
    </div>
  )
}
