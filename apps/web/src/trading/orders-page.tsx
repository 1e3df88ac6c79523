import type { OrderTotals } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Tabs } from '@candor/ui/controls/choices.tsx'
import { MoneyChange } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { Card } from '@candor/ui/surface.tsx'
import { useMemo, useState } from 'react'
import { serverNow } from '../live/server-time.ts'
import { CloseAllDialog } from '../orders/dialogs/close-all-dialog.tsx'
import { CancelAllDialog } from '../orders/dialogs/later-dialogs.tsx'
import {
  everything,
  type ListFilter,
  listTabs,
  orderTypes,
  requestOfFilter,
} from '../orders/list/list-filter.ts'
import { ListFilterBar } from '../orders/list/list-filter-bar.tsx'
import { useOrders } from '../orders/list/use-orders.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { usePages } from '../session/calls/use-pages.ts'
import { useT, useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { DownloadButton } from '../shell/download-button.tsx'
import { useHashQuery } from '../shell/hash-location.ts'
import { AllOrdersList } from './all-orders-list.tsx'

type ListRequest = ReturnType<typeof requestOfFilter>

/** Contracts, futures, options and plans in one list, by state, kind, time and name; all that fits can be taken along. */
export default function OrdersPage() {
  const query = useHashQuery()
  // Another link to this page shows another list.
  return <Orders key={query} first={filterOfAddress(new URLSearchParams(query))} />
}

/** Reads the filter that a link to this page names: a type of orders, a tag, or a state. */
function filterOfAddress(query: URLSearchParams): ListFilter {
  const type = orderTypes.find((one) => one === query.get('type'))
  const tab = listTabs.find((one) => one === query.get('status'))
  const tag = query.get('tag') ?? ''
  const first = { ...everything, ...(type && { type }), tag }
  return { ...first, tab: tab ?? (type === undefined && tag === '' ? everything.tab : 'all') }
}

function Orders({ first }: { readonly first: ListFilter }) {
  const t = useT()
  const [filter, setFilter] = useState(first)
  const [closingAll, setClosingAll] = useState(false)
  const [cancellingAll, setCancellingAll] = useState(false)
  const request = useMemo(() => requestOfFilter(filter, serverNow()), [filter])
  const list = usePages('listAllOrders', request)
  const totals = list.first?.totals ?? null
  const openContracts = useApiQuery('listAllOrders', {
    type: ['contracts', 'futures'],
    status: ['open'],
    limit: 1,
  }).data?.totals?.count
  const hasPending = useOrders('pending').items?.length !== 0
  const filtered =
    filter.type !== 'all' || filter.sought !== '' || filter.tag !== '' || filter.period !== 'all'
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-6 md:px-6 md:py-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="font-semibold text-28 text-ink">{t('orders.page.title')}</h1>
          <Unrealised />
        </div>
        <div className="flex flex-wrap gap-2">
          {filter.tab === 'open' && (openContracts ?? 0) > 0 && (
            <Button variant="secondary" onClick={() => setClosingAll(true)}>
              {t('orders.closeAll.open')}
            </Button>
          )}
          {filter.tab === 'pending' && hasPending && (
            <Button variant="secondary" onClick={() => setCancellingAll(true)}>
              {t('orders.cancelAll.open')}
            </Button>
          )}
          <CsvButton request={request} empty={totals === null || totals.count === 0} />
        </div>
      </header>
      <Card flush className="[&_td]:px-2.5 [&_th]:px-2.5">
        <Tabs
          label={t('orders.list.title')}
          choices={listTabs.map((value) => ({
            value,
            label: value === 'all' ? t('orders.list.every') : t(`orders.list.${value}`),
          }))}
          value={filter.tab}
          onChange={(tab) => setFilter({ ...filter, tab })}
          className="px-5 pt-1"
        />
        <ListFilterBar filter={filter} onFilter={setFilter} />
        {totals !== null && totals.count > 0 && <Totals totals={totals} />}
        <AllOrdersList tab={filter.tab} list={list} filtered={filtered} />
      </Card>
      {cancellingAll && <CancelAllDialog onClose={() => setCancellingAll(false)} />}
      {closingAll && <CloseAllDialog count={openContracts ?? 0} onClose={() => setClosingAll(false)} />}
    </div>
  )
}

function Unrealised() {
  const t = useT()
  const summary = useApiQuery('getUserInfo', {})
  if (summary.data === undefined) return null
  return (
    <p className="mt-1 flex items-baseline gap-2 text-14 text-ink-2">
      {t('orders.summary.unrealised')}
      <MoneyChange amount={summary.data.expectedProfit} asset="USDT" max={2} />
    </p>
  )
}

/** Everything that fits the filters, added up by the server. */
function Totals({ totals }: { readonly totals: OrderTotals }) {
  const { t, tag } = useWords()
  const amount = (text: string, signed = true) => formatDecimal(text, tag, { min: 2, max: 2, signed })
  // Few orders have them.
  const rare = (text: string) => (Number(text) === 0 ? 'none' : amount(text))
  return (
    <p className="border-hairline border-b px-5 py-2.5 text-12 text-ink-2">
      {t('orders.list.totals', {
        count: totals.count,
        profit: amount(totals.profit),
        fee: amount(totals.fee, false),
        swap: amount(totals.swap),
        dividends: rare(totals.dividends),
        cash: rare(totals.splitCash),
        net: amount(totals.net),
      })}
    </p>
  )
}

function CsvButton({ request, empty }: { readonly request: ListRequest; readonly empty: boolean }) {
  const t = useT()
  const { mode } = useSession()
  return (
    <DownloadButton
      call="listAllOrders"
      input={{ ...request, format: 'csv' }}
      fileName={`orders-${mode}.csv`}
      done={t('orders.list.downloaded')}
      disabled={empty}
    >
      {t('orders.list.csv')}
    </DownloadButton>
  )
}
