import type { Recharge } from '@candor/contract'
import { Button, buttonClass } from '@candor/ui/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { CardLines, type Column, Table } from '@candor/ui/table.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { ArrowDownToLine, Download } from 'lucide-react'
import { useMemo } from 'react'
import { downloadFile } from '../session/download.ts'
import { failureText } from '../session/failure.ts'
import { useWords } from '../session/language.ts'
import { useSession } from '../session/session-store.ts'
import { type PagedList, usePages } from '../session/use-pages.ts'
import { DemoNotice } from '../shell/demo-notice.tsx'
import { goTo } from '../shell/hash-location.ts'
import { DepositStatus, DepositWaits } from './deposit-cells.tsx'
import { DepositDialog } from './deposit-dialog.tsx'
import { networkName } from './deposit-form.ts'
import { balancePath, depositPath } from './deposit-paths.ts'

/** The customer's deposits, the newest first; a press opens one with its timeline. */
export function DepositsPanel({ openId }: { readonly openId: string | null }) {
  const { t } = useWords()
  const { mode } = useSession()
  const list = usePages('listRecharge', {})
  if (mode === 'demo')
    return (
      <div className="max-w-[30rem]">
        <DemoNotice text={t('funding.demo.text')} />
      </div>
    )
  const open = list.items?.find(({ id }) => id === openId) ?? null
  return (
    <>
      <Deposits list={list} />
      {open !== null && (
        <DepositDialog deposit={open} onClose={() => goTo(balancePath('deposits').slice(1))} />
      )}
    </>
  )
}

function Deposits({ list }: { readonly list: PagedList<Recharge> }) {
  const { t } = useWords()
  const columns = useColumns()
  const { items, failed, retry, hasMore, loadingMore, more } = list
  if (failed) return <ErrorState title={t('shell.loadFailed')} onRetry={retry} />
  if (items === undefined) return <SkeletonLines count={5} />
  if (items.length === 0)
    return (
      <EmptyState
        icon={<ArrowDownToLine aria-hidden />}
        title={t('funding.list.empty.title')}
        text={t('funding.list.empty.text')}
        action={
          <a href={balancePath('deposit')} className={buttonClass('primary')}>
            {t('funding.tab.deposit')}
          </a>
        }
      />
    )
  return (
    <>
      <div className="mb-3 flex justify-end">
        <CsvButton />
      </div>
      <Card flush>
        <Table
          label={t('funding.tab.deposits')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          onRow={({ id }) => goTo(depositPath(id).slice(1))}
          card={(deposit) => <DepositLine deposit={deposit} />}
        />
      </Card>
      <div className="flex justify-center py-6">
        {hasMore ? (
          <Button variant="secondary" busy={loadingMore} onClick={more}>
            {t('shell.loadMore')}
          </Button>
        ) : (
          <p className="text-12 text-ink-3">{t('shell.noMoreData')}</p>
        )}
      </div>
    </>
  )
}

function CsvButton() {
  const { t } = useWords()
  const download = () => {
    downloadFile('listRecharge', { format: 'csv' }, 'deposits.csv').catch((error: unknown) =>
      toast(failureText(t, error), 'bad'),
    )
  }
  return (
    <Button variant="secondary" onClick={download} icon={<Download aria-hidden className="size-4" />}>
      {t('funding.list.csv')}
    </Button>
  )
}

const amountOf = ({ credited, amount, coin }: Recharge) => (
  <Money amount={credited ?? amount} asset={coin} max={9} />
)

function DepositLine({ deposit }: { readonly deposit: Recharge }) {
  const { tag } = useWords()
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <a href={depositPath(deposit.id)} className="block text-ink no-underline">
      <CardLines
        title={networkName[deposit.network]}
        value={amountOf(deposit)}
        detail={<time dateTime={deposit.createdAt}>{day.format(new Date(deposit.createdAt))}</time>}
        state={<DepositStatus status={deposit.status} />}
      />
    </a>
  )
}

function useColumns(): readonly Column<Recharge>[] {
  const { t, tag } = useWords()
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
    return [
      {
        key: 'at',
        title: t('funding.field.at'),
        cell: ({ createdAt, id }) => (
          <a href={depositPath(id)} className="text-ink no-underline hover:underline">
            <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
          </a>
        ),
      },
      { key: 'network', title: t('funding.field.network'), cell: ({ network }) => networkName[network] },
      {
        key: 'transaction',
        title: t('funding.field.transaction'),
        cell: ({ hash, hashLast6 }) => (
          <bdi dir="ltr" className="figures text-ink-2">
            {hash === null ? `…${hashLast6}` : `${hash.slice(0, 10)}…${hashLast6}`}
          </bdi>
        ),
      },
      { key: 'amount', title: t('funding.field.amount'), end: true, cell: amountOf },
      {
        key: 'status',
        title: t('funding.field.status'),
        end: true,
        cell: (deposit) => (
          <span className="flex flex-col items-end">
            <DepositStatus status={deposit.status} />
            <DepositWaits deposit={deposit} className="text-12 text-ink-3" />
          </span>
        ),
      },
    ] satisfies Column<Recharge>[]
  }, [t, tag])
}
