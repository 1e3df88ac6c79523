import type { ContractOrder } from '@candor/contract'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Table } from '@candor/ui/figures/table.tsx'
import { ReceiptText } from 'lucide-react'
import { useCallback, useState } from 'react'
import { ListEnd } from '../../session/calls/list-end.tsx'
import type { PagedList } from '../../session/calls/use-pages.ts'
import { useWords } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { goTo } from '../../shell/hash-location.ts'
import type { ChosenDeed, OpenDeed } from '../dialogs/deeds.ts'
import { DeedDialog } from '../dialogs/later-dialogs.tsx'
import { OrderCard } from './order-card.tsx'
import { useColumns, useSparedColumns } from './order-columns.tsx'
import { type OrderTab, useMarketsByCode } from './use-orders.ts'

/** The orders of one state, with what can be done to each. */
export function OrdersList({
  status,
  list,
  dense = false,
}: {
  readonly status: OrderTab
  readonly list: PagedList<ContractOrder>
  /** In the panel under the chart. */
  readonly dense?: boolean
}) {
  const { t } = useWords()
  const { isLogin } = useSession()
  const markets = useMarketsByCode()
  const [chosen, setChosen] = useState<ChosenDeed | null>(null)
  const call: OpenDeed = useCallback((deed, order) => setChosen({ deed, order }), [])
  const spared = useSparedColumns(dense)
  const columns = useColumns(status, { markets, spared, onOpen: call, close: dense })
  if (!isLogin) return <SignedOut />
  if (list.failed)
    return <ErrorState title={t('orders.list.error')} onRetry={list.retry} className={dense ? '-my-6' : ''} />
  if (list.items === undefined) return <SkeletonLines count={dense ? 4 : 6} className="p-4" />
  if (list.items.length === 0) return <Empty status={status} dense={dense} />
  return (
    <>
      <Table
        label={t(`orders.list.${status}`)}
        columns={columns}
        rows={list.items}
        rowKey={(order) => order.id}
        onRow={(order) => goTo(`/profile/orders/${order.id}`)}
        card={(order) => (
          <OrderCard order={order} digits={markets.get(order.code)?.digits ?? 2} onOpen={call} />
        )}
        // Below the chart, a long heading wraps rather than push an action off the table.
        {...(dense && { className: '[&_th]:whitespace-normal [&_th]:break-keep [&_th]:align-bottom' })}
      />
      <ListEnd list={list} small quiet={dense} className="py-3" />
      {chosen !== null && <DeedDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function SignedOut() {
  const { t } = useWords()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-5 text-14 text-ink-2">
      {t('orders.list.signedOut')}
      <a href="#/pass/login" className="text-accent">
        {t('orders.ticket.signIn')}
      </a>
    </p>
  )
}

function Empty({ status, dense }: { readonly status: OrderTab; readonly dense: boolean }) {
  const { t } = useWords()
  if (dense) return <p className="px-4 py-5 text-14 text-ink-2">{t(`orders.empty.${status}`)}</p>
  return (
    <EmptyState
      icon={<ReceiptText aria-hidden />}
      title={t(`orders.empty.${status}`)}
      action={
        <a href="#/market" className={buttonClass('secondary')}>
          {t('orders.empty.action')}
        </a>
      }
    />
  )
}
