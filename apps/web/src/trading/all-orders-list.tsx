import type { ContractOrder, ListedOrder, MarketItem, Option, PlanOrder } from '@candor/contract'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { CardLines, Table } from '@candor/ui/figures/table.tsx'
import { ReceiptText } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { OptionCard } from '../options/options-list.tsx'
import { usePollWhenOver } from '../options/use-options.ts'
import { isOption, isPlan, orderPath, planState } from '../orders/any-order.ts'
import type { ChosenDeed, OpenDeed } from '../orders/dialogs/deeds.ts'
import { DeedDialog, TagsDialog } from '../orders/dialogs/later-dialogs.tsx'
import type { ListTab } from '../orders/list/list-filter.ts'
import { OrderCard } from '../orders/list/order-card.tsx'
import { useMarketsByCode } from '../orders/list/use-orders.ts'
import type { TaggableOrder } from '../orders/tags/tags-dialog.tsx'
import { ListEnd } from '../session/calls/list-end.tsx'
import type { PagedList } from '../session/calls/use-pages.ts'
import { useWords } from '../session/language/language.ts'
import { goTo } from '../shell/hash-location.ts'
import { PlanStatus } from '../smart/plans/plan-cells.tsx'
import { useAllColumns } from './all-order-columns.tsx'

/** Orders of every kind, each leading to its own page, with what can be done to it. */
export function AllOrdersList({
  tab,
  list,
  filtered,
}: {
  readonly tab: ListTab
  readonly list: PagedList<ListedOrder>
  readonly filtered: boolean
}) {
  const { t } = useWords()
  const markets = useMarketsByCode()
  const [chosen, setChosen] = useState<ChosenDeed | null>(null)
  const call: OpenDeed = useCallback((deed, order) => setChosen({ deed, order }), [])
  const [tagged, setTagged] = useState<TaggableOrder | null>(null)
  const columns = useAllColumns(markets, call, setTagged)
  const { items } = list
  usePollWhenOver(useMemo(() => items?.filter(isOption), [items]))
  if (list.failed) return <ErrorState title={t('orders.list.error')} onRetry={list.retry} />
  if (items === undefined) return <SkeletonLines count={6} className="p-4" />
  if (items.length === 0)
    return filtered ? (
      <p className="px-5 py-6 text-14 text-ink-2">{t('orders.list.filtered')}</p>
    ) : (
      <Empty tab={tab} />
    )
  return (
    <>
      <Table
        label={t('orders.list.title')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        onRow={(order) => goTo(orderPath(order))}
        card={(order) => <AnyCard order={order} markets={markets} onOpen={call} />}
      />
      <ListEnd list={list} small className="py-3" />
      {chosen !== null && <DeedDialog chosen={chosen} onClose={() => setChosen(null)} />}
      {tagged !== null && <TagsDialog order={tagged} onClose={() => setTagged(null)} />}
    </>
  )
}

function AnyCard({
  order,
  markets,
  onOpen,
}: {
  readonly order: ListedOrder
  readonly markets: ReadonlyMap<string, MarketItem>
  readonly onOpen: OpenDeed
}) {
  if (isPlan(order)) return <PlanOrderCard order={order} />
  const digits = markets.get(order.code)?.digits ?? 2
  return isOption(order) ? (
    <OptionCard option={order satisfies Option} digits={digits} />
  ) : (
    <OrderCard order={order satisfies ContractOrder} digits={digits} onOpen={onOpen} />
  )
}

function PlanOrderCard({ order }: { readonly order: PlanOrder }) {
  const { t } = useWords()
  return (
    <a href={`#${orderPath(order)}`} className="no-underline">
      <CardLines
        title={order.productName}
        value={<MoneyChange amount={order.profit} max={2} arrow={false} />}
        detail={
          <>
            <Money amount={order.amount} asset="USDT" max={2} /> · {t('smart.days', { days: order.days })}
          </>
        }
        state={<PlanStatus status={planState(order)} />}
      />
    </a>
  )
}

function Empty({ tab }: { readonly tab: ListTab }) {
  const { t } = useWords()
  return (
    <EmptyState
      icon={<ReceiptText aria-hidden />}
      title={t(`orders.empty.${tab}`)}
      action={
        <a href="#/market" className={buttonClass('secondary')}>
          {t('orders.empty.action')}
        </a>
      }
    />
  )
}
