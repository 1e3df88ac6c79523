import type { Withdrawal } from '@candor/contract'
import { Button, buttonClass } from '@candor/ui/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { CardLines, type Column, Table } from '@candor/ui/table.tsx'
import { ArrowUpFromLine } from 'lucide-react'
import { useMemo } from 'react'
import { useWords } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { usePages } from '../session/use-pages.ts'
import { DemoNotice } from '../shell/demo-notice.tsx'
import { goTo } from '../shell/hash-location.ts'
import { networkName } from './deposit-form.ts'
import { balancePath, withdrawalPath } from './deposit-paths.ts'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'
import { Late, WithdrawalStatus } from './withdrawal-status.tsx'

/** The customer's withdrawals, the newest first; a press opens one with its timeline. */
export function WithdrawalsPanel({ openId }: { readonly openId: string | null }) {
  const { t } = useWords()
  const { mode } = useSession()
  const list = usePages('listWithdrwal', {})
  const columns = useColumns()
  if (mode === 'demo')
    return (
      <div className="max-w-[30rem]">
        <DemoNotice text={t('withdraw.demo')} />
      </div>
    )
  const { items, failed, retry, hasMore, loadingMore, more } = list
  if (failed) return <ErrorState title={t('shell.loadFailed')} onRetry={retry} />
  if (items === undefined) return <SkeletonLines count={5} />
  if (items.length === 0)
    return (
      <EmptyState
        icon={<ArrowUpFromLine aria-hidden />}
        title={t('withdraw.empty.title')}
        text={t('withdraw.empty.text')}
        action={
          <a href={balancePath('withdraw')} className={buttonClass('primary')}>
            {t('withdraw.tab')}
          </a>
        }
      />
    )
  const open = items.find(({ id }) => id === openId)
  return (
    <>
      <Card flush>
        <Table
          label={t('withdraw.tab.list')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          onRow={({ id }) => goTo(withdrawalPath(id).slice(1))}
          card={(one) => <WithdrawalLine withdrawal={one} />}
        />
      </Card>
      {hasMore && (
        <div className="flex justify-center py-6">
          <Button variant="secondary" busy={loadingMore} onClick={more}>
            {t('shell.loadMore')}
          </Button>
        </div>
      )}
      {open !== undefined && (
        <WithdrawalDialog withdrawal={open} onClose={() => goTo(balancePath('withdrawals').slice(1))} />
      )}
    </>
  )
}

const placeName = ({ network, bankAccount }: Withdrawal): string =>
  network === null ? (bankAccount ?? '') : networkName[network]

function WithdrawalLine({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { tag } = useWords()
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <a href={withdrawalPath(withdrawal.id)} className="block text-ink no-underline">
      <CardLines
        title={placeName(withdrawal)}
        value={<Money amount={withdrawal.amount} asset={withdrawal.coin} max={9} />}
        detail={<time dateTime={withdrawal.createdAt}>{day.format(new Date(withdrawal.createdAt))}</time>}
        state={<WithdrawalStatus status={withdrawal.status} />}
      />
    </a>
  )
}

function useColumns(): readonly Column<Withdrawal>[] {
  const { t, tag } = useWords()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
    return [
      {
        key: 'at',
        title: t('withdraw.field.at'),
        cell: ({ createdAt, id }) => (
          <a href={withdrawalPath(id)} className="text-ink no-underline hover:underline">
            <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
          </a>
        ),
      },
      { key: 'to', title: t('withdraw.field.to'), cell: placeName },
      {
        key: 'amount',
        title: t('convert.amount'),
        end: true,
        cell: ({ amount, coin }) => <Money amount={amount} asset={coin} max={9} />,
      },
      {
        key: 'received',
        title: t('withdraw.received'),
        end: true,
        cell: ({ received, coin }) => <Money amount={received} asset={coin} max={9} />,
      },
      {
        key: 'status',
        title: t('funding.field.status'),
        end: true,
        cell: (one) => (
          <span className="flex flex-col items-end">
            <WithdrawalStatus status={one.status} />
            <Late withdrawal={one} />
          </span>
        ),
      },
    ] satisfies Column<Withdrawal>[]
  }, [t, tag])
}
